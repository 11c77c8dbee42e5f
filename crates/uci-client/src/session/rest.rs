//! Between two questions: waits until the engine has finished the last one and has written all its
//! output.

use std::time::{Duration, Instant};

use super::{Session, WaitError};
use crate::protocol::Reply;

/// The number of attempts to resynchronize an engine with surplus answers before a move.
const STEPS: u32 = 3;

impl Session {
    /// Waits until the engine has finished its work after its move, so that it does not work on its
    /// opponent's clock, and so that a second `bestmove` is recognised as such.
    ///
    /// # Errors
    /// It does not answer `isready`, or has ended.
    pub fn come_to_rest(&mut self, patience: Duration) -> Result<(), WaitError> {
        self.begin_to_rest(b"isready\n", patience)?;
        self.await_rest(patience)
    }

    /// Writes these lines, with `isready` as the last; [`Session::await_rest`] waits for the answer. So two
    /// engines are asked before either is waited for.
    ///
    /// # Errors
    /// When the engine does not read them in time, or has ended.
    pub fn begin_to_rest(&mut self, lines: &[u8], patience: Duration) -> Result<(), WaitError> {
        self.send(lines, Instant::now() + patience).map(|_| ())
    }

    /// Waits until an engine that was asked is ready.
    ///
    /// # Errors
    /// When it does not say so, or has ended.
    pub fn await_rest(&mut self, patience: Duration) -> Result<(), WaitError> {
        let deadline = Instant::now() + patience;
        let waited = self.wait_for(deadline, |line| match Reply::of(line) {
            Reply::ReadyOk => Some(()),
            Reply::BestMove(_) => {
                tracing::warn!("a second bestmove");
                None
            }
            Reply::Info(_) | Reply::Other => None,
        });
        if waited == Err(WaitError::Deadline) {
            // It may be that it writes without end.
            self.take_unasked(deadline, |_| {})?;
        }
        waited
    }

    /// Reads unsolicited output. After a surplus `bestmove` the engine is resynchronized by
    /// `isready`: its remaining output comes before its `readyok`. Returns whether there was one.
    ///
    /// # Errors
    /// It does not stop writing, or does not answer `isready`.
    pub fn come_into_step(&mut self, patience: Duration) -> Result<bool, WaitError> {
        let mut was_out = false;
        for step in 0..=STEPS {
            let mut stray = false;
            self.take_unasked(Instant::now() + patience, |line| {
                stray |= matches!(Reply::of(line), Reply::BestMove(_));
            })?;
            was_out |= stray;
            if !stray || step == STEPS {
                break;
            }
            tracing::warn!(program = %self.program.display(), "a bestmove without a go");
            self.sync(b"isready\n", Instant::now() + patience)?;
        }
        Ok(was_out)
    }
}
