//! What an engine answers to a question.

use std::time::Duration;

use shakmaty::uci::UciMove;

use super::lines::printable;
use super::protocol::{Reply, SearchInfo};
use crate::chess::time_control::Seconds;
use crate::player::{Fault, MoveRequest, PlayerFailure, SearchResult};

/// What came of a question.
#[derive(Debug, Default)]
pub(super) struct Answer {
    /// What it said of its search.
    pub(super) info: SearchInfo,
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

/// An answer that loses the game. The process is to be killed.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) failure: PlayerFailure,
    /// The fault in a word.
    pub(super) kind: &'static str,
    /// What becomes of the process.
    pub(super) how: String,
}

impl Answer {
    /// Takes in a line of the search; there is no more to come after the move.
    pub(super) fn note(&mut self, line: &[u8]) -> Option<()> {
        match Reply::of(line) {
            Reply::Info(line) => {
                self.info.note(line);
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

    /// The answer as a move and what is known of its search. `grace` is how long the engine was
    /// given after `stop`.
    ///
    /// # Errors
    /// When the answer loses the game whatever the clock says. A move that is late is a result, also
    /// where it is illegal: the caller judges by the time.
    pub(super) fn into_result(
        self,
        request: &MoveRequest<'_>,
        grace: Duration,
    ) -> Result<SearchResult, Refusal> {
        let Answer { info, named, garbled, time, suspect, withheld, given_up } = self;
        if given_up {
            let how = format!("killed: no answer to `stop` within {} s", Seconds(grace));
            let failure = PlayerFailure { fault: Fault::Overtime(time), reason: how.clone() };
            return Err(Refusal { failure, kind: "time", how });
        }
        let late = request.flag.is_some_and(|flag| time > flag);
        let best_move = named.and_then(|uci| uci.to_move(request.position).ok());
        if best_move.is_none() && !late {
            let reason = named.map_or(garbled, |uci| uci.to_string());
            let failure = PlayerFailure { fault: Fault::IllegalMove, reason };
            let how = "killed after a move that is not legal".to_owned();
            return Err(Refusal { failure, kind: "illegal-move", how });
        }
        Ok(SearchResult {
            best_move,
            score: info.score,
            depth: info.depth,
            selective_depth: info.selective_depth,
            nodes: info.nodes,
            time,
            reported_time: info.time,
            suspect,
            withheld,
            ..SearchResult::default()
        })
    }
}
