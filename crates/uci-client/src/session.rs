//! A running program: its start, its exchange and its end.

mod account;
mod asking;
mod handshake;
mod rest;
#[cfg(test)]
mod tests;
mod waiting;

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use system::Program;
use system::guard::Guard;
use system::process::{Process, describe};

use crate::lateness::Wait;
use crate::lines::Lines;
use crate::start::start_patiently;
use crate::stderr::{StderrFiles, StderrLog};
use crate::transcript::{Source, Transcript};
use account::Account;

/// The time for an engine with closed pipes to end by itself.
pub const SETTLE: Duration = Duration::from_millis(200);

/// The interval at which a waiting thread checks its abort flag, and whether the engine is still
/// there: an engine that has left its pipes to a child closes nothing when it ends.
const SLICE: Duration = Duration::from_millis(50);

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WaitError {
    /// The deadline is past, and this process has looked since then: there was none.
    #[error("the engine does not answer in time")]
    Deadline,
    /// The engine has ended, or has closed its end of a pipe.
    #[error("the engine has ended or has closed a pipe")]
    Ended,
    /// The engine writes without end although it was asked nothing.
    #[error("the engine writes without end")]
    Endless,
    /// The flag that ends all waits was raised.
    #[error("the wait was ended")]
    Aborted,
}

/// A running engine and the exchange with it. It is killed when dropped.
#[derive(Debug)]
pub struct Session {
    program: PathBuf,
    process: Process,
    lines: Lines,
    transcript: Transcript,
    stderr: StderrLog,
    abort: Option<Arc<AtomicBool>>,
    /// When the newest lines came.
    received_at: Instant,
    /// The time by which deadlines were extended since the start of the engine: this process slept through its waits, or
    /// the machine did not run the engine.
    withheld: Duration,
    /// The last reading of this thread's wait for cores, and whether no output came since then.
    core_wait: Wait,
    is_core_wait_fresh: bool,
    /// The time that the machine takes from the engine; `None` where it is not wanted.
    account: Option<Account>,
    /// The moment just before the newest question: the time, and the engine's work by then.
    asked: (Instant, Duration),
}

impl Session {
    /// Starts an engine without waiting for it; [`Session::handshake`] waits.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn start(program: &Program, guard: &Guard) -> io::Result<Session> {
        Ok(Session::with(program, Process::spawn(program, guard)?))
    }

    fn with(program: &Program, process: Process) -> Session {
        Session {
            program: program.path.clone(),
            process,
            lines: Lines::new(),
            transcript: Transcript::new(),
            stderr: StderrLog::new(None),
            abort: None,
            received_at: Instant::now(),
            withheld: Duration::ZERO,
            core_wait: Wait::begin(),
            is_core_wait_fresh: false,
            account: None,
            asked: (Instant::now(), Duration::ZERO),
        }
    }

    /// The same, with a flag that [ends its waits](Session::with_abort). If the system temporarily
    /// has no process, file or memory left, that is not the engine's fault: the start is retried
    /// until `patience` is over.
    ///
    /// # Errors
    /// The program cannot be started, or the flag is raised.
    pub fn start_patiently(
        program: &Program,
        guard: &Guard,
        abort: &Arc<AtomicBool>,
        patience: Duration,
    ) -> io::Result<Session> {
        let is_wanted = || !abort.load(Ordering::Relaxed);
        let process = start_patiently(program, guard, patience, &is_wanted)?;
        Ok(Session::with(program, process).with_abort(Arc::clone(abort)))
    }

    /// Copies the engine's standard error to one of these files.
    #[must_use]
    pub fn with_stderr_files(self, files: &StderrFiles) -> Session {
        Session { stderr: StderrLog::new(Some(files)), ..self }
    }

    /// The same with all of its standard error written to this file.
    #[must_use]
    pub fn with_stderr_file(self, file: File) -> Session {
        Session { stderr: StderrLog::whole(file), ..self }
    }

    /// Ends every wait within 50 ms when this flag is raised.
    #[must_use]
    pub fn with_abort(self, abort: Arc<AtomicBool>) -> Session {
        Session { abort: Some(abort), ..self }
    }

    /// Says with how many threads the engine searches, 1 without this: no answer counts as earlier than
    /// its processor time, shared out among them, allows.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Session {
        self.process.set_threads(threads);
        self
    }

    fn is_aborted(&self) -> bool {
        self.abort.as_ref().is_some_and(|abort| abort.load(Ordering::Relaxed))
    }

    /// The last lines that went to the engine and came from it.
    #[must_use]
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// The engine's last output on standard error, line by line, safe to display.
    #[must_use]
    pub fn stderr_tail(&self) -> String {
        self.stderr.tail()
    }

    /// When the newest lines came.
    #[must_use]
    pub fn received_at(&self) -> Instant {
        self.received_at
    }

    /// Closes the engine's standard input.
    pub fn close_input(&mut self) {
        self.process.close_stdin();
    }

    /// Waits for the engine to end by itself, reading its last output.
    pub fn ends_by_itself(&mut self, deadline: Instant) -> bool {
        let waited = self.wait_for(deadline, |_| None::<()>);
        let left = deadline.saturating_duration_since(Instant::now());
        waited == Err(WaitError::Ended) && self.process.wait_for_end(left)
    }

    /// Asks the engine to end, and ends it if it does not.
    pub fn quit(&mut self, grace: Duration) {
        if !self.is_aborted() && self.process.write(b"quit\n", Instant::now()).is_ok() {
            self.process.wait_for_end(grace);
        }
        self.kill();
    }

    /// Ends the engine and all its children; reads its last output.
    pub fn kill(&mut self) -> Option<ExitStatus> {
        let status = self.process.kill();
        // Its children may live on, and write.
        let _ = self.take_unasked(Instant::now(), |_| {});
        let rest = self.lines.rest();
        if !rest.is_empty() {
            self.transcript.note(Source::Engine, self.received_at, rest);
        }
        self.stderr.take(&mut self.process);
        status
    }

    /// Describes the end of an engine that has closed its pipes. An engine about to end has a
    /// moment, so that its own exit status is seen and not that of a kill.
    pub fn end(&mut self, patience: Duration) -> String {
        let by_itself = self.process.wait_for_end(patience);
        match self.kill() {
            Some(status) if by_itself => describe(status),
            _ => "it closed a pipe and went on running".to_owned(),
        }
    }

    /// The number of the process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.process.id()
    }
}
