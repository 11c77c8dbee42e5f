//! What an engine answers to a question.

use std::time::Duration;

use shakmaty::uci::UciMove;

use super::lines::printable;
use super::protocol::{Reply, Told};

/// What came of a question.
#[derive(Debug, Default)]
pub(super) struct Answer {
    /// What it said of its search.
    pub(super) told: Told,
    /// The move, if one was named that is written as a move.
    pub(super) named: Option<UciMove>,
    /// What was named instead.
    pub(super) garbled: String,
    /// From `go` to the answer, or to when it was given up.
    pub(super) time: Duration,
    /// Whether it may have come in time although it was seen too late.
    pub(super) suspect: bool,
    /// How much of that time the runner did not run.
    pub(super) withheld: Duration,
    /// Whether there was none, not even to `stop`.
    pub(super) given_up: bool,
}

impl Answer {
    /// Takes in a line of the search; there is no more to come after the move.
    pub(super) fn note(&mut self, line: &[u8]) -> Option<()> {
        match Reply::of(line) {
            Reply::Info(info) => {
                self.told.note(info);
                None
            }
            Reply::BestMove(named) => {
                self.named = UciMove::from_ascii(named).ok();
                if self.named.is_none() {
                    self.garbled = printable(named);
                }
                Some(())
            }
            Reply::ReadyOk | Reply::Other => None,
        }
    }
}
