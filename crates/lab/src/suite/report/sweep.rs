//! The results of a sweep: a row for every combination.

use document::{Block, Table};
use serde::Serialize;

use super::row::{Row, Searched};
use super::{Charts, View, percent};
use crate::suite::grid::Grid;
use stats::words;
use uci_client::OptionValue;

/// The combinations of a grid compared with its baseline.
#[derive(Clone, Debug, Serialize)]
pub struct Sweep<'a> {
    #[serde(flatten)]
    searched: Searched<'a>,
    #[serde(skip)]
    pub(super) grid: &'a Grid,
    /// The parameters that are varied.
    axes: Vec<String>,
    baseline: Combination,
    combinations: Vec<Combination>,
    /// Configurations without variation.
    references: Vec<Combination>,
    /// Combinations that make no sense, and why.
    skipped: Vec<(&'a str, &'a str)>,
}

#[derive(Clone, Debug, Default, Serialize)]
struct Combination {
    #[serde(flatten)]
    row: Row,
    /// A value for every axis; none for the baseline.
    values: Vec<OptionValue>,
}

impl<'a> Sweep<'a> {
    /// The results of a plan made of [`Grid::configurations`].
    pub(super) fn new(grid: &'a Grid, searched: Searched<'a>) -> Sweep<'a> {
        let values = |index: usize| match index.checked_sub(1).and_then(|at| grid.points.get(at)) {
            Some(point) => point.values.clone(),
            None => Vec::new(),
        };
        let rows = searched.rows(0).enumerate();
        let mut rows = rows.map(|(index, row)| Combination { row, values: values(index) });
        let skipped = grid.skipped.iter();
        Sweep {
            axes: grid.axes.iter().map(ToString::to_string).collect(),
            baseline: rows.next().unwrap_or_default(),
            combinations: rows.by_ref().take(grid.points.len()).collect(),
            references: rows.collect(),
            skipped: skipped
                .map(|skipped| (skipped.name.as_str(), skipped.reason.as_str()))
                .collect(),
            searched,
            grid,
        }
    }

    /// Names and nodes of the reference levels: the baseline, and configurations in which nothing
    /// is varied.
    pub(super) fn levels(&self) -> impl Iterator<Item = (&str, u64)> {
        let all = std::iter::once(&self.baseline).chain(&self.references);
        all.map(|Combination { row, .. }| (row.name.as_str(), row.nodes))
    }

    /// Values and nodes of every combination.
    pub(super) fn points(&self) -> impl Iterator<Item = (&[OptionValue], u64)> {
        self.combinations.iter().map(|one| (one.values.as_slice(), one.row.nodes))
    }

    fn table(&self) -> Table {
        let is_known = self.searched.to_solution().is_some();
        let to_solution = is_known.then(|| "Seconds to solution".to_owned());
        let results =
            Row::HEADINGS.into_iter().chain(["Seconds"]).map(str::to_owned).chain(to_solution);
        let id = (!self.references.is_empty()).then(|| "ID".to_owned());
        let mut table = Table::new(self.axes.iter().cloned().chain(results).chain(id.clone()));
        for Combination { row, values } in self.rows() {
            let [_, to_solution] = row.to_solution(words::count, 2, "-");
            let results = row.cells().into_iter().chain([format!("{:.1}", row.seconds)]);
            let results = results.chain(is_known.then_some(to_solution));
            let name = if values.is_empty() { row.name.clone() } else { String::new() };
            let values = self.values(values, "-");
            table.row(values.chain(results).chain(id.is_some().then_some(name)));
        }
        table.aligned_by_cells()
    }

    fn rows(&self) -> impl Iterator<Item = &Combination> {
        std::iter::once(&self.baseline).chain(&self.references).chain(&self.combinations)
    }

    /// A cell for every axis; the baseline has no values.
    fn values(&self, values: &[OptionValue], none: &str) -> impl Iterator<Item = String> {
        (0..self.axes.len()).map(|i| values.get(i).map_or(none.to_owned(), ToString::to_string))
    }
}

impl View for Sweep<'_> {
    fn searched(&self) -> &Searched<'_> {
        &self.searched
    }

    /// The fewest nodes are a block of their own.
    fn charts(&self) -> Charts {
        Charts::default()
    }

    fn blocks(&self) -> Vec<Block> {
        let mut blocks = vec![Block::Table(self.table())];
        let by_depth = self.searched.plan.limits.iter().any(|limit| limit.starts_with("depth"));
        let rows = self.combinations.iter().map(|one| &one.row);
        let fewest = rows.min_by_key(|row| row.nodes).filter(|_| by_depth);
        if let Some(fewest) = fewest {
            let (nodes, share) = (words::count(fewest.nodes), percent(fewest.percent));
            let baseline = &self.baseline.row.name;
            blocks.push(Block::Paragraph(format!(
                "Fewest nodes: {} with {nodes}, {share} of {baseline}. Fewer nodes are better only where the \
                 moves are as good, which a match shows.",
                fewest.name
            )));
        }
        blocks.extend(self.searched.to_solution().map(Block::Paragraph));
        blocks.extend(self.searched.faults());
        if !self.skipped.is_empty() {
            let mut table = Table::new(["Skipped", "why"]).of_words();
            self.skipped.iter().for_each(|(name, reason)| table.row([*name, *reason]));
            blocks.push(Block::Table(table));
        }
        blocks
    }

    fn csv(&self) -> Vec<Vec<String>> {
        let header = self.axes.iter().cloned().chain(Row::KEYS.map(str::to_owned));
        let mut rows = vec![header.collect::<Vec<String>>()];
        rows.extend(
            self.rows().map(|Combination { row, values }| {
                self.values(values, "").chain(row.csv()).collect()
            }),
        );
        rows
    }
}
