//! Orders of a coordinator to its workers, and the status of a worker.

use serde::{Deserialize, Serialize};

use super::{JobKind, WorkerKey};

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
}

/// The status of a worker, sent every few seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Status {
    pub(crate) v: u32,
    pub(crate) worker: String,
    pub(crate) arena: String,
    /// The kind of its work.
    #[serde(default)]
    pub(crate) kind: JobKind,
    /// The match or suite it works on, if any.
    pub(crate) fingerprint: Option<String>,
    /// Its name, for people.
    pub(crate) match_name: Option<String>,
    /// Games or searches at a time.
    pub(crate) concurrency: usize,
    /// Games or searches in progress.
    pub(crate) playing: usize,
    /// Whether it leaves for another job as soon as it has delivered them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) leaving: bool,
    /// Games and searches it has delivered.
    pub(crate) delivered: u64,
    /// Why it was refused, by the names of matches and suites.
    pub(crate) refusals: Vec<String>,
}
