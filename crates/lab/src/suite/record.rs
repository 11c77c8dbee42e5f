//! Finished searches.

use std::collections::BTreeMap;

use engine::Count;
use serde::{Deserialize, Serialize};
use shakmaty::Move;

use arena::chess::notation;

use super::SuitePosition;
use super::plan::{Plan, Task};
use super::solution::Solution;

/// One finished search: a line of the journal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchRecord {
    /// The configuration's name.
    pub configuration: String,
    /// The limit in words.
    pub limit: String,
    /// The position's number in the suite, from 1.
    pub position: usize,
    /// The position's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The move found, in standard algebraic notation; absent if the search failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_move: Option<String>,
    /// Whether it solves the position; absent if the suite names no move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<bool>,
    /// The effort until the search found the solving move and kept it; absent if it did not, and in
    /// older journals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<Solution>,
    /// Its score, in centipawns from the mover's view; mates are near ±32000. A program may report
    /// none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Nominal depth of the last completed iteration, in plies.
    pub depth: u32,
    /// Nodes, quiescence included.
    pub nodes: u64,
    /// Time, in microseconds.
    pub microseconds: u64,
    /// The work of each technique that was tried.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub techniques: BTreeMap<String, Count>,
    /// The failure of a program, if any: then the position is not solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

impl SearchRecord {
    /// The record of a search of the task's position that chose this move, with its other results.
    #[must_use]
    pub fn new(
        plan: &Plan,
        task: Task,
        suite_position: &SuitePosition,
        best_move: Option<Move>,
        found: SearchRecord,
    ) -> SearchRecord {
        let SuitePosition { position, id, .. } = suite_position;
        SearchRecord {
            configuration: plan.configurations[task.configuration].name.clone(),
            limit: plan.limits[task.limit].to_string(),
            position: task.position + 1,
            id: id.clone(),
            best_move: best_move.map(|best| notation::san(position, best)),
            solved: suite_position.names_a_move().then(|| {
                best_move.and_then(|best| suite_position.is_solved_by(best)).unwrap_or_default()
            }),
            ..found
        }
    }

    /// The position by its number and its name.
    #[must_use]
    pub fn position_in_words(&self) -> String {
        let id = self.id.as_ref().map_or(String::new(), |id| format!(" ({id})"));
        format!("{}{id}", self.position)
    }
}

/// The finished searches of a plan, in its order.
#[derive(Clone, Debug, Default)]
pub struct Records(BTreeMap<Task, SearchRecord>);

impl Records {
    /// Keeps a record; returns an earlier one of the same task.
    pub fn insert(&mut self, task: Task, record: SearchRecord) -> Option<SearchRecord> {
        self.0.insert(task, record)
    }

    /// The record of a task, if it is finished.
    #[must_use]
    pub fn get(&self, task: Task) -> Option<&SearchRecord> {
        self.0.get(&task)
    }

    /// The number of finished searches.
    #[must_use]
    pub fn finished(&self) -> usize {
        self.0.len()
    }

    /// Whether the search of a task is finished and found a solving move.
    #[must_use]
    pub fn is_solved(&self, task: Task) -> bool {
        self.get(task).is_some_and(|record| record.solved == Some(true))
    }

    /// All records.
    pub fn all(&self) -> impl Iterator<Item = &SearchRecord> {
        self.0.values()
    }

    /// The records of one configuration under one limit, in the order of the suite.
    pub fn of(&self, configuration: usize, limit: usize) -> impl Iterator<Item = &SearchRecord> {
        let task = |position| Task { configuration, limit, position };
        self.0.range(task(0)..=task(usize::MAX)).map(|(_, record)| record)
    }

    /// The nodes of one configuration under one limit.
    #[must_use]
    pub fn nodes(&self, configuration: usize, limit: usize) -> u64 {
        self.of(configuration, limit).map(|record| record.nodes).sum()
    }
}
