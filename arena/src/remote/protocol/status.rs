//! What a coordinator tells its workers while they work, and they of themselves.

use serde::{Deserialize, Serialize};

use super::JobKind;
use crate::runner::in_progress::Board;

/// What a coordinator tells all workers of its match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::remote) struct Control {
    pub(in crate::remote) v: u32,
    pub(in crate::remote) order: Order,
    /// Names of the workers that it is for; all, where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::remote) to: Vec<String>,
}

/// What the workers are to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::remote) enum Order {
    /// Look at the job: it has changed.
    Check,
    /// Begin no more pairs of it.
    Withdraw,
    /// Give up the games in progress.
    Abort,
    /// The match is over here: its tickets are of no use any more.
    End,
    /// Say how you stand, with the boards of your games.
    Show,
}

/// What a worker says of itself from time to time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::remote) struct Status {
    pub(in crate::remote) v: u32,
    pub(in crate::remote) worker: String,
    pub(in crate::remote) arena: String,
    /// What kind of work it does.
    #[serde(default)]
    pub(in crate::remote) kind: JobKind,
    /// The match or suite it works on, if any.
    pub(in crate::remote) fingerprint: Option<String>,
    /// Its name, for people.
    pub(in crate::remote) match_name: Option<String>,
    /// Games or searches at a time.
    pub(in crate::remote) concurrency: usize,
    /// Games or searches in progress.
    pub(in crate::remote) playing: usize,
    /// Numbers of the tickets it has not delivered.
    pub(in crate::remote) held: Vec<u64>,
    /// Whether it leaves for another job as soon as it has delivered them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(in crate::remote) leaving: bool,
    /// Whether it has nothing to do.
    pub(in crate::remote) is_idle: bool,
    /// Games and searches it has delivered.
    pub(in crate::remote) delivered: u64,
    /// Why it was refused, by the names of matches and suites.
    pub(in crate::remote) refusals: Vec<String>,
    /// The boards of its games, where they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::remote) boards: Option<Vec<Board>>,
}
