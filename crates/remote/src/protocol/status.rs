//! Orders of a coordinator to its workers, and the status of a worker.

use serde::{Deserialize, Serialize};

use super::WorkerKey;
use arena::runner::in_progress::Board;

/// An order to workers of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Control {
    pub(crate) v: u32,
    pub(crate) order: Order,
    /// Keys of the workers that it is for; all, where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) to: Vec<WorkerKey>,
}

/// An order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Order {
    /// Begin no more pairs of it.
    Withdraw,
    /// Give up the games in progress.
    Abort,
    /// The match is over here: its tickets are of no use any more.
    End,
    /// Say how you stand, with the boards of your games.
    Show,
}

/// The status of a worker, sent every few seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Status {
    pub(crate) v: u32,
    pub(crate) worker: String,
    pub(crate) arena: String,
    /// The match it plays, if any.
    pub(crate) fingerprint: Option<String>,
    /// Its name, for people.
    pub(crate) match_name: Option<String>,
    /// Games at a time.
    pub(crate) concurrency: usize,
    /// Games in progress.
    pub(crate) playing: usize,
    /// Whether it leaves for another job as soon as it has delivered them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) leaving: bool,
    /// Games it has delivered.
    pub(crate) delivered: u64,
    /// Why it was refused, by the names of matches.
    pub(crate) refusals: Vec<String>,
    /// The boards of its games, where they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) boards: Option<Vec<Board>>,
}
