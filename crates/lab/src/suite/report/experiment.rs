//! The results of an experiment: its blocks one below the other, and comparisons of them.

use document::{Block, Table};
use serde::Serialize;

use super::plot::{self, Line};
use super::row::Row;
use super::{Charts, Depths, PlanReport, RenderError, Rendering, percent, title};
use crate::suite::experiment::Experiment;
use crate::suite::plan::PlanFacts;
use crate::suite::record::Records;

/// All numbers of an experiment.
#[derive(Clone, Debug, Serialize)]
pub struct ExperimentReport<'a> {
    name: &'a str,
    question: Option<&'a str>,
    blocks: Vec<BlockReport<'a>>,
}

/// The numbers of one block.
#[derive(Clone, Debug, Serialize)]
struct BlockReport<'a> {
    #[serde(rename = "block")]
    name: &'a str,
    #[serde(flatten)]
    report: PlanReport<'a>,
}

impl<'a> ExperimentReport<'a> {
    /// The report of an experiment, given the facts and the searches of each of its blocks.
    #[must_use]
    pub fn new(
        experiment: &'a Experiment,
        facts: &'a [PlanFacts],
        records: &'a [Records],
    ) -> ExperimentReport<'a> {
        let blocks = experiment.blocks.iter().zip(facts).zip(records);
        let blocks = blocks.map(|((block, facts), records)| BlockReport {
            name: &block.name,
            report: PlanReport::new(block, facts, records),
        });
        ExperimentReport {
            name: &experiment.name,
            question: experiment.question.as_deref(),
            blocks: blocks.collect(),
        }
    }

    /// The results in every form but the plots.
    ///
    /// # Errors
    /// Only on a bug.
    pub fn render(&self) -> Result<Rendering, RenderError> {
        let mut blocks = Vec::new();
        for block in &self.blocks {
            blocks.push(Block::Heading(block.heading()));
            blocks.extend(block.report.view().blocks());
        }
        blocks.extend(self.percents());
        let header = ["block", "configuration", "limit"].into_iter().chain(Row::KEYS);
        let mut csv = vec![header.map(str::to_owned).collect()];
        csv.extend(self.blocks.iter().flat_map(BlockReport::csv));
        // Nodes of different suites are not comparable: one block has a plot.
        let charts = match self.blocks.as_slice() {
            [block] => block.report.view().charts(),
            _ => Charts::default(),
        };
        Rendering::new(self.name, self.question, blocks, &charts, &csv, self)
    }

    /// The plots, each with its name: one of nodes for every sweep, and one of percentages for all
    /// blocks of nodes by depth.
    ///
    /// # Errors
    /// Only on a bug.
    pub fn plots(&self) -> Result<Vec<(String, String)>, RenderError> {
        let mut plots = Vec::new();
        for (i, block) in self.blocks.iter().enumerate() {
            let name = match self.blocks.len() {
                1 => "experiment".to_owned(),
                _ => format!("block-{}", i + 1),
            };
            plots.extend(block.report.picture(&block.heading())?.map(|picture| (name, picture)));
        }
        let lines = self.lines();
        if !lines.is_empty() {
            let baselines = self.depths().map(|(_, view)| view.baseline());
            let mut baselines: Vec<&str> = baselines.collect();
            baselines.dedup();
            let down = match baselines.as_slice() {
                [one] => format!("nodes, % of {one}"),
                _ => "nodes, % of each block's first".to_owned(),
            };
            plots.push(("depths".to_owned(), plot::of_percents(self.name, &down, &lines)?));
        }
        Ok(plots)
    }

    fn depths(&self) -> impl Iterator<Item = (&BlockReport<'a>, &Depths<'a>)> {
        self.blocks.iter().filter_map(|block| match &block.report {
            PlanReport::Depths(view) => Some((block, view)),
            PlanReport::Comparison(_) | PlanReport::Sweep(_) => None,
        })
    }

    /// Percentages by depth: a line for each configuration of a block but its first.
    fn lines(&self) -> Vec<Line> {
        let lines = |(block, view): (&BlockReport<'_>, &Depths<'_>)| {
            let percents = view.percents();
            let single = percents.len() == 1;
            let label = |name: &str| match (block.name.is_empty(), single) {
                (true, _) => name.to_owned(),
                (false, true) => block.name.to_owned(),
                (false, false) => format!("{}: {name}", block.name),
            };
            let lines = percents.into_iter().map(|(name, points)| (label(name), points));
            lines.collect::<Vec<_>>()
        };
        self.depths().flat_map(lines).collect()
    }

    /// The percentages of all blocks in one table, if there are several blocks of nodes by depth.
    fn percents(&self) -> Vec<Block> {
        if self.depths().count() < 2 {
            return Vec::new();
        }
        let lines = self.lines();
        let mut depths: Vec<i64> =
            lines.iter().flat_map(|(_, points)| points.iter().map(|(depth, _)| *depth)).collect();
        depths.sort_unstable();
        depths.dedup();
        let header = lines.iter().map(|(label, _)| label.clone());
        let mut table = Table::new(std::iter::once("d".to_owned()).chain(header));
        for depth in depths {
            let at = |points: &[(i64, f64)]| {
                let point = points.iter().find(|(at, _)| *at == depth);
                point.map_or_else(|| "-".to_owned(), |(_, value)| percent(*value))
            };
            let cells = lines.iter().map(|(_, points)| at(points));
            table.row(std::iter::once(depth.to_string()).chain(cells));
        }
        let heading = "Nodes in percent of the first configuration of each block";
        vec![Block::Heading(heading.to_owned()), Block::Table(table.aligned_by_cells())]
    }
}

impl BlockReport<'_> {
    fn heading(&self) -> String {
        let setting = title(self.report.view().searched().plan);
        if self.name.is_empty() { setting } else { format!("{} ({setting})", self.name) }
    }

    /// The searches added up, for programs: a row for each configuration and limit.
    fn csv(&self) -> Vec<Vec<String>> {
        let searched = self.report.view().searched();
        let of_limit = |(limit, text): (usize, &String)| {
            let row = |row: Row| {
                let place = [self.name.to_owned(), row.name.clone(), text.clone()].into_iter();
                place.chain(row.csv()).collect()
            };
            searched.rows(limit).map(row).collect::<Vec<Vec<String>>>()
        };
        searched.plan.limits.iter().enumerate().flat_map(of_limit).collect()
    }
}
