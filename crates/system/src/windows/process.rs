//! An engine's process: started in a job of its own, and killed when dropped.

use std::io::{self, ErrorKind};
use std::os::windows::io::AsRawHandle;
use std::os::windows::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

use windows_sys::Win32::Foundation::{
    ERROR_COMMITMENT_LIMIT, ERROR_NO_SYSTEM_RESOURCES, ERROR_NOT_ENOUGH_MEMORY,
    ERROR_TOO_MANY_OPEN_FILES, FILETIME, WAIT_OBJECT_0,
};
use windows_sys::Win32::System::Threading::{
    CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW, CREATE_SUSPENDED, GetProcessTimes,
    SetProcessAffinityMask, WaitForSingleObject,
};

use super::guard::Guard;
use super::job::{Job, resume};
use super::streams::{Input, Outputs};
use super::{clock, cores, shell};
use crate::{Program, Ready, Streams};

/// The wait for a killed process to disappear.
const DEATH: Duration = Duration::from_millis(500);

/// A running engine.
#[derive(Debug)]
pub struct Process {
    child: Child,
    job: Job,
    /// `None` once it was closed.
    input: Option<Input>,
    outputs: Outputs,
    ended: Option<ExitStatus>,
    /// The number of processors it may use at a time.
    threads: u32,
}

impl Process {
    /// Starts the engine. It runs once it is in its job, so that no child of its escapes.
    ///
    /// # Errors
    /// The system refuses; [`is_shortage`] tells whether it may do so only for a moment.
    pub fn spawn(program: &Program, _: &Guard) -> io::Result<Process> {
        let mut command = Command::new(&program.path);
        shell::give(&mut command, program);
        command.envs(program.environment.iter().map(|(name, value)| (name, value)));
        if let Some(directory) = &program.directory {
            command.current_dir(directory);
        }
        command.creation_flags(CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW | CREATE_SUSPENDED);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let job = Job::new()?;
        let mut child = command.spawn()?;
        let begin = |child: &Child| {
            job.take(child.as_raw_handle())?;
            if let Some(set) = cores::of_children() {
                // SAFETY: the handle is open. On a refusal the engine runs on any core.
                unsafe { SetProcessAffinityMask(child.as_raw_handle(), set) };
            }
            resume(child.id())
        };
        if let Err(error) = begin(&child) {
            let _ = child.kill();
            return Err(error);
        }
        let missing = || io::Error::from(ErrorKind::BrokenPipe);
        let output = child.stdout.take().ok_or_else(missing)?;
        let outputs = Outputs::read(output, child.stderr.take().ok_or_else(missing)?)?;
        let input = Some(Input::write_to(child.stdin.take().ok_or_else(missing)?)?);
        Ok(Process { child, job, input, outputs, ended: None, threads: 1 })
    }

    /// Enlarges the room for an engine's output while it is not read: it is large already.
    pub fn widen_stdout(&self) {}

    /// Sets the number of processors it may use at a time.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = u32::try_from(threads).unwrap_or(u32::MAX).max(1);
    }

    /// The least time that it has worked since its start: its processor time, divided by its search
    /// threads. Processes that it has started are not counted.
    #[must_use]
    pub fn worked(&self) -> Duration {
        let mut times = [FILETIME::default(); 4];
        let [begun, ended, kernel, user] = &mut times;
        // SAFETY: the handle is open, and there is room for the four times, which are 0 on failure.
        unsafe { GetProcessTimes(self.child.as_raw_handle(), begun, ended, kernel, user) };
        (clock::length(times[2]) + clock::length(times[3])) / self.threads
    }

    /// The number of the process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Closes its standard input.
    pub fn close_stdin(&mut self) {
        self.input = None;
    }

    /// Waits until one of these streams can be read or has ended; at most so long. With nothing ready, the whole time has
    /// passed.
    ///
    /// # Errors
    /// None.
    pub fn wait_ready(&mut self, streams: Streams, patience: Duration) -> io::Result<Ready> {
        Ok(self.outputs.wait(streams, patience))
    }

    /// Reads standard output without waiting. Returns the number of bytes, 0 at its end, and the moment at which they were
    /// there at the latest.
    ///
    /// # Errors
    /// There is nothing to read yet.
    pub fn read_output(&mut self, into: &mut [u8]) -> io::Result<(usize, Instant)> {
        self.outputs.take(Streams::Output, into)
    }

    /// Reads standard error without waiting. Returns the number of bytes, 0 at its end.
    ///
    /// # Errors
    /// There is nothing to read yet.
    pub fn read_errors(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.outputs.take(Streams::Errors, into).map(|(count, _)| count)
    }

    /// Writes all bytes.
    ///
    /// # Errors
    /// The engine has gone, or does not read before the deadline (`TimedOut`).
    pub fn write(&mut self, bytes: &[u8], deadline: Instant) -> io::Result<()> {
        let Some(input) = &mut self.input else { return Err(ErrorKind::BrokenPipe.into()) };
        input.write(bytes, deadline)
    }

    /// Whether written text can have no effect any more: the process has ended.
    #[must_use]
    pub fn is_deaf(&self) -> bool {
        self.has_ended()
    }

    /// Whether the process has ended.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.wait_for_end(Duration::ZERO)
    }

    /// Waits for the end of the process; at most so long.
    pub fn wait_for_end(&self, patience: Duration) -> bool {
        let millis = u32::try_from(patience.as_millis()).unwrap_or(u32::MAX - 1);
        // SAFETY: the handle is open.
        self.ended.is_some()
            || unsafe { WaitForSingleObject(self.child.as_raw_handle(), millis) } == WAIT_OBJECT_0
    }

    /// Ends the process and all its children; returns its exit status.
    pub fn kill(&mut self) -> Option<ExitStatus> {
        if self.ended.is_none() {
            self.job.end();
            if self.wait_for_end(DEATH) {
                self.ended = self.child.wait().ok();
            }
        }
        self.ended
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Has a command start a process that Ctrl-C at this process's terminal does not reach.
pub fn set_apart(command: &mut Command) {
    command.creation_flags(CREATE_NEW_PROCESS_GROUP);
}

/// Runs a program to its end; returns its output. The program is killed when this process ends before it.
///
/// # Errors
/// It cannot be started.
pub fn output(command: &mut Command) -> io::Result<Output> {
    let job = Job::new()?;
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    // One that has ended already is refused.
    let _ = job.take(child.as_raw_handle());
    child.wait_with_output()
}

/// Whether a process was refused because there are too many processes or open files, or too little memory.
#[must_use]
pub fn is_shortage(error: &io::Error) -> bool {
    let shortages = [
        ERROR_TOO_MANY_OPEN_FILES,
        ERROR_NOT_ENOUGH_MEMORY,
        ERROR_NO_SYSTEM_RESOURCES,
        ERROR_COMMITMENT_LIMIT,
    ];
    error.raw_os_error().is_some_and(|number| shortages.contains(&number.cast_unsigned()))
}

/// Describes the end of a process.
#[must_use]
pub fn describe(status: ExitStatus) -> String {
    let code = status.code().unwrap_or_default();
    let name = match code.cast_unsigned() {
        0xC000_0005 => ", access violation",
        0xC000_0094 => ", division by zero",
        0xC000_001D => ", illegal instruction",
        0xC000_00FD => ", stack overflow",
        0xC000_0409 => ", aborted",
        _ => "",
    };
    match code.cast_unsigned() {
        exception @ 0xC000_0000.. => format!("exception {exception:#x}{name}"),
        _ => format!("exit code {code}"),
    }
}
