//! The results of one configuration under one limit: the row that the tables of all plans have in common.

use std::time::Duration;

use document::Block;
use serde::Serialize;

use super::faults::{self, FaultRow};
use super::{percent, solved};
use crate::suite::plan::{PlanFacts, Task};
use crate::suite::quality::{Qualities, Quality};
use crate::suite::record::Records;
use crate::suite::solution::Solution;
use stats::words;

/// The results of one configuration under one limit.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) nodes: u64,
    /// Nodes in percent of the first configuration's under this limit.
    pub(super) percent: f64,
    pub(super) solved: u64,
    pub(super) solvable: u64,
    /// Time of all searches, one after the other.
    pub(super) seconds: f64,
    pub(super) nodes_per_second: Option<f64>,
    /// The effort to solutions, added up over the positions that all configurations solve; `None` if it is unknown for some
    /// of them.
    pub(super) nodes_to_solution: Option<u64>,
    pub(super) seconds_to_solution: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) quality: Option<Quality>,
}

/// The meaning of "to solution"; the number of these positions follows it.
pub(super) const TO_SOLUTION: &str = "To solution: until the best move of the search solved the position and \
                                      stayed one that does, added up over the positions that all solve";

/// A point of the plot of nodes against loss.
#[derive(Clone, Debug)]
pub(super) struct Point {
    /// The name, or the values of the varied parameters.
    pub(super) name: String,
    /// Nodes of all positions.
    pub(super) nodes: u64,
    /// Mean loss of expected score.
    pub(super) loss: f64,
    /// Whether it is on the front.
    pub(super) on_front: bool,
}

/// The points on the front by their nodes: those of as many nodes, which search alike, are one place of it.
pub(super) fn front(points: &[Point]) -> Vec<Vec<&Point>> {
    let mut front: Vec<&Point> = points.iter().filter(|point| point.on_front).collect();
    front.sort_by_key(|point| point.nodes);
    front.chunk_by(|one, other| one.nodes == other.nodes).map(<[_]>::to_vec).collect()
}

/// The searches of a plan, and the parts of a report that do not depend on its form.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Searched<'a> {
    pub(super) plan: &'a PlanFacts,
    #[serde(skip)]
    pub(super) records: &'a Records,
    /// Faults of programs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<FaultRow>,
    /// The reference by which the moves were judged, where they were.
    #[serde(flatten)]
    pub(super) qualities: Option<&'a Qualities>,
}

impl Row {
    /// The columns of its results in CSV files.
    pub(super) const KEYS: [&'static str; 8] = [
        "nodes",
        "percent",
        "solved",
        "solvable",
        "seconds",
        "nodes_per_second",
        "nodes_to_solution",
        "seconds_to_solution",
    ];
    /// The columns of its results in tables, without those of [`Quality`].
    pub(super) const HEADINGS: [&'static str; 3] = ["Nodes", "%", "Solved"];

    /// The cells of [`Row::KEYS`].
    pub(super) fn csv(&self) -> [String; 8] {
        let [nodes_to_solution, seconds_to_solution] =
            self.to_solution(|nodes| nodes.to_string(), 3, "");
        [
            self.nodes.to_string(),
            format!("{:.3}", self.percent),
            self.solved.to_string(),
            self.solvable.to_string(),
            format!("{:.3}", self.seconds),
            self.nodes_per_second.map_or(String::new(), |speed| format!("{speed:.0}")),
            nodes_to_solution,
            seconds_to_solution,
        ]
    }

    /// The cells of [`Row::HEADINGS`].
    pub(super) fn cells(&self) -> [String; 3] {
        [words::count(self.nodes), percent(self.percent), solved(self.solved, self.solvable)]
    }

    /// The effort to solutions: cells of a table, or of a CSV file.
    pub(super) fn to_solution(
        &self,
        count: fn(u64) -> String,
        decimals: usize,
        none: &str,
    ) -> [String; 2] {
        let seconds = |seconds: f64| format!("{seconds:.decimals$}");
        [
            self.nodes_to_solution.map_or(none.to_owned(), count),
            self.seconds_to_solution.map_or(none.to_owned(), seconds),
        ]
    }

    /// Its point in the plot of nodes against loss, under this name; `None` where the moves were not judged.
    pub(super) fn point(&self, name: String) -> Option<Point> {
        let Quality { loss, on_front, .. } = self.quality?;
        Some(Point { name, nodes: self.nodes, loss: loss.mean, on_front })
    }
}

impl<'a> Searched<'a> {
    pub(super) fn new(
        plan: &'a PlanFacts,
        records: &'a Records,
        qualities: Option<&'a Qualities>,
    ) -> Searched<'a> {
        Searched { plan, records, faults: faults::faults(records), qualities }
    }

    /// The positions that all configurations solve under a limit.
    pub(super) fn solved_by_all(&self, limit: usize) -> Vec<usize> {
        let by_all = |position: &usize| {
            let position = *position;
            let task = |configuration| Task { configuration, limit, position };
            (0..self.plan.configurations.len()).all(|one| self.records.is_solved(task(one)))
        };
        (0..self.plan.positions).filter(by_all).collect()
    }

    /// The effort of a configuration's searches to the solutions of these positions; `None` if it is unknown for some.
    fn solutions(
        &self,
        (configuration, limit): (usize, usize),
        places: &[usize],
    ) -> Option<Vec<Solution>> {
        let record = |position| self.records.get(Task { configuration, limit, position });
        let all: Option<Vec<Solution>> =
            places.iter().map(|&place| record(place)?.solution).collect();
        all.filter(|all| !all.is_empty())
    }

    /// The meaning of the effort to solutions under the first limit, where it is known.
    pub(super) fn to_solution(&self) -> Option<String> {
        let solved = self.solved_by_all(0);
        let mut configurations = 0..self.plan.configurations.len();
        let is_known = configurations.any(|one| self.solutions((one, 0), &solved).is_some());
        is_known.then(|| format!("{TO_SOLUTION}: {}.", solved.len()))
    }

    /// A row for every configuration under a limit.
    pub(super) fn rows(&self, limit: usize) -> impl Iterator<Item = Row> {
        let (base, by_all) = (self.records.nodes(0, limit), self.solved_by_all(limit));
        self.plan.configurations.iter().enumerate().map(move |(index, configuration)| {
            let results = || self.records.of(index, limit).map(|record| record.solved);
            let time = self.records.of(index, limit).map(|record| record.microseconds).sum();
            let (nodes, time) = (self.records.nodes(index, limit), Duration::from_micros(time));
            let solutions = self.solutions((index, limit), &by_all);
            let solutions = solutions.as_deref();
            let seconds = |one: &Solution| one.microseconds as f64 / 1e6;
            Row {
                name: configuration.name.clone(),
                nodes,
                percent: 100.0 * nodes as f64 / base.max(1) as f64,
                solved: results().filter(|solved| *solved == Some(true)).count() as u64,
                solvable: results().flatten().count() as u64,
                seconds: time.as_secs_f64(),
                nodes_per_second: (!time.is_zero()).then(|| nodes as f64 / time.as_secs_f64()),
                nodes_to_solution: solutions.map(|all| all.iter().map(|one| one.nodes).sum()),
                seconds_to_solution: solutions.map(|all| all.iter().map(seconds).sum()),
                quality: self.qualities.and_then(|qualities| qualities.of(index, limit)),
            }
        })
    }

    /// The columns of a row in CSV files.
    pub(super) fn keys(&self) -> impl Iterator<Item = String> {
        let quality = self.qualities.map(|_| Quality::KEYS).into_iter().flatten();
        Row::KEYS.into_iter().chain(quality).map(str::to_owned)
    }

    /// The cells of these columns.
    pub(super) fn csv(&self, row: &Row) -> impl Iterator<Item = String> {
        let quality = self.qualities.map(|_| Quality::csv(row.quality.as_ref()));
        row.csv().into_iter().chain(quality.into_iter().flatten())
    }

    /// The columns of a row in tables.
    pub(super) fn headings(&self) -> impl Iterator<Item = String> {
        let quality = self.qualities.map(|_| Quality::HEADINGS).into_iter().flatten();
        Row::HEADINGS.into_iter().chain(quality).map(str::to_owned)
    }

    /// The cells of these columns.
    pub(super) fn cells(&self, row: &Row) -> impl Iterator<Item = String> {
        let quality = self.qualities.map(|_| Quality::cells(row.quality.as_ref()));
        row.cells().into_iter().chain(quality.into_iter().flatten())
    }

    /// The meaning of the columns of quality, where there are any.
    pub(super) fn meaning(&self) -> Option<Block> {
        self.qualities.map(|qualities| Block::Paragraph(qualities.meaning()))
    }

    /// The faults as a table, where there are any.
    pub(super) fn faults(&self) -> Vec<Block> {
        faults::blocks(&self.faults)
    }
}
