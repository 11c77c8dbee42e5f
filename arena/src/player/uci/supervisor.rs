//! Waiting for an engine, never longer than until a deadline.
//!
//! The game thread writes to the engine and polls its output: two system calls to wait, one
//! to write. Deadlines are points in time, set once; no output moves them.

use std::io;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use engine::Stop;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::{Errno, read};

use super::guard::Guard;
use super::lateness::{Wait, arrival};
use super::lines::Lines;
use super::poll::timespec;
use super::process::{Process, describe};
use super::protocol::Reply;
use super::stderr::{StderrFiles, StderrLog};
use super::transcript::{Source, Transcript};
use crate::config::UciSettings;

/// How often a waiting thread looks at its abort flag, and whether the engine is still there: one
/// that has left a child behind with its pipes closes nothing when it ends.
const SLICE: Duration = Duration::from_millis(50);
/// A wait that ends this much after its deadline is one through which the runner slept: it was stopped,
/// or the machine had no core for it.
const OVERSLEPT: Duration = Duration::from_millis(20);

/// Reads of unasked output before their time is looked at: more than a pipe holds,
/// so that an engine that has stopped writing is read to its end however long the runner slept.
const READS: u64 = 64;

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WaitError {
    /// The deadline is past, and the runner has looked since then: there was none.
    Deadline,
    /// The engine has ended, or has closed its end of a pipe.
    Ended,
    /// The engine writes without end although it was asked nothing.
    Endless,
    /// The match is stopped at once.
    Aborted,
}

/// A running engine and what is said between it and the runner.
#[derive(Debug)]
pub(crate) struct Session {
    process: Process,
    lines: Lines,
    pub(crate) transcript: Transcript,
    pub(crate) stderr: StderrLog,
    abort: Stop,
    /// When the newest lines came.
    received_at: Instant,
    /// Whether they were read after their deadline although they may have come in time.
    suspect: bool,
    /// How long the runner slept through its waits, since the engine was started.
    withheld: Duration,
    /// Just before the newest lines were sent: the time, and what the engine had worked by then.
    asked: (Instant, Duration),
}

impl Session {
    /// Starts an engine. What it writes to its standard error goes to these files.
    pub(crate) fn start(
        settings: &UciSettings,
        guard: &Guard,
        stderr: Option<&StderrFiles>,
        abort: Stop,
    ) -> io::Result<Session> {
        Ok(Session {
            process: Process::spawn(settings, guard)?,
            lines: Lines::new(),
            transcript: Transcript::new(),
            stderr: StderrLog::new(stderr),
            abort,
            received_at: Instant::now(),
            suspect: false,
            withheld: Duration::ZERO,
            asked: (Instant::now(), Duration::ZERO),
        })
    }

    /// The same. Where the system lacks the means for a process, for they are all in use at the
    /// moment, that is not the engine's fault: it is tried again for so long.
    pub(crate) fn start_patiently(
        settings: &UciSettings,
        guard: &Guard,
        stderr: Option<&StderrFiles>,
        abort: &Stop,
        patience: Duration,
    ) -> io::Result<Session> {
        let begun = Instant::now();
        loop {
            match Session::start(settings, guard, stderr, abort.clone()) {
                Err(error) if is_shortage(&error) && begun.elapsed() < patience => {
                    tracing::warn!("{} cannot be started: {error}", settings.program.display());
                    std::thread::sleep(SLICE);
                }
                started => return started,
            }
            if abort.is_raised() {
                return Err(io::ErrorKind::Interrupted.into());
            }
        }
    }

    /// When the newest lines came.
    pub(crate) fn received_at(&self) -> Instant {
        self.received_at
    }

    /// Whether the newest lines may have come by their deadline although they were read after it.
    pub(crate) fn is_suspect(&self) -> bool {
        self.suspect
    }

    /// How long the runner has not run since the engine was started, as far as it waited for it.
    pub(crate) fn withheld(&self) -> Duration {
        self.withheld
    }

    /// Writes these lines with one write; returns the time just before it. The write wakes the engine,
    /// and on a core that both share the engine may have worked before the write returns.
    pub(crate) fn send(&mut self, lines: &[u8], deadline: Instant) -> Result<Instant, WaitError> {
        let worked = self.process.worked();
        let now = Instant::now();
        self.asked = (now, worked);
        let written = self.process.write(lines, deadline);
        for line in lines.split_inclusive(|&byte| byte == b'\n') {
            self.transcript.note(Source::Runner, now, line.trim_ascii_end());
        }
        match written {
            Ok(()) => Ok(now),
            Err(Errno::TIMEDOUT) => Err(WaitError::Deadline),
            Err(_) => Err(WaitError::Ended),
        }
    }

    /// Hands the engine's lines to `look`, until that has found what it looks for. Time that the
    /// runner sleeps through does not count against the deadline: the engine may have been stopped
    /// with it, and what it wrote meanwhile is to be read.
    pub(crate) fn wait_for<T>(
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
            if self.received_at > deadline {
                return Err(WaitError::Deadline);
            }
            self.receive(deadline)?;
        }
    }

    /// Writes these lines, the last of which is `isready`, and waits until the engine is ready.
    pub(super) fn sync(&mut self, lines: &[u8], deadline: Instant) -> Result<(), WaitError> {
        self.send(lines, deadline)?;
        self.wait_for(deadline, |line| (Reply::of(line) == Reply::ReadyOk).then_some(()))
    }

    /// Takes what the engine has written unasked, without waiting. One that goes on
    /// writing as fast as it is read is given up after the deadline.
    pub(super) fn take_unasked(
        &mut self,
        deadline: Instant,
        mut look: impl FnMut(&[u8]),
    ) -> Result<(), WaitError> {
        // Mostly there is nothing: one read tells.
        for reads in 1_u64.. {
            while let Some(line) = self.lines.next() {
                let line = self.lines.text(line);
                self.transcript.note(Source::Engine, self.received_at, line);
                look(line);
            }
            match read(self.process.stdout(), self.lines.space()) {
                Ok(count) if count > 0 => {
                    self.lines.filled(count);
                    self.received_at = Instant::now();
                }
                _ => break,
            }
            if self.abort.is_raised() {
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
            let mut ready = [
                PollFd::from_borrowed_fd(self.process.stdout(), PollFlags::IN),
                PollFd::from_borrowed_fd(self.process.stderr(), PollFlags::IN),
            ];
            let watched = if self.stderr.is_closed() { 1 } else { 2 };
            let wait = left.min(SLICE);
            let last = (wait == left).then(Wait::begin);
            let count = poll(&mut ready[..watched], Some(&timespec(wait)));
            let slept = now.elapsed().saturating_sub(wait);
            if slept > OVERSLEPT {
                self.withheld += slept;
            }
            let [output, errors] = ready.map(|of| !of.revents().is_empty());
            if errors {
                self.stderr.take(self.process.stderr(), self.process.id());
            }
            if output {
                match read(self.process.stdout(), self.lines.space()) {
                    Ok(0) => return Err(WaitError::Ended),
                    Ok(count) => {
                        let read_at = Instant::now();
                        (self.received_at, self.suspect) = if read_at <= deadline {
                            (read_at, false)
                        } else {
                            let (asked, worked) = self.asked;
                            let earliest = asked + self.process.worked().saturating_sub(worked);
                            arrival(read_at, deadline, last.as_ref(), earliest)
                        };
                        self.lines.filled(count);
                        return Ok(());
                    }
                    Err(Errno::AGAIN | Errno::INTR) => {}
                    Err(_) => return Err(WaitError::Ended),
                }
            }
            if self.abort.is_raised() {
                return Err(WaitError::Aborted);
            }
            // A poll that has waited to the deadline looks once more at its end: nothing was there.
            if left.is_zero() || (count == Ok(0) && wait == left && slept <= OVERSLEPT) {
                // What the engine has left behind may hold its pipes open.
                let has_ended = self.process.has_ended();
                return Err(if has_ended { WaitError::Ended } else { WaitError::Deadline });
            }
            if slept > OVERSLEPT {
                return Ok(());
            }
            if count == Ok(0) && self.process.has_ended() {
                return Err(WaitError::Ended);
            }
        }
    }

    /// Closes the engine's standard input: there is no more to come.
    pub(crate) fn close_input(&mut self) {
        self.process.close_stdin();
    }

    /// Waits for the engine to end by itself, while what it still writes is taken in.
    pub(crate) fn ends_by_itself(&mut self, deadline: Instant) -> bool {
        let waited = self.wait_for(deadline, |_| None::<()>);
        let left = deadline.saturating_duration_since(Instant::now());
        waited == Err(WaitError::Ended) && self.process.wait_for_end(left)
    }

    /// Asks the engine to end, and ends it if it does not.
    pub(crate) fn quit(&mut self, grace: Duration) {
        if !self.abort.is_raised() && self.process.write(b"quit\n", Instant::now()).is_ok() {
            self.process.wait_for_end(grace);
        }
        self.kill();
    }

    /// Ends the engine and all it has started; takes in the last it wrote.
    pub(crate) fn kill(&mut self) -> Option<ExitStatus> {
        let status = self.process.kill();
        // What it has started may live on, and write.
        let _ = self.take_unasked(Instant::now(), |_| {});
        let rest = self.lines.rest();
        if !rest.is_empty() {
            self.transcript.note(Source::Engine, self.received_at, rest);
        }
        self.stderr.take(self.process.stderr(), self.process.id());
        status
    }

    /// Says how an engine that has closed its pipes came to its end. One that is on its way there
    /// has a moment, so that its own exit status is seen and not that of its being killed.
    pub(crate) fn end(&mut self, patience: Duration) -> String {
        let by_itself = self.process.wait_for_end(patience);
        match self.kill() {
            Some(status) if by_itself => describe(status),
            _ => "it closed a pipe and went on running".to_owned(),
        }
    }

    /// The number of the process.
    pub(super) fn id(&self) -> u32 {
        self.process.id()
    }
}

/// Whether there are too many processes or open files, or too little memory.
fn is_shortage(error: &io::Error) -> bool {
    let shortages = [Errno::AGAIN, Errno::MFILE, Errno::NFILE, Errno::NOMEM];
    shortages.iter().any(|of| error.raw_os_error() == Some(of.raw_os_error()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_that_has_ended_is_no_slow_one_though_a_child_holds_its_pipes() {
        let arguments = ["-c", "sleep 2 & exit 3"].map(str::to_owned).to_vec();
        let settings = UciSettings::of("/bin/sh".into(), arguments);
        let mut session = Session::start(&settings, &Guard::none(), None, Stop::new()).unwrap();
        assert!(session.process.wait_for_end(Duration::from_secs(10)));
        // Sooner than the next look at whether it is still there.
        let deadline = Instant::now() + SLICE / 10;
        assert_eq!(session.wait_for(deadline, |_| None::<()>), Err(WaitError::Ended));
        assert_eq!(session.end(Duration::ZERO), "exit code 3");
    }

    #[test]
    fn what_never_ends_is_not_read_to_its_end() {
        let settings = UciSettings::of("yes".into(), Vec::new());
        let abort = Stop::new();
        let mut session = Session::start(&settings, &Guard::none(), None, abort.clone()).unwrap();
        let mut lines = 0_u64;
        let mut take = || {
            session.take_unasked(Instant::now(), |_| {
                // So slow a reader finds the pipe full again.
                lines += 1;
                if lines.is_multiple_of(8_000) {
                    std::thread::sleep(Duration::from_millis(1));
                }
            })
        };
        // Where the writer has no core the pipe may be empty for once.
        let mut comes_to = |error| {
            (0..5_000).any(|_| {
                std::thread::sleep(Duration::from_millis(1));
                take() == Err(error)
            })
        };
        assert!(comes_to(WaitError::Endless));
        abort.raise();
        assert!(comes_to(WaitError::Aborted));
        assert!(lines >= READS, "{lines}");
        session.kill();
    }
}
