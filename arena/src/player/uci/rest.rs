//! Between two moves: a program that has moved comes to rest, and one that is to move sets up its position.
//!
//! With a clock, both are sent `isready` before it starts, and only then waited for. The two may
//! share a core, so work that one still does after its `bestmove` must not cost the other time, and
//! handling `position` must cost neither any. Without a time limit there is no wait; unsolicited
//! output is read before the next question. A program that has sent a surplus move is waited for
//! after every move from then on.

use std::time::Instant;

use shakmaty::{Move, Position};
use uci_client::{Answer, Session, WaitError, chess960};

use super::Uci;
use super::go::go;
use crate::player::MoveRequest;

/// The reason that a program did not come to rest, and the question it did not answer.
pub(super) type Restless = (WaitError, &'static str);

/// The question that a program left unanswered after its move.
pub(super) const AFTER_MOVE: &str = "`isready` after its last move";
/// The question that a program left unanswered before its move.
const BEFORE_MOVE: &str = "`position` and `isready`";

impl Uci {
    /// Asks a program that has moved whether it is ready.
    pub(super) fn ask_for_rest(&mut self) {
        // A pondering program is at work.
        let (Some(session), None, None) = (&mut self.session, &self.pondering, self.restless)
        else {
            return;
        };
        match session.begin_to_rest(b"isready\n", self.supervision.ready) {
            Ok(()) => self.is_resting = true,
            Err(error) => self.restless = Some((error, AFTER_MOVE)),
        }
    }

    /// Waits for the answer.
    pub(super) fn await_rest(&mut self) {
        if !std::mem::take(&mut self.is_resting) {
            return;
        }
        let patience = self.supervision.ready;
        let rested = self.session.as_mut().map_or(Ok(()), |session| session.await_rest(patience));
        self.restless = rested.err().map(|error| (error, AFTER_MOVE));
    }

    /// Sends the program to move its position and `isready`, unless it already ponders that
    /// position.
    pub(super) fn tell_position(&mut self, request: &MoveRequest<'_>) {
        if self.restless.is_some() {
            return;
        }
        let Some(mut session) = self.session.take() else { return };
        let told = self.stop_pondering(&mut session, request.moves.last()).and_then(|()| {
            if self.pondering.is_some() {
                return Ok(());
            }
            self.question.put_in_two(request.start, request.moves, &go(request));
            let patience = self.supervision.ready;
            let told = self
                .tell_mode(&mut session, request)
                .and_then(|()| session.begin_to_rest(self.question.preparation(), patience));
            self.has_position = true;
            told.map_err(|error| (error, BEFORE_MOVE))
        });
        self.restless = told.err();
        self.session = Some(session);
    }

    /// Makes a program ready to be asked, after this move of its opponent; returns whether it has
    /// its position.
    ///
    /// # Errors
    /// When it has failed since its last move, or fails now.
    pub(super) fn settle(
        &mut self,
        session: &mut Session,
        played: Option<&Move>,
    ) -> Result<bool, Restless> {
        if let Some(restless) = self.restless.take() {
            return Err(restless);
        }
        let patience = self.supervision.ready;
        if std::mem::take(&mut self.has_position) {
            let ready = session.await_rest(patience);
            // Something may have come behind `readyok`.
            let ready = ready.and_then(|()| session.come_into_step(patience));
            return ready.map(|_| true).map_err(|error| (error, BEFORE_MOVE));
        }
        self.stop_pondering(session, played)?;
        Ok(false)
    }

    /// Tells the process at the first move of a game whether it is chess or Chess960.
    pub(super) fn tell_mode(
        &mut self,
        session: &mut Session,
        request: &MoveRequest<'_>,
    ) -> Result<(), WaitError> {
        let mode = request.start.castles().mode();
        if mode != self.mode {
            self.mode = mode;
            let line = format!("{}\n", chess960(mode));
            session.send(line.as_bytes(), Instant::now() + self.supervision.ready)?;
        }
        Ok(())
    }

    /// Re-examines an answer where the program was not waited for before the question. An illegal
    /// move may be a surplus of the move before.
    pub(super) fn look_again(
        &mut self,
        session: &mut Session,
        answer: &mut Answer,
        request: &MoveRequest<'_>,
    ) -> Result<(), WaitError> {
        let is_legal = answer.best_move.is_some_and(|m| m.to_move(request.position).is_ok());
        if is_legal || answer.was_stopped {
            return Ok(());
        }
        match session.look_again(answer, self.supervision.hang) {
            Ok(has_surplus_moves) => self.has_surplus_moves |= has_surplus_moves,
            Err(WaitError::Aborted) => return Err(WaitError::Aborted),
            // The answer stands, whatever happens to the process.
            Err(_) => {}
        }
        Ok(())
    }
}
