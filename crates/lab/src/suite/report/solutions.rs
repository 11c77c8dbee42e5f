//! The effort to find solutions, on the positions that all configurations solve.

use serde::Serialize;

use crate::suite::plan::{PlanFacts, Task};
use crate::suite::record::Records;
use crate::suite::solution::Solution;

/// The meaning of "to solution"; the number of these positions follows it.
pub(super) const MEANING: &str = "To solution: until the best move of the search solved the position and \
                                  stayed one that does, added up over the positions that all solve";

/// The effort to solutions under one limit of a plan.
#[derive(Clone, Debug)]
pub(super) struct Solutions {
    /// The number of positions that all configurations solve.
    pub(super) positions: usize,
    configurations: Vec<ToSolution>,
}

/// The effort of one configuration on the positions that all solve, added up; empty if it is
/// unknown for some of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(super) struct ToSolution {
    #[serde(rename = "nodes_to_solution")]
    pub(super) nodes: Option<u64>,
    #[serde(rename = "seconds_to_solution")]
    pub(super) seconds: Option<f64>,
}

impl Solutions {
    pub(super) fn new(facts: &PlanFacts, records: &Records, limit: usize) -> Solutions {
        let count = facts.configurations.len();
        let record = |configuration, position| records.get(Task { configuration, limit, position });
        let is_solved = |configuration: usize, position: usize| {
            records.is_solved(Task { configuration, limit, position })
        };
        let by_all =
            |position: &usize| (0..count).all(|configuration| is_solved(configuration, *position));
        let positions: Vec<usize> = (0..facts.positions).filter(by_all).collect();
        let total = |configuration: usize| {
            let solutions =
                positions.iter().map(|&position| record(configuration, position)?.solution);
            let solutions: Option<Vec<Solution>> = solutions.collect();
            ToSolution::of(solutions.as_deref().filter(|solutions| !solutions.is_empty()))
        };
        let configurations = (0..count).map(total).collect();
        Solutions { positions: positions.len(), configurations }
    }

    /// The effort of a configuration, by its index.
    pub(super) fn of(&self, configuration: usize) -> ToSolution {
        self.configurations.get(configuration).copied().unwrap_or_default()
    }

    /// An explanation, in a sentence; `None` if nothing is known.
    pub(super) fn meaning(&self) -> Option<String> {
        let known = self.configurations.iter().any(|configuration| configuration.nodes.is_some());
        known.then(|| format!("{MEANING}: {}.", self.positions))
    }
}

impl ToSolution {
    fn of(solutions: Option<&[Solution]>) -> ToSolution {
        ToSolution {
            nodes: solutions.map(|all| all.iter().map(|solution| solution.nodes).sum()),
            seconds: solutions
                .map(|all| all.iter().map(|solution| solution.microseconds as f64 / 1e6).sum()),
        }
    }

    /// Cells of a table, or of a CSV file.
    pub(super) fn cells(
        self,
        count: fn(u64) -> String,
        decimals: usize,
        none: &str,
    ) -> [String; 2] {
        [
            self.nodes.map_or(none.to_owned(), count),
            self.seconds.map_or(none.to_owned(), |seconds| format!("{seconds:.decimals$}")),
        ]
    }
}
