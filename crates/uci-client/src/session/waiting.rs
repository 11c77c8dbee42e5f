//! Writes to an engine and waits for its output.
//!
//! The calling thread writes to the engine and polls its output: two system calls to wait, one
//! to write. Deadlines are points in time, set once; no output moves them.

use std::io::ErrorKind;
use std::time::{Duration, Instant};

use system::Streams;

use super::{SLICE, Session, WaitError};
use crate::lateness::{Wait, arrival};
use crate::protocol::Reply;
use crate::transcript::Source;

/// A wait that ends this much after its deadline is one through which this process slept: it was
/// stopped, or the machine had no core for it.
const OVERSLEPT: Duration = Duration::from_millis(20);

/// An answer that took no longer is not looked at for this process's wait for a core.
const SHORT: Duration = Duration::from_millis(1);

/// Reads of unasked output before their time is looked at: more than a pipe holds,
/// so that an engine that has stopped writing is read to its end however long this process slept.
pub(super) const READS: u64 = 64;

impl Session {
    /// Writes these lines with one write; returns the time just before it. The write wakes the engine,
    /// and on a core that both share the engine may have worked before the write returns.
    ///
    /// # Errors
    /// When the engine has ended, or does not read before the deadline.
    pub fn send(&mut self, lines: &[u8], deadline: Instant) -> Result<Instant, WaitError> {
        let now = Instant::now();
        let written = self.process.write(lines, deadline);
        for line in lines.split_inclusive(|&byte| byte == b'\n') {
            self.transcript.note(Source::Client, now, line.trim_ascii_end());
        }
        match written {
            Ok(()) => Ok(now),
            Err(error) if error.kind() == ErrorKind::TimedOut => Err(WaitError::Deadline),
            Err(_) => Err(WaitError::Ended),
        }
    }

    /// Passes the engine's lines to `look` until that returns a result. Time that this process
    /// sleeps through does not count against the deadline: the engine may have been stopped with
    /// it, and its output of that time must still be read. Nor does time that the machine takes from the engine.
    ///
    /// # Errors
    /// `look` has returned nothing by the deadline, or the engine has ended.
    pub fn wait_for<T>(
        &mut self,
        deadline: Instant,
        mut look: impl FnMut(&[u8]) -> Option<T>,
    ) -> Result<T, WaitError> {
        let before = self.withheld;
        loop {
            while let Some(line) = self.lines.next() {
                let line = self.lines.text(line);
                self.transcript.note(Source::Engine, self.received_at, line);
                if let Some(found) = look(line) {
                    return Ok(found);
                }
            }
            let deadline = deadline + (self.withheld - before);
            if self.received_at > deadline && !self.extend() {
                return Err(WaitError::Deadline);
            }
            let deadline = deadline + (self.withheld - before);
            self.receive(deadline)?;
        }
    }

    /// Writes these lines, with `isready` as the last, and waits until the engine is ready.
    ///
    /// # Errors
    /// It does not answer by the deadline, or has ended.
    pub fn sync(&mut self, lines: &[u8], deadline: Instant) -> Result<(), WaitError> {
        self.send(lines, deadline)?;
        self.wait_for(deadline, |line| (Reply::of(line) == Reply::ReadyOk).then_some(()))
    }

    /// Reads unsolicited output without waiting. An engine that writes as fast as it is read is
    /// given up after the deadline.
    ///
    /// # Errors
    /// The engine is given up.
    pub fn take_unasked(
        &mut self,
        deadline: Instant,
        mut look: impl FnMut(&[u8]),
    ) -> Result<(), WaitError> {
        // Usually there is nothing: one read shows it.
        for reads in 1_u64.. {
            while let Some(line) = self.lines.next() {
                let line = self.lines.text(line);
                self.transcript.note(Source::Engine, self.received_at, line);
                look(line);
            }
            match self.process.read_output(self.lines.space()) {
                Ok((count, read_at)) if count > 0 => {
                    self.lines.filled(count);
                    self.received_at = read_at;
                }
                _ => break,
            }
            if self.is_aborted() {
                return Err(WaitError::Aborted);
            }
            if reads >= READS && self.received_at > deadline {
                return Err(WaitError::Endless);
            }
        }
        Ok(())
    }

    /// Waits for more output.
    fn receive(&mut self, deadline: Instant) -> Result<(), WaitError> {
        loop {
            let now = Instant::now();
            let left = deadline.saturating_duration_since(now);
            let watched = if self.stderr.is_closed() { Streams::Output } else { Streams::Both };
            let wait = left.min(SLICE);
            let is_past_half = self.is_past_half(now, deadline);
            let is_close = wait == left || is_past_half;
            // Before the first output the wait counts from the question on.
            let is_first = std::mem::take(&mut self.is_core_wait_fresh);
            if is_close && !is_first {
                self.core_wait = Wait::begin();
            }
            let ready = self.process.wait_ready(watched, wait);
            let slept = now.elapsed().saturating_sub(wait);
            let is_slept_through = slept > OVERSLEPT;
            let is_long = is_first && self.asked.0.elapsed() > SHORT;
            let waited = match is_close || is_long || is_slept_through {
                true => self.core_wait.for_cores(),
                false => Duration::ZERO,
            };
            if is_slept_through {
                self.withheld += slept;
                // The rest of it this process was stopped.
                self.note_stop(slept.saturating_sub(waited));
            }
            let is_quiet = ready.as_ref().is_ok_and(|ready| !ready.output && !ready.errors);
            let (output, errors) =
                ready.map_or((false, false), |ready| (ready.output, ready.errors));
            if errors {
                self.stderr.take(&mut self.process);
            }
            if output {
                match self.process.read_output(self.lines.space()) {
                    Ok((0, _)) => return Err(WaitError::Ended),
                    Ok((count, read_at)) => {
                        self.received_at = match waited.is_zero() {
                            true => read_at,
                            false => {
                                let (asked, worked) = self.asked;
                                let own = self.process.worked().saturating_sub(worked);
                                let before = now.saturating_duration_since(asked);
                                let before = if is_first { before } else { Duration::ZERO };
                                let most = if slept.is_zero() { waited } else { slept + before };
                                arrival(read_at, waited.min(most), asked + own)
                            }
                        };
                        self.lines.filled(count);
                        return Ok(());
                    }
                    Err(error)
                        if matches!(
                            error.kind(),
                            ErrorKind::WouldBlock | ErrorKind::Interrupted
                        ) => {}
                    Err(_) => return Err(WaitError::Ended),
                }
            }
            if self.is_aborted() {
                return Err(WaitError::Aborted);
            }
            // A poll that has waited to the deadline looks once more at its end: nothing was there.
            if left.is_zero() || (is_quiet && wait == left && !is_slept_through) {
                // The engine's children may hold its pipes open.
                return match self.process.is_deaf() {
                    true => Err(WaitError::Ended),
                    false if self.extend() => Ok(()),
                    false => Err(WaitError::Deadline),
                };
            }
            if is_quiet && is_past_half {
                self.read_waits();
            }
            if is_slept_through {
                return Ok(());
            }
            if is_quiet && self.process.is_deaf() {
                return Err(WaitError::Ended);
            }
        }
    }
}
