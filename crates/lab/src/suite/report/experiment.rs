//! The results of an experiment: its blocks one below the other, and comparisons of them.

use document::{Block, Table};
use serde::Serialize;

use super::plot::{self, Line};
use super::row::{Row, Searched};
use super::{Charts, Comparison, Depths, RenderError, Rendering, Sweep, percent, title};
use crate::suite::experiment::{Block as ExperimentBlock, Experiment};
use crate::suite::plan::{Plan, PlanFacts};
use crate::suite::quality::Qualities;
use crate::suite::record::Records;

/// All numbers of an experiment.
#[derive(Clone, Debug, Serialize)]
pub struct ExperimentReport<'a> {
    name: &'a str,
    question: Option<&'a str>,
    blocks: Vec<BlockReport<'a>>,
    /// A row for every search limit of a block and configuration.
    #[serde(skip)]
    csv: Vec<Vec<String>>,
}

/// The numbers of one block.
#[derive(Clone, Debug, Serialize)]
struct BlockReport<'a> {
    #[serde(rename = "block")]
    name: &'a str,
    #[serde(skip)]
    facts: &'a PlanFacts,
    #[serde(skip)]
    block: &'a ExperimentBlock,
    #[serde(flatten)]
    view: View<'a>,
}

/// A block in the form of the papers' tables that suits it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum View<'a> {
    /// Configurations under one limit.
    Comparison(Comparison<'a>),
    /// Nodes by depth.
    Depths(Depths<'a>),
    /// A row for each combination of parameters.
    Sweep(Box<Sweep<'a>>),
}

impl<'a> ExperimentReport<'a> {
    /// The report of an experiment, given the facts, the searches and the quality of the moves of each of its blocks.
    #[must_use]
    pub fn new(
        experiment: &'a Experiment,
        facts: &'a [PlanFacts],
        records: &'a [Records],
        qualities: &'a [Option<Qualities>],
    ) -> ExperimentReport<'a> {
        let blocks = experiment.blocks.iter().zip(facts).zip(records);
        let csv =
            blocks.clone().flat_map(|((block, facts), records)| rows(&block.name, facts, records));
        ExperimentReport {
            name: &experiment.name,
            question: experiment.question.as_deref(),
            csv: csv.collect(),
            blocks: blocks
                .zip(qualities)
                .map(|(((block, facts), records), qualities)| {
                    BlockReport::new(block, facts, records, qualities.as_ref())
                })
                .collect(),
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
            blocks.extend(match &block.view {
                View::Comparison(view) => view.blocks(),
                View::Depths(view) => view.blocks(),
                View::Sweep(view) => view.blocks(),
            });
        }
        blocks.extend(self.percents());
        let header = ["block", "configuration", "limit"].into_iter().chain(Row::KEYS);
        let mut csv = vec![header.map(str::to_owned).collect()];
        csv.extend(self.csv.iter().cloned());
        // Nodes of different suites are not comparable: one block has a plot.
        let charts = match self.blocks.as_slice() {
            [BlockReport { view: View::Comparison(view), .. }] => view.charts(),
            [BlockReport { view: View::Depths(view), .. }] => view.charts(),
            [BlockReport { view: View::Sweep(view), .. }] => view.charts(),
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
        let sweeps = self.blocks.iter().enumerate().filter_map(|(i, block)| match &block.view {
            View::Sweep(sweep) => Some((i, block, sweep)),
            _ => None,
        });
        for (i, block, sweep) in sweeps {
            let Some(grid) = &block.block.grid else { continue };
            let name = match self.blocks.len() {
                1 => "experiment".to_owned(),
                _ => format!("block-{}", i + 1),
            };
            plots.push((name, plot::of_sweep(grid, sweep, &block.heading())?));
        }
        let lines = self.lines();
        if !lines.is_empty() {
            let across = "depth";
            let baselines = self.depths().map(|(_, view)| view.baseline());
            let mut baselines: Vec<&str> = baselines.collect();
            baselines.dedup();
            let down = match baselines.as_slice() {
                [one] => format!("nodes, % of {one}"),
                _ => "nodes, % of each block's first".to_owned(),
            };
            plots.push(("depths".to_owned(), plot::of_percents(self.name, across, &down, &lines)?));
        }
        Ok(plots)
    }

    fn depths(&self) -> impl Iterator<Item = (&BlockReport<'a>, &Depths<'a>)> {
        self.blocks.iter().filter_map(|block| match &block.view {
            View::Depths(view) => Some((block, view)),
            _ => None,
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

impl<'a> BlockReport<'a> {
    fn new(
        block: &'a ExperimentBlock,
        facts: &'a PlanFacts,
        records: &'a Records,
        qualities: Option<&'a Qualities>,
    ) -> BlockReport<'a> {
        let plan: &'a Plan = &block.plan;
        let view = match &block.grid {
            Some(grid) => View::Sweep(Box::new(Sweep::new(grid, facts, records, qualities))),
            None if plan.limits.len() > 1 => View::Depths(Depths::new(facts, records, qualities)),
            None => View::Comparison(Comparison::new(plan, facts, records, qualities)),
        };
        BlockReport { name: &block.name, facts, block, view }
    }

    fn heading(&self) -> String {
        let setting = title(self.facts);
        if self.name.is_empty() { setting } else { format!("{} ({setting})", self.name) }
    }
}

/// The searches of a block added up, for programs: a row for each configuration and limit.
fn rows(block: &str, facts: &PlanFacts, records: &Records) -> Vec<Vec<String>> {
    let searched = Searched::new(facts, records, None);
    let of_limit = |(limit, text): (usize, &String)| {
        let row = |row: Row| {
            let place = [block.to_owned(), row.name.clone(), text.clone()].into_iter();
            place.chain(row.csv()).collect()
        };
        searched.rows(limit).map(row).collect::<Vec<Vec<String>>>()
    };
    facts.limits.iter().enumerate().flat_map(of_limit).collect()
}
