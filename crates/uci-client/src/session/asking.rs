//! A question and its answer.

use std::time::{Duration, Instant};

use super::{Session, WaitError};
use crate::answer::Answer;
use crate::protocol::InfoLine;

impl Session {
    /// Asks for a move and waits for it. An engine that has not answered when `patience` is over is told
    /// to stop, and given up after `grace`: [`Answer`] says so.
    ///
    /// # Errors
    /// When the engine does not read the question in time, or has ended, or the wait was aborted.
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
        let begun = self.send(question, Instant::now() + patience)?;
        let withheld = self.withheld;
        let mut answer = Answer::default();
        let waited = self.wait_for(begun + patience, |line| answer.note_watched(line, &mut look));
        answer.time = self.received_at.saturating_duration_since(begun);
        answer.withheld = self.withheld - withheld;
        match waited {
            Ok(()) => answer.is_suspect = self.suspect && answer.withheld.is_zero(),
            Err(WaitError::Deadline) => self.send_stop(begun, &mut answer, grace)?,
            Err(error) => return Err(error),
        }
        Ok(answer)
    }

    /// Tells an engine that is past its deadline to stop, and gives it a moment.
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
