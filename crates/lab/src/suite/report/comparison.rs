//! Configurations side by side under one limit, as in Eiriksson's Table 1.

use std::collections::BTreeMap;

use document::{Block, Table};
use engine::{Count, Technique};
use serde::Serialize;

use super::multi_cut::{MultiCutColumns, multi_cut_columns};
use super::row::{Row, Searched};
use super::{Charts, View, percent};
use crate::suite::plan::{Plan, Task};
use crate::suite::record::{Records, SearchRecord};
use stats::words;

/// Configurations compared.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison<'a> {
    #[serde(flatten)]
    searched: Searched<'a>,
    /// A row for every configuration.
    configurations: Vec<Compared<'a>>,
    /// The number of positions that all configurations solve.
    solved_by_all: usize,
}

/// The results of one configuration.
#[derive(Clone, Debug, Serialize)]
struct Compared<'a> {
    #[serde(flatten)]
    row: Row,
    search: &'a str,
    /// Every form of multi-cut that is on.
    multi_cut: Vec<MultiCutColumns>,
    /// Positions solved that the first configuration does not solve, and the other way round.
    gained: Vec<String>,
    lost: Vec<String>,
    techniques: BTreeMap<String, Count>,
    searches: Vec<&'a SearchRecord>,
}

impl<'a> Comparison<'a> {
    /// The results under the plan's first limit.
    pub(super) fn new(plan: &Plan, searched: Searched<'a>) -> Comparison<'a> {
        let (facts, records) = (searched.plan, searched.records);
        let compared = |(configuration, row): (usize, Row)| {
            let search = plan.configurations[configuration].engine.in_process();
            Compared {
                row,
                search: &facts.configurations[configuration].search,
                multi_cut: search.map_or_else(Vec::new, |one| multi_cut_columns(&one.search)),
                gained: solved_by_first_alone(plan, records, configuration, 0),
                lost: solved_by_first_alone(plan, records, 0, configuration),
                techniques: technique_counts(records.of(configuration, 0)),
                searches: records.of(configuration, 0).collect(),
            }
        };
        Comparison {
            configurations: searched.rows(0).enumerate().map(compared).collect(),
            solved_by_all: searched.solved_by_all(0).len(),
            searched,
        }
    }

    /// Nodes and positions solved, after those columns of multi-cut in which configurations differ.
    fn candidates(&self) -> Table {
        let cells = |one: &Compared<'_>| MultiCutColumns::cells(&one.multi_cut, "-");
        let all: Vec<[String; 6]> = self.configurations.iter().map(cells).collect();
        let varies = |column: &usize| all.iter().any(|row| row[*column] != all[0][*column]);
        let varying: Vec<usize> = (0..MultiCutColumns::HEADINGS.len()).filter(varies).collect();
        let headings = varying.iter().map(|&column| MultiCutColumns::HEADINGS[column].to_owned());
        let mut table =
            Table::new(headings.chain(Row::HEADINGS.into_iter().chain(["ID"]).map(str::to_owned)));
        for (Compared { row, .. }, cells) in self.configurations.iter().zip(&all) {
            let varying = varying.iter().map(|&column| cells[column].clone());
            table.row(varying.chain(row.cells()).chain([row.name.clone()]));
        }
        table.aligned_by_cells()
    }

    fn speed(&self) -> Table {
        let is_known = self.searched.to_solution().is_some();
        let to_solution = ["Nodes to solution", "Seconds to solution"].into_iter();
        let to_solution = to_solution.filter(|_| is_known);
        let headings = ["ID", "Seconds", "Nodes/s", "Gained", "Lost"].into_iter();
        let mut table = Table::new(headings.chain(to_solution));
        for Compared { row, gained, lost, .. } in &self.configurations {
            let speed =
                row.nodes_per_second.map_or("-".to_owned(), |speed| words::count(speed as u64));
            let (gained, lost) = (gained.len().to_string(), lost.len().to_string());
            let cells = [row.name.clone(), format!("{:.1}", row.seconds), speed, gained, lost];
            let to_solution = row.to_solution(words::count, 2, "-").into_iter();
            table.row(cells.into_iter().chain(to_solution.filter(|_| is_known)));
        }
        table.aligned_by_cells()
    }

    fn techniques(&self) -> Table {
        let mut table = Table::new(["ID", "Technique", "Tried", "Cut", "Cut %", "Nodes %"]);
        for Compared { row, techniques, .. } in &self.configurations {
            let counts = Technique::ALL.iter().filter_map(|technique| {
                Some((technique.name(), techniques.get(technique.name())?))
            });
            for (name, count) in counts {
                let share =
                    |part: u64, whole: u64| percent(100.0 * part as f64 / whole.max(1) as f64);
                table.row([
                    row.name.clone(),
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
}

impl View for Comparison<'_> {
    fn searched(&self) -> &Searched<'_> {
        &self.searched
    }

    fn charts(&self) -> Charts {
        let rows = self.configurations.iter().map(|one| one.row.clone()).collect();
        let limit = self.searched.plan.limits.first().map_or("", String::as_str);
        Charts::of_rows(limit, rows)
    }

    fn blocks(&self) -> Vec<Block> {
        let mut blocks = vec![Block::Table(self.candidates()), Block::Table(self.speed())];
        blocks.push(Block::Paragraph(
            "Gained: solved here and not by the first configuration; lost: the other way round."
                .to_owned(),
        ));
        blocks.extend(self.searched.to_solution().map(Block::Paragraph));
        blocks.extend(self.searched.faults());
        if self.configurations.iter().any(|one| !one.techniques.is_empty()) {
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

    fn csv(&self) -> Vec<Vec<String>> {
        let header = ["id"].into_iter().chain(MultiCutColumns::KEYS).chain(Row::KEYS);
        let mut rows = vec![header.chain(["search"]).map(str::to_owned).collect()];
        rows.extend(self.configurations.iter().map(
            |Compared { row, multi_cut, search, .. }| {
                let cells =
                    [row.name.clone()].into_iter().chain(MultiCutColumns::cells(multi_cut, ""));
                cells.chain(row.csv()).chain([(*search).to_owned()]).collect()
            },
        ));
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
        records.is_solved(Task { configuration, limit: 0, position })
    };
    let positions = plan.suite.positions.iter().enumerate();
    let alone = positions.filter(|(i, _)| is_solved(first, *i) && !is_solved(second, *i));
    alone
        .map(|(i, position)| position.id.clone().unwrap_or_else(|| format!("position {}", i + 1)))
        .collect()
}

/// The work of each technique in these searches.
fn technique_counts<'a>(
    records: impl Iterator<Item = &'a SearchRecord>,
) -> BTreeMap<String, Count> {
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    for (name, count) in records.flat_map(|record| &record.techniques) {
        *counts.entry(name.clone()).or_default() += *count;
    }
    counts
}
