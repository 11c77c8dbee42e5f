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
use crate::chess::openings::Opening;
use crate::chess::referee::Referee;
use crate::player::MoveRequest;

/// The question that a pondering engine did not answer.
const WHILE_PONDERING: &str = "`stop` while it pondered";

/// Whether the rules of chess end the game with this reply.
fn ends_the_game(request: &MoveRequest<'_>, reply: Move) -> bool {
    let mut so_far = Opening::new(request.start.clone(), 0);
    request.moves.iter().for_each(|&m| so_far.push(m));
    Referee::new(&so_far).play(reply).is_some()
}

impl Uci {
    /// Lets the engine ponder on the reply that it expects to its move, if it names one. A failure
    /// shows at the next request.
    pub(super) fn begin_to_ponder(&mut self, request: &MoveRequest<'_>) {
        let expected = self.expected.take().filter(|_| self.settings.ponder);
        let expected = expected.and_then(|reply| reply.to_move(request.position).ok());
        // An engine has no move to think about, and may end, where the game would be over.
        let expected = expected.filter(|&reply| !ends_the_game(request, reply));
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
        match session.ponder(self.question.text(), self.supervision.ready) {
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
                let timeouts = self.supervision.timeouts();
                let stopped = session.stop_pondering(timeouts.grace, timeouts.ready);
                stopped.map_err(|error| (error, WHILE_PONDERING))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Limits;
    use shakmaty::Chess;
    use shakmaty::uci::UciMove;

    /// Whether the last of these moves, from the start position, ends the game.
    fn ends(text: &str) -> bool {
        let (start, mut position, mut moves) = (Chess::default(), Chess::default(), Vec::new());
        let mut reply = None;
        for word in text.split(' ') {
            if let Some(m) = reply {
                position.play_unchecked(m);
                moves.push(m);
            }
            reply = Some(word.parse::<UciMove>().unwrap().to_move(&position).unwrap());
        }
        let request = MoveRequest {
            start: &start,
            moves: &moves,
            position: &position,
            limits: Limits::default(),
            opponent_clock: None,
            flag: None,
        };
        ends_the_game(&request, reply.unwrap())
    }

    #[test]
    fn a_reply_that_mates_or_repeats_for_the_third_time_is_not_pondered() {
        assert!(ends("f2f3 e7e5 g2g4 d8h4"));
        assert!(!ends("f2f3 e7e5 g2g4 b8c6"));
        let there_and_back = "g1f3 g8f6 f3g1 f6g8";
        assert!(ends(&format!("{there_and_back} {there_and_back}")));
        assert!(!ends(there_and_back));
    }
}
