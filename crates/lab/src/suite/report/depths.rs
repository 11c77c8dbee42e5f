//! Nodes by depth for configurations side by side, as in Winands et al., Tables 1 and 2.

use document::{Block, Table};
use serde::Serialize;

use super::faults::{self, FaultRow};
use super::solutions::{MEANING, Solutions, ToSolution};
use super::{Bar, Charts, Point, RESULTS, RenderError, Rendering, percent};
use crate::suite::plan::{Plan, PlanFacts};
use crate::suite::quality::{Qualities, Quality};
use crate::suite::record::{Records, Total};
use stats::words;

/// Configurations compared at several depths.
#[derive(Clone, Debug, Serialize)]
pub struct Depths<'a> {
    plan: &'a PlanFacts,
    depths: Vec<DepthRow<'a>>,
    /// Faults of programs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<FaultRow>,
    /// The reference by which the moves were judged, where they were.
    #[serde(flatten)]
    qualities: Option<&'a Qualities>,
}

#[derive(Clone, Debug, Serialize)]
struct DepthRow<'a> {
    limit: &'a str,
    configurations: Vec<Cell<'a>>,
}

#[derive(Clone, Debug, Serialize)]
struct Cell<'a> {
    name: &'a str,
    nodes: u64,
    /// Nodes in percent of the first configuration's at this depth.
    percent: f64,
    solved: u64,
    solvable: u64,
    /// Time of all searches, one after the other.
    seconds: f64,
    #[serde(flatten)]
    to_solution: ToSolution,
    #[serde(skip_serializing_if = "Option::is_none")]
    quality: Option<Quality>,
}

impl<'a> Depths<'a> {
    /// The results under every limit of the plan, with the quality of the moves where they were judged.
    #[must_use]
    pub fn new(
        plan: &Plan,
        facts: &'a PlanFacts,
        records: &Records,
        qualities: Option<&'a Qualities>,
    ) -> Depths<'a> {
        let row = |(limit, text): (usize, &'a String)| {
            let base = records.total(0, limit);
            let solutions = Solutions::new(facts, records, limit);
            let cell = |configuration: usize| {
                let total = records.total(configuration, limit);
                let name = &facts.configurations[configuration].name;
                let quality = qualities.and_then(|qualities| qualities.of(configuration, limit));
                Cell { quality, ..Cell::new(name, &total, &base, solutions.of(configuration)) }
            };
            let configurations = (0..plan.configurations.len()).map(cell).collect();
            DepthRow { limit: text, configurations }
        };
        Depths {
            plan: facts,
            depths: facts.limits.iter().enumerate().map(row).collect(),
            faults: faults::faults(facts, records),
            qualities,
        }
    }

    /// The results in every form.
    ///
    /// # Errors
    /// Only on a bug.
    pub fn render(&self) -> Result<Rendering, RenderError> {
        Rendering::of_plan(self.plan, self.blocks(), &self.charts(), &self.csv(), self)
    }

    /// The answer at the greatest depth; a point for each configuration at each depth.
    pub(super) fn charts(&self) -> Charts {
        let at = |row: &DepthRow<'_>| {
            let name = |cell: &Cell<'_>| format!("{} at {}", cell.name, row.limit);
            let point = |cell: &Cell<'_>| Point::of(&name(cell), cell.nodes, cell.quality.as_ref());
            row.configurations.iter().filter_map(point).collect::<Vec<Point>>()
        };
        let points = self.depths.iter().flat_map(at).collect();
        let bar = |cell: &Cell<'_>| {
            let Cell { nodes, percent, solved, solvable, .. } = *cell;
            Bar { name: cell.name.to_owned(), nodes, percent, solved, solvable }
        };
        self.depths.last().map_or_else(Charts::default, |row| {
            Charts::of_rows(row.limit, row.configurations.iter().map(bar).collect(), points)
        })
    }

    /// Agreement and loss by depth, where the moves were judged.
    fn quality_blocks(&self) -> Vec<Block> {
        let Some(qualities) = self.qualities else { return Vec::new() };
        let headings = ["d", "ID", "Nodes"].into_iter().chain(Quality::HEADINGS);
        let mut table = Table::new(headings);
        for row in &self.depths {
            for cell in &row.configurations {
                let [agreement, loss, front] = Quality::cells(cell.quality.as_ref());
                let (name, nodes) = (cell.name.to_owned(), words::count(cell.nodes));
                table.row([depth(row.limit), name, nodes, agreement, loss, front]);
            }
        }
        let meaning = Block::Paragraph(qualities.meaning());
        vec![Block::Table(table.aligned_by_cells()), meaning]
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let total = "Nodes of the whole suite; every depth is a search of its own from depth 1 on,\n\
                     and % is of the first column.";
        let mut blocks = vec![Block::Table(self.table()), Block::Paragraph(total.to_owned())];
        if self.has_solutions() {
            let meaning = format!("{MEANING} at that depth, in seconds.");
            blocks.push(Block::Paragraph(meaning));
        }
        blocks.extend(self.quality_blocks());
        blocks.extend(faults::blocks(&self.faults));
        blocks
    }

    /// For every configuration but the first its name and, by depth, its nodes in percent of the
    /// first one's.
    #[must_use]
    pub fn percents(&self) -> Vec<(&'a str, Vec<(i64, f64)>)> {
        let others = 1..self.plan.configurations.len();
        let line = |index: usize| {
            let points = self.depths.iter().filter_map(|row| {
                Some((depth(row.limit).parse().ok()?, row.configurations[index].percent))
            });
            (self.plan.configurations[index].name.as_str(), points.collect())
        };
        others.map(line).collect()
    }

    /// The name of the configuration that the others are compared with.
    #[must_use]
    pub fn baseline(&self) -> &'a str {
        self.plan.configurations.first().map_or("", |configuration| configuration.name.as_str())
    }

    /// Whether for some depth the effort to solution is known of all configurations.
    fn has_solutions(&self) -> bool {
        self.depths
            .iter()
            .flat_map(|row| &row.configurations)
            .any(|cell| cell.to_solution.seconds.is_some())
    }

    fn table(&self) -> Table {
        let has_solutions = self.has_solutions();
        let headings =
            self.plan.configurations.iter().enumerate().flat_map(|(i, configuration)| {
                let percent = (i > 0).then(|| "%".to_owned());
                let to_solution = has_solutions.then(|| "to solution".to_owned());
                std::iter::once(configuration.name.clone()).chain(percent).chain(to_solution)
            });
        let mut table = Table::new(std::iter::once("d".to_owned()).chain(headings));
        for row in &self.depths {
            let mut cells = vec![depth(row.limit)];
            for (i, cell) in row.configurations.iter().enumerate() {
                cells.push(words::count(cell.nodes));
                cells.extend((i > 0).then(|| percent(cell.percent)));
                let [_, to_solution] = cell.to_solution.cells(words::count, 2, "-");
                cells.extend(has_solutions.then_some(to_solution));
            }
            table.row(cells);
        }
        table.aligned_by_cells()
    }

    fn csv(&self) -> Vec<Vec<String>> {
        let is_judged = self.qualities.is_some();
        let quality = Quality::KEYS.into_iter().filter(|_| is_judged);
        let header = ["depth", "id"].into_iter().chain(RESULTS).chain(quality);
        let mut rows = vec![header.map(str::to_owned).collect::<Vec<String>>()];
        for row in &self.depths {
            rows.extend(row.configurations.iter().map(|cell| {
                let [nodes, seconds] = cell.to_solution.cells(|nodes| nodes.to_string(), 3, "");
                let results = [
                    depth(row.limit),
                    cell.name.to_owned(),
                    cell.nodes.to_string(),
                    format!("{:.3}", cell.percent),
                    cell.solved.to_string(),
                    cell.solvable.to_string(),
                    format!("{:.3}", cell.seconds),
                    nodes,
                    seconds,
                ];
                let quality = Quality::csv(cell.quality.as_ref());
                results.into_iter().chain(quality.into_iter().filter(|_| is_judged)).collect()
            }));
        }
        rows
    }
}

impl<'a> Cell<'a> {
    fn new(name: &'a str, total: &Total, base: &Total, to_solution: ToSolution) -> Cell<'a> {
        Cell {
            name,
            nodes: total.nodes,
            percent: total.percent_of(base),
            solved: total.solved,
            solvable: total.solvable,
            seconds: total.time.as_secs_f64(),
            to_solution,
            quality: None,
        }
    }
}

/// The number in `depth 8`.
fn depth(limit: &str) -> String {
    limit.trim_start_matches("depth ").to_owned()
}
