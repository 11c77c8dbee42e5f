//! A question and its answer.

use std::time::{Duration, Instant};

use system::Streams;

use super::{Session, WaitError};
use crate::answer::Answer;
use crate::info_line::InfoLine;
use crate::protocol::Reply;

/// The time for an engine that ponders to begin.
const BEGINNING: Duration = Duration::from_millis(50);

impl Session {
    /// Asks for a move and waits for it. An engine that has not answered within `patience` is sent
    /// `stop`, and given up after `grace`; the [`Answer`] records it.
    ///
    /// # Errors
    /// The engine does not read the question in time, or has ended, or the wait was aborted.
    pub fn ask(
        &mut self,
        question: &[u8],
        patience: Duration,
        grace: Duration,
    ) -> Result<Answer, WaitError> {
        self.ask_watched(question, patience, grace, |_| {})
    }

    /// The same; `look` is shown every line of the search as it comes.
    ///
    /// # Errors
    /// As [`Session::ask`].
    pub fn ask_watched(
        &mut self,
        question: &[u8],
        patience: Duration,
        grace: Duration,
        mut look: impl FnMut(&InfoLine<'_>),
    ) -> Result<Answer, WaitError> {
        let begun = self.put(question, Instant::now() + patience)?;
        let mut answer = Answer::default();
        let waited = self.wait_for(begun + patience, |line| answer.note_watched(line, &mut look));
        answer.time = self.received_at.saturating_duration_since(begun);
        match waited {
            Ok(()) => {}
            Err(WaitError::Deadline) => self.send_stop(begun, &mut answer, grace)?,
            Err(error) => return Err(error),
        }
        answer.stolen = self.credit(answer.time, 2 * answer.time > patience);
        Ok(answer)
    }

    /// Writes a question, as [`Session::send`] does. No answer to it counts as earlier than the
    /// engine's processor time from now on allows.
    ///
    /// # Errors
    /// As [`Session::send`].
    pub fn put(&mut self, question: &[u8], deadline: Instant) -> Result<Instant, WaitError> {
        let worked = self.process.worked();
        // The write may wake the engine on this very core, and this process then waits before its poll.
        self.begin_core_wait();
        let begun = self.send(question, deadline)?;
        self.asked = (begun, worked);
        Ok(begun)
    }

    /// Looks whether the answer that came was a surplus one of an earlier question: a move that the engine names
    /// before it says `readyok` is its answer then. Says whether there was one.
    ///
    /// # Errors
    /// When it is not ready within `patience`, or has ended.
    pub fn look_again(
        &mut self,
        answer: &mut Answer,
        patience: Duration,
    ) -> Result<bool, WaitError> {
        let begun = self.send(b"isready\n", Instant::now() + patience)?;
        let (mut next, mut found) = (Answer::default(), None);
        self.wait_for(begun + patience, |line| {
            // The first move is the answer; another one is surplus again.
            if found.is_none() && next.note(line).is_some() {
                found = Some(std::mem::take(&mut next));
            }
            (Reply::of(line) == Reply::ReadyOk).then_some(())
        })?;
        let Some(found) = found else { return Ok(false) };
        let time = answer.time + self.received_at.saturating_duration_since(begun);
        *answer = Answer { time, stolen: answer.stolen, ..found };
        Ok(true)
    }

    /// Tells an engine to ponder; the question contains `go ponder`. Its output waits in its pipe,
    /// which is enlarged to a megabyte. Must be followed by [`Session::ponder_hit`] or
    /// [`Session::stop_pondering`].
    ///
    /// # Errors
    /// When the engine does not read it in time, or has ended.
    pub fn ponder(&mut self, question: &[u8], patience: Duration) -> Result<(), WaitError> {
        self.process.widen_stdout();
        self.send(question, Instant::now() + patience).map(|_| ())
    }

    /// Sends `ponderhit` to an engine that has begun to ponder: its time begins. The rest is as for
    /// [`Session::ask`], except that its own account of its time is ignored.
    ///
    /// # Errors
    /// As [`Session::ask`].
    pub fn ponder_hit(
        &mut self,
        patience: Duration,
        grace: Duration,
        look: impl FnMut(&InfoLine<'_>),
    ) -> Result<Answer, WaitError> {
        self.await_pondering();
        let mut answer = self.ask_watched(b"ponderhit\n", patience, grace, look)?;
        answer.info.time = None;
        Ok(answer)
    }

    /// Stops an engine that has begun to ponder; its answer is discarded. Then it is at rest.
    ///
    /// # Errors
    /// When it does not answer within `grace` or is not ready within `patience`, or has ended.
    pub fn stop_pondering(&mut self, grace: Duration, patience: Duration) -> Result<(), WaitError> {
        self.await_pondering();
        let deadline = Instant::now() + grace;
        self.send(b"stop\n", deadline)?;
        self.wait_for(deadline, |line| {
            matches!(Reply::of(line), Reply::BestMove(_)).then_some(())
        })?;
        self.come_to_rest(patience)
    }

    /// Waits a moment for the first output of an engine that ponders. Some engines, as they begin,
    /// forget commands received right after `go`.
    fn await_pondering(&mut self) {
        let _ = self.process.wait_ready(Streams::Output, BEGINNING);
    }

    /// Sends `stop` to an engine past its deadline, and gives it a moment.
    fn send_stop(
        &mut self,
        begun: Instant,
        answer: &mut Answer,
        grace: Duration,
    ) -> Result<(), WaitError> {
        let deadline = Instant::now() + grace;
        let sent = self.send(b"stop\n", deadline);
        let waited = sent.and_then(|_| self.wait_for(deadline, |line| answer.note(line)));
        answer.was_stopped = true;
        answer.given_up = waited.is_err();
        answer.time = match waited {
            Ok(()) => self.received_at.saturating_duration_since(begun),
            Err(_) => begun.elapsed(),
        };
        match waited {
            Err(WaitError::Aborted) => Err(WaitError::Aborted),
            _ => Ok(()),
        }
    }
}
