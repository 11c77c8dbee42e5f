//! Configurations side by side under one limit, as in Eiriksson's Table 1.

use std::collections::BTreeMap;

use document::{Block, Table};
use engine::Technique;
use serde::Serialize;

use super::faults::{self, FaultRow};
use super::multi_cut::{MultiCutColumns, multi_cut_columns};
use super::solutions::{Solutions, ToSolution};
use super::{Bar, Charts, Point, RenderError, Rendering, percent, solved};
use crate::suite::plan::{Plan, PlanFacts, Task};
use crate::suite::quality::{Qualities, Quality};
use crate::suite::record::{Records, SearchRecord, TechniqueCount};
use stats::words;

/// Configurations compared.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison<'a> {
    /// The searches.
    plan: &'a PlanFacts,
    /// A row for every configuration.
    configurations: Vec<Row<'a>>,
    /// The number of positions that all configurations solve.
    solved_by_all: usize,
    /// Faults of programs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<FaultRow>,
    /// The reference by which the moves were judged, where they were.
    #[serde(flatten)]
    qualities: Option<&'a Qualities>,
    #[serde(skip)]
    solutions: Solutions,
}

/// The results of one configuration.
#[derive(Clone, Debug, Serialize)]
struct Row<'a> {
    name: &'a str,
    search: &'a str,
    /// Every form of multi-cut that is on.
    multi_cut: Vec<MultiCutColumns>,
    nodes: u64,
    /// Nodes in percent of the first configuration's.
    percent: f64,
    solved: u64,
    solvable: u64,
    /// Positions solved that the first configuration does not solve, and the other way round.
    gained: Vec<String>,
    lost: Vec<String>,
    /// Time of all searches, one after the other.
    seconds: f64,
    nodes_per_second: Option<f64>,
    #[serde(flatten)]
    to_solution: ToSolution,
    #[serde(skip_serializing_if = "Option::is_none")]
    quality: Option<Quality>,
    techniques: BTreeMap<String, TechniqueCount>,
    searches: Vec<&'a SearchRecord>,
}

impl<'a> Comparison<'a> {
    /// The results under the plan's first limit, with the quality of the moves where they were judged.
    #[must_use]
    pub fn new(
        plan: &Plan,
        facts: &'a PlanFacts,
        records: &'a Records,
        qualities: Option<&'a Qualities>,
    ) -> Comparison<'a> {
        let base = records.total(0, 0);
        let solutions = Solutions::new(facts, records, 0);
        let row = |configuration: usize| {
            let total = records.total(configuration, 0);
            let facts = &facts.configurations[configuration];
            Row {
                name: &facts.name,
                search: &facts.search,
                multi_cut: plan.configurations[configuration]
                    .engine
                    .search()
                    .map_or_else(Vec::new, multi_cut_columns),
                nodes: total.nodes,
                percent: total.percent_of(&base),
                solved: total.solved,
                solvable: total.solvable,
                gained: solved_by_first_alone(plan, records, configuration, 0),
                lost: solved_by_first_alone(plan, records, 0, configuration),
                seconds: total.time.as_secs_f64(),
                nodes_per_second: total.nodes_per_second(),
                to_solution: solutions.of(configuration),
                quality: qualities.and_then(|qualities| qualities.of(configuration, 0)),
                techniques: total.techniques,
                searches: records.of(configuration, 0).collect(),
            }
        };
        let configurations = (0..plan.configurations.len()).map(row).collect();
        Comparison {
            plan: facts,
            configurations,
            solved_by_all: solutions.positions,
            faults: faults::faults(facts, records),
            qualities,
            solutions,
        }
    }

    /// The results in every form.
    ///
    /// # Errors
    /// Only on a bug.
    pub fn render(&self) -> Result<Rendering, RenderError> {
        Rendering::of_plan(self.plan, self.blocks(), &self.charts(), &self.csv(), self)
    }

    pub(super) fn charts(&self) -> Charts {
        let point = |row: &Row<'_>| Point::of(row.name, row.nodes, row.quality.as_ref());
        let bar = |row: &Row<'_>| {
            let Row { nodes, percent, solved, solvable, .. } = *row;
            Bar { name: row.name.to_owned(), nodes, percent, solved, solvable }
        };
        let limit = self.plan.limits.first().map_or("", String::as_str);
        let bars = self.configurations.iter().map(bar).collect();
        Charts::of_rows(limit, bars, self.configurations.iter().filter_map(point).collect())
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let mut blocks = vec![Block::Table(self.candidates()), Block::Table(self.speed())];
        blocks.push(Block::Paragraph(
            "Gained: solved here and not by the first configuration; lost: the other way round."
                .to_owned(),
        ));
        blocks.extend(self.qualities.map(|qualities| Block::Paragraph(qualities.meaning())));
        blocks.extend(self.solutions.meaning().map(Block::Paragraph));
        blocks.extend(faults::blocks(&self.faults));
        if self.configurations.iter().any(|row| !row.techniques.is_empty()) {
            blocks.push(Block::Table(self.techniques()));
            blocks.push(Block::Paragraph(
                "Cut: pruned, or for a reduction not searched again. Nodes: visited on the \
                 technique's account, in percent of all; what is inside two techniques counts \
                 for both."
                    .to_owned(),
            ));
        }
        blocks
    }

    /// Nodes and positions solved, after those columns of multi-cut in which configurations differ.
    fn candidates(&self) -> Table {
        let cells = |row: &Row<'_>| MultiCutColumns::cells(&row.multi_cut, "-");
        let all: Vec<[String; 6]> = self.configurations.iter().map(cells).collect();
        let varies = |column: &usize| all.iter().any(|row| row[*column] != all[0][*column]);
        let varying: Vec<usize> = (0..MultiCutColumns::HEADINGS.len()).filter(varies).collect();
        let headings = varying.iter().map(|&column| MultiCutColumns::HEADINGS[column]);
        let is_judged = self.qualities.is_some();
        let quality = Quality::HEADINGS.into_iter().filter(|_| is_judged);
        let headings = headings.chain(["Nodes", "%", "Solved"]).chain(quality).chain(["ID"]);
        let mut table = Table::new(headings);
        for (row, cells) in self.configurations.iter().zip(&all) {
            let results =
                [words::count(row.nodes), percent(row.percent), solved(row.solved, row.solvable)];
            let quality = Quality::cells(row.quality.as_ref()).into_iter().filter(|_| is_judged);
            let varying = varying.iter().map(|&column| cells[column].clone());
            table.row(varying.chain(results).chain(quality).chain([row.name.to_owned()]));
        }
        table.aligned_by_cells()
    }

    fn speed(&self) -> Table {
        let is_known = self.solutions.meaning().is_some();
        let to_solution = ["Nodes to solution", "Seconds to solution"].into_iter();
        let to_solution = to_solution.filter(|_| is_known);
        let headings = ["ID", "Seconds", "Nodes/s", "Gained", "Lost"].into_iter();
        let mut table = Table::new(headings.chain(to_solution));
        for row in &self.configurations {
            let speed =
                row.nodes_per_second.map_or("-".to_owned(), |speed| words::count(speed as u64));
            let (gained, lost) = (row.gained.len().to_string(), row.lost.len().to_string());
            let cells = [row.name.to_owned(), format!("{:.1}", row.seconds), speed, gained, lost];
            let to_solution = row.to_solution.cells(words::count, 2, "-").into_iter();
            table.row(cells.into_iter().chain(to_solution.filter(|_| is_known)));
        }
        table.aligned_by_cells()
    }

    fn techniques(&self) -> Table {
        let mut table = Table::new(["ID", "Technique", "Tried", "Cut", "Cut %", "Nodes %"]);
        for row in &self.configurations {
            let counts = Technique::ALL.iter().filter_map(|technique| {
                Some((technique.name(), row.techniques.get(technique.name())?))
            });
            for (name, count) in counts {
                let share =
                    |part: u64, whole: u64| percent(100.0 * part as f64 / whole.max(1) as f64);
                table.row([
                    row.name.to_owned(),
                    name.to_owned(),
                    words::count(count.tried),
                    words::count(count.cut),
                    share(count.cut, count.tried),
                    share(count.nodes, row.nodes),
                ]);
            }
        }
        table.aligned_by_cells()
    }

    fn csv(&self) -> Vec<Vec<String>> {
        let results = [
            "nodes",
            "percent",
            "solved",
            "solvable",
            "seconds",
            "nodes_per_second",
            "nodes_to_solution",
            "seconds_to_solution",
        ];
        let is_judged = self.qualities.is_some();
        let quality = Quality::KEYS.into_iter().filter(|_| is_judged);
        let header = ["id"].into_iter().chain(MultiCutColumns::KEYS).chain(results);
        let header = header.chain(quality).chain(["search"]);
        let mut rows = vec![header.map(str::to_owned).collect::<Vec<String>>()];
        for row in &self.configurations {
            let mut cells = vec![row.name.to_owned()];
            cells.extend(MultiCutColumns::cells(&row.multi_cut, ""));
            cells.extend([row.nodes.to_string(), format!("{:.3}", row.percent)]);
            cells.extend([row.solved.to_string(), row.solvable.to_string()]);
            cells.push(format!("{:.3}", row.seconds));
            cells.push(row.nodes_per_second.map_or(String::new(), |speed| format!("{speed:.0}")));
            cells.extend(row.to_solution.cells(|nodes| nodes.to_string(), 3, ""));
            cells.extend(Quality::csv(row.quality.as_ref()).into_iter().filter(|_| is_judged));
            cells.push(row.search.to_owned());
            rows.push(cells);
        }
        rows
    }
}

/// The positions that one configuration solves and the other does not.
fn solved_by_first_alone(
    plan: &Plan,
    records: &Records,
    first: usize,
    second: usize,
) -> Vec<String> {
    let is_solved = |configuration: usize, position: usize| {
        let record = records.get(Task { configuration, limit: 0, position });
        record.and_then(|record| record.solved) == Some(true)
    };
    let positions = plan.suite.positions.iter().enumerate();
    let alone = positions.filter(|(i, _)| is_solved(first, *i) && !is_solved(second, *i));
    alone
        .map(|(i, position)| position.id.clone().unwrap_or_else(|| format!("position {}", i + 1)))
        .collect()
}
