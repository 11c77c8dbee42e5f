//! The results of a sweep: a row for every combination.

use document::{Block, Table, number};
use serde::Serialize;

use super::faults::{self, FaultRow};
use super::solutions::{Solutions, ToSolution};
use super::{Charts, Point, RESULTS, RenderError, Rendering, percent, solved};
use crate::suite::configuration::Configuration;
use crate::suite::grid::Grid;
use crate::suite::plan::PlanFacts;
use crate::suite::quality::{Qualities, Quality};
use crate::suite::record::{Records, Total};
use stats::words;
use uci_client::OptionValue;

/// The combinations of a grid compared with its baseline.
#[derive(Clone, Debug, Serialize)]
pub struct Sweep<'a> {
    plan: &'a PlanFacts,
    /// The parameters that are varied.
    axes: Vec<String>,
    baseline: Combination,
    combinations: Vec<Combination>,
    /// Configurations without variation.
    references: Vec<Combination>,
    /// Combinations that make no sense, and why.
    skipped: Vec<(&'a str, &'a str)>,
    /// Faults of programs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<FaultRow>,
    /// The reference by which the moves were judged, where they were.
    #[serde(flatten)]
    qualities: Option<&'a Qualities>,
    #[serde(skip)]
    solutions: Solutions,
}

#[derive(Clone, Debug, Serialize)]
struct Combination {
    name: String,
    /// A value for every axis; none for the baseline.
    values: Vec<OptionValue>,
    nodes: u64,
    /// Nodes in percent of the baseline's.
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

impl<'a> Sweep<'a> {
    /// The results of a plan made of [`Grid::configurations`], with the quality of the moves where they were judged.
    #[must_use]
    pub fn new(
        grid: &'a Grid,
        facts: &'a PlanFacts,
        records: &Records,
        qualities: Option<&'a Qualities>,
    ) -> Sweep<'a> {
        let base = records.total(0, 0);
        let solutions = Solutions::new(facts, records, 0);
        let combination = |index: usize, name: &str, values: &[OptionValue]| {
            let (total, to_solution) = (records.total(index, 0), solutions.of(index));
            let quality = qualities.and_then(|qualities| qualities.of(index, 0));
            Combination { quality, ..Combination::new(name, values, &total, &base, to_solution) }
        };
        let points = grid
            .points
            .iter()
            .enumerate()
            .map(|(i, point)| combination(i + 1, &point.configuration.name, &point.values));
        let reference = |(i, configuration): (usize, &Configuration)| {
            combination(1 + grid.points.len() + i, &configuration.name, &[])
        };
        let skipped = grid.skipped.iter();
        Sweep {
            plan: facts,
            axes: grid.axes.iter().map(ToString::to_string).collect(),
            baseline: combination(0, &grid.baseline.name, &[]),
            combinations: points.collect(),
            references: grid.references.iter().enumerate().map(reference).collect(),
            skipped: skipped
                .map(|skipped| (skipped.name.as_str(), skipped.reason.as_str()))
                .collect(),
            faults: faults::faults(facts, records),
            qualities,
            solutions,
        }
    }

    /// Names and nodes of the reference levels: the baseline, and configurations in which nothing
    /// is varied.
    pub fn levels(&self) -> impl Iterator<Item = (&str, u64)> {
        let all = std::iter::once(&self.baseline).chain(&self.references);
        all.map(|row| (row.name.as_str(), row.nodes))
    }

    /// Values and nodes of every combination.
    pub fn points(&self) -> impl Iterator<Item = (&[OptionValue], u64)> {
        self.combinations.iter().map(|row| (row.values.as_slice(), row.nodes))
    }

    /// The results in every form but the plot.
    ///
    /// # Errors
    /// Only on a bug.
    pub fn render(&self) -> Result<Rendering, RenderError> {
        Rendering::of_plan(self.plan, self.blocks(), &self.charts(), &self.csv(), self)
    }

    /// The fewest nodes are a block of their own.
    pub(super) fn charts(&self) -> Charts {
        let point = |row: &Combination| Point::of(&row.label(), row.nodes, row.quality.as_ref());
        Charts { points: self.rows().filter_map(point).collect(), ..Charts::default() }
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let mut blocks = vec![Block::Table(self.table())];
        let by_depth = self.plan.limits.iter().any(|limit| limit.starts_with("depth"));
        let fewest = self.combinations.iter().min_by_key(|row| row.nodes).filter(|_| by_depth);
        if let Some(fewest) = fewest {
            let (nodes, share) = (words::count(fewest.nodes), percent(fewest.percent));
            let baseline = &self.baseline.name;
            let unjudged = match self.qualities {
                Some(_) => "",
                None => {
                    " Fewer nodes are better only where the moves are as good, which is not judged."
                }
            };
            blocks.push(Block::Paragraph(format!(
                "Fewest nodes: {} with {nodes}, {share} of {baseline}.{unjudged}",
                fewest.name
            )));
        }
        blocks.extend(self.front().map(Block::Paragraph));
        blocks.extend(self.qualities.map(|qualities| Block::Paragraph(qualities.meaning())));
        blocks.extend(self.solutions.meaning().map(Block::Paragraph));
        blocks.extend(faults::blocks(&self.faults));
        if !self.skipped.is_empty() {
            let mut table = Table::new(["Skipped", "why"]).of_words();
            self.skipped.iter().for_each(|(name, reason)| table.row([*name, *reason]));
            blocks.push(Block::Table(table));
        }
        blocks
    }

    /// The front of nodes against loss, in a sentence.
    fn front(&self) -> Option<String> {
        let mut front: Vec<(&Combination, Quality)> = self
            .rows()
            .filter_map(|row| Some((row, row.quality.filter(|quality| quality.on_front)?)))
            .collect();
        front.sort_by_key(|(row, _)| row.nodes);
        // Rows that search alike are one place of the front.
        let places = front.chunk_by(|(one, _), (other, _)| one.nodes == other.nodes);
        let places = places.filter_map(|rows| {
            let (first, quality) = rows.first()?;
            let names: Vec<String> = rows.iter().map(|(row, _)| row.label()).collect();
            let (names, nodes) = (names.join(", "), words::count(first.nodes));
            let loss = number::percent(quality.loss.mean);
            Some(format!("{names} ({nodes} nodes, loses {loss})"))
        });
        let places = places.collect::<Vec<String>>().join("; ");
        (!places.is_empty()).then(|| format!("On the front of nodes against loss: {places}."))
    }

    fn table(&self) -> Table {
        let is_known = self.solutions.meaning().is_some();
        let to_solution = is_known.then(|| "Seconds to solution".to_owned());
        let is_judged = self.qualities.is_some();
        let quality = Quality::HEADINGS.into_iter().filter(|_| is_judged).map(str::to_owned);
        let results = ["Nodes", "%", "Solved"].map(str::to_owned).into_iter().chain(quality);
        let results = results.chain(["Seconds".to_owned()]).chain(to_solution);
        let id = (!self.references.is_empty()).then(|| "ID".to_owned());
        let mut table = Table::new(self.axes.iter().cloned().chain(results).chain(id.clone()));
        for combination in self.rows() {
            let Combination { nodes, solved: of_these, solvable, seconds, .. } = *combination;
            let results =
                [words::count(nodes), percent(combination.percent), solved(of_these, solvable)];
            let quality = Quality::cells(combination.quality.as_ref()).into_iter();
            let results = results.into_iter().chain(quality.filter(|_| is_judged));
            let results = results.chain([format!("{seconds:.1}")]);
            let is_named = combination.values.is_empty();
            let name = if is_named { combination.name.clone() } else { String::new() };
            let values = self.values(combination, "-");
            let [_, to_solution] = combination.to_solution.cells(words::count, 2, "-");
            let results = results.chain(is_known.then_some(to_solution));
            table.row(values.chain(results).chain(id.is_some().then_some(name)));
        }
        table.aligned_by_cells()
    }

    fn csv(&self) -> Vec<Vec<String>> {
        let is_judged = self.qualities.is_some();
        let quality = Quality::KEYS.into_iter().filter(|_| is_judged);
        let results = RESULTS.into_iter().chain(quality).map(str::to_owned);
        let mut rows = vec![self.axes.iter().cloned().chain(results).collect::<Vec<String>>()];
        for combination in self.rows() {
            let Combination { nodes, percent, solved, solvable, seconds, to_solution, .. } =
                combination;
            let results = [
                nodes.to_string(),
                format!("{percent:.3}"),
                solved.to_string(),
                solvable.to_string(),
                format!("{seconds:.3}"),
            ];
            let to_solution = to_solution.cells(|nodes| nodes.to_string(), 3, "");
            let quality = Quality::csv(combination.quality.as_ref()).into_iter();
            let quality = quality.filter(|_| is_judged);
            let values = self.values(combination, "");
            rows.push(values.chain(results).chain(to_solution).chain(quality).collect());
        }
        rows
    }

    fn rows(&self) -> impl Iterator<Item = &Combination> {
        std::iter::once(&self.baseline).chain(&self.references).chain(&self.combinations)
    }

    /// A cell for every axis; the baseline has no values.
    fn values(&self, combination: &Combination, none: &str) -> impl Iterator<Item = String> {
        (0..self.axes.len())
            .map(|i| combination.values.get(i).map_or(none.to_owned(), ToString::to_string))
            .collect::<Vec<String>>()
            .into_iter()
    }
}

impl Combination {
    fn new(
        name: &str,
        values: &[OptionValue],
        total: &Total,
        base: &Total,
        to_solution: ToSolution,
    ) -> Combination {
        Combination {
            name: name.to_owned(),
            values: values.to_vec(),
            nodes: total.nodes,
            percent: total.percent_of(base),
            solved: total.solved,
            solvable: total.solvable,
            seconds: total.time.as_secs_f64(),
            to_solution,
            quality: None,
        }
    }

    /// The values of the varied parameters, or the name where nothing is varied.
    fn label(&self) -> String {
        match self.values.as_slice() {
            [] => self.name.clone(),
            values => values.iter().map(ToString::to_string).collect::<Vec<String>>().join(" / "),
        }
    }
}
