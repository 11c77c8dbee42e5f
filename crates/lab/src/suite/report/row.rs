//! The results of one configuration under one limit: the row that the tables of all plans have in common.

use std::time::Duration;

use document::Block;
use serde::Serialize;

use super::faults::{self, FaultRow};
use super::{percent, solved};
use crate::suite::plan::{PlanFacts, Task};
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
}

/// The meaning of "to solution"; the number of these positions follows it.
pub(super) const TO_SOLUTION: &str = "To solution: until the best move of the search solved the position and \
                                      stayed one that does, added up over the positions that all solve";

/// The searches of a plan, and the parts of a report that do not depend on its form.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Searched<'a> {
    pub(super) plan: &'a PlanFacts,
    #[serde(skip)]
    pub(super) records: &'a Records,
    /// Faults of programs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<FaultRow>,
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
    /// The columns of its results in tables.
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
}

impl<'a> Searched<'a> {
    pub(super) fn new(plan: &'a PlanFacts, records: &'a Records) -> Searched<'a> {
        Searched { plan, records, faults: faults::faults(records) }
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
            }
        })
    }

    /// The faults as a table, where there are any.
    pub(super) fn faults(&self) -> Vec<Block> {
        faults::blocks(&self.faults)
    }
}
