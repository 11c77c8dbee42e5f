//! An engine's answer to a question.

use std::time::Duration;

use shakmaty::uci::UciMove;

use crate::info_line::InfoLine;
use crate::lines::printable;
use crate::protocol::{Reply, SearchInfo, expected_reply};

/// The answer to a question.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The facts of its search.
    pub info: SearchInfo,
    /// The move, if one was named that is written as a move. Whether it is legal was not looked at.
    pub best_move: Option<UciMove>,
    /// The expected reply, if the engine names one in the form of a move.
    pub expected: Option<UciMove>,
    /// The text that was named instead of a move.
    pub garbled: String,
    /// From just before `go` was written to the answer, or to when it was given up.
    pub time: Duration,
    /// The time that the machine took from the engine since its last credit, in this move or in earlier ones; zero without
    /// an [account](crate::Session::begin_account).
    pub stolen: Duration,
    /// Whether the time was over before the answer came, so that the engine was sent `stop`.
    pub was_stopped: bool,
    /// Whether there was no answer, not even to `stop`.
    pub given_up: bool,
}

impl Answer {
    /// Takes in a line of the search; the move ends it.
    pub(crate) fn note(&mut self, line: &[u8]) -> Option<()> {
        self.note_watched(line, &mut |_| {})
    }

    /// The same; `look` receives each report of the search.
    pub(crate) fn note_watched(
        &mut self,
        line: &[u8],
        look: &mut impl FnMut(&InfoLine<'_>),
    ) -> Option<()> {
        match Reply::of(line) {
            Reply::Info(line) => {
                let line = InfoLine::of(line);
                self.info.add(&line);
                look(&line);
                None
            }
            Reply::BestMove(named) => {
                self.best_move = UciMove::from_ascii(named).ok();
                self.expected = expected_reply(line);
                if self.best_move.is_none() {
                    self.garbled = printable(named);
                }
                Some(())
            }
            Reply::ReadyOk | Reply::Other => None,
        }
    }
}
