//! Thinking on the opponent's time: `go ponder`, then `ponderhit` or `stop`.
//!
//! A program that has moved is told to think on the position after the reply that it expects. When
//! that comes, its clock starts with `ponderhit`; when another move comes, or the game is over, it
//! is stopped and its answer is discarded. No clock runs while it stops.

use shakmaty::{Move, Position};
use uci_client::{Go, Session};

use super::Uci;
use super::go::go;
use super::rest::{AFTER_MOVE, Restless};
use crate::player::MoveRequest;

/// The question that a pondering engine did not answer.
const WHILE_PONDERING: &str = "`stop` while it pondered";

impl Uci {
    /// Lets the engine ponder on the reply that it expects to its move, if it names one. A failure
    /// shows at the next request.
    pub(super) fn begin_to_ponder(&mut self, request: &MoveRequest<'_>) {
        let expected = self.expected.take().filter(|_| self.settings.ponder);
        let expected = expected.and_then(|reply| reply.to_move(request.position).ok());
        if expected.is_some() {
            self.ask_for_rest();
            self.await_rest();
        }
        let (Some(expected), Some(session), None) = (expected, &mut self.session, self.restless)
        else {
            return;
        };
        let mut after = request.position.clone();
        after.play_unchecked(expected);
        let go = Go { ponder: true, ..go(&MoveRequest { position: &after, ..*request }) };
        self.question.put_expecting(request.start, request.moves, Some(expected), &go);
        match session.ponder(self.question.text(), self.supervision.timeouts.ready) {
            Ok(()) => self.pondering = Some(expected),
            Err(error) => self.restless = Some((error, AFTER_MOVE)),
        }
    }

    /// Stops it unless it ponders the move that was played.
    ///
    /// # Errors
    /// When it does not stop in time, or has ended.
    pub(super) fn stop_pondering(
        &mut self,
        session: &mut Session,
        played: Option<&Move>,
    ) -> Result<(), Restless> {
        if self.pondering.as_ref() == played {
            return Ok(());
        }
        match self.pondering.take() {
            None => Ok(()),
            Some(_) => {
                let timeouts = self.supervision.timeouts;
                let stopped = session.stop_pondering(timeouts.grace, timeouts.ready);
                stopped.map_err(|error| (error, WHILE_PONDERING))
            }
        }
    }
}
