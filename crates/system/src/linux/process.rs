//! An engine's process: started in a process group of its own, and killed when dropped.

use std::io::{self, PipeReader, PipeWriter, pipe};
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Output};
use std::time::{Duration, Instant};

use nix::time::ClockId;
use nix::unistd;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::io::Errno;
use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, getpid, kill_process_group, pidfd_open, waitid,
};

use super::guard::{Guard, Warden};
use super::poll::{has_no_reader, readable, timespec};
use super::warden::end_with;
use crate::{Program, Ready, Streams};

/// The wait for a killed process to disappear.
const DEATH: Duration = Duration::from_millis(500);

/// A running engine.
#[derive(Debug)]
pub struct Process {
    kept: Kept,
    /// Its number, which is also that of its process group.
    group: Pid,
    /// `None` once it was closed.
    stdin: Option<PipeWriter>,
    stdout: PipeReader,
    stderr: PipeReader,
    ended: Option<ExitStatus>,
    /// The clock of its processor time.
    clock: Option<ClockId>,
    /// The number of processors it may use at a time.
    threads: u32,
}

/// The size in bytes of a pipe that is not read for a while: the most that any process may have.
const ROOM: usize = 1 << 20;

/// The parent of an engine.
#[derive(Debug)]
enum Kept {
    /// This process.
    Here(Child),
    /// A warden.
    By(Warden),
}

impl Process {
    /// Starts the engine.
    ///
    /// # Errors
    /// The system refuses; [`is_shortage`] tells whether it may do so only for a moment.
    pub fn spawn(program: &Program, guard: &Guard) -> io::Result<Process> {
        let mut command = guard.command(program);
        let [(input, stdin), (stdout, output), (stderr, errors)] = [pipe()?, pipe()?, pipe()?];
        command.envs(program.environment.iter().map(|(name, value)| (name, value)));
        if let Some(directory) = &program.directory {
            command.current_dir(directory);
        }
        let (kept, group) = if guard.has_wardens() {
            let pipes = [input.as_fd(), output.as_fd(), errors.as_fd()];
            let warden = Warden::start(command, program, pipes)?;
            let engine = warden.engine();
            (Kept::By(warden), engine)
        } else {
            command.process_group(0).stdin(input).stdout(output).stderr(errors);
            let child = command.spawn()?;
            let engine = Pid::from_child(&child);
            (Kept::Here(child), engine)
        };
        // An engine that does not read must not be able to hold up the thread that writes to it.
        fcntl_setfl(&stdin, OFlags::NONBLOCK)?;
        fcntl_setfl(&stdout, OFlags::NONBLOCK)?;
        fcntl_setfl(&stderr, OFlags::NONBLOCK)?;
        let clock = ClockId::pid_cpu_clock_id(unistd::Pid::from_raw(group.as_raw_pid())).ok();
        let stdin = Some(stdin);
        Ok(Process { kept, group, stdin, stdout, stderr, ended: None, clock, threads: 1 })
    }

    /// Enlarges the pipe for an engine's output while it is not read. If the system refuses, its
    /// size stays as it was.
    pub fn widen_stdout(&self) {
        if fcntl_getpipe_size(&self.stdout).is_ok_and(|size| size < ROOM) {
            let _ = fcntl_setpipe_size(&self.stdout, ROOM);
        }
    }

    /// Sets the number of its search threads. It uses as many processors at a time as this thread may use, at most.
    pub fn set_threads(&mut self, threads: usize) {
        let processors = super::cores::allowed().unwrap_or(u32::MAX);
        self.threads = u32::try_from(threads).unwrap_or(u32::MAX).min(processors).max(1);
    }

    /// The least time that it has worked since its start: its processor time, divided by the processors that it may use at
    /// a time. Processes that it has started are not counted.
    #[must_use]
    pub fn worked(&self) -> Duration {
        let spent = self.clock.and_then(|clock| clock.now().ok());
        spent.map_or(Duration::ZERO, |spent| Duration::from(spent) / self.threads)
    }

    /// The number of the process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.group.as_raw_pid().unsigned_abs()
    }

    /// Closes its standard input.
    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    /// Waits until one of these streams can be read or has ended; at most so long. With nothing ready, the whole time has
    /// passed.
    ///
    /// # Errors
    /// The wait was interrupted.
    pub fn wait_ready(&mut self, streams: Streams, patience: Duration) -> io::Result<Ready> {
        let mut both = [
            PollFd::from_borrowed_fd(self.stdout.as_fd(), PollFlags::IN),
            PollFd::from_borrowed_fd(self.stderr.as_fd(), PollFlags::IN),
        ];
        let watched = match streams {
            Streams::Output => &mut both[..1],
            Streams::Errors => &mut both[1..],
            Streams::Both => &mut both[..],
        };
        poll(watched, Some(&timespec(patience)))?;
        let [output, errors] = both.map(|stream| !stream.revents().is_empty());
        Ok(Ready { output, errors })
    }

    /// Reads standard output without waiting. Returns the number of bytes, 0 at its end, and the moment at which they were
    /// there at the latest.
    ///
    /// # Errors
    /// There is nothing to read yet, or the reading fails.
    pub fn read_output(&mut self, into: &mut [u8]) -> io::Result<(usize, Instant)> {
        let count = rustix::io::read(&self.stdout, into)?;
        Ok((count, Instant::now()))
    }

    /// Reads standard error without waiting. Returns the number of bytes, 0 at its end.
    ///
    /// # Errors
    /// There is nothing to read yet, or the reading fails.
    pub fn read_errors(&mut self, into: &mut [u8]) -> io::Result<usize> {
        Ok(rustix::io::read(&self.stderr, into)?)
    }

    /// Writes all bytes.
    ///
    /// # Errors
    /// The engine has gone, or does not read before the deadline (`TimedOut`).
    pub fn write(&mut self, mut bytes: &[u8], deadline: Instant) -> io::Result<()> {
        let Some(stdin) = &self.stdin else { return Err(Errno::PIPE.into()) };
        while !bytes.is_empty() {
            match rustix::io::write(stdin, bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    let mut writable = [PollFd::new(stdin, PollFlags::OUT)];
                    if poll(&mut writable, Some(&timespec(left)))? == 0 {
                        return Err(Errno::TIMEDOUT.into());
                    }
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Whether written text can have no effect any more: the process has ended, or has closed its
    /// input. A write to a closed input may have succeeded: another program being started at that
    /// moment held it open, too.
    #[must_use]
    pub fn is_deaf(&self) -> bool {
        self.has_ended() || self.stdin.as_ref().is_some_and(has_no_reader)
    }

    /// Whether the process has ended. It stays a zombie until it is killed or dropped, so that its
    /// number is not reused.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.wait_for_end(Duration::ZERO)
    }

    /// Waits for the end of the process; at most so long.
    pub fn wait_for_end(&self, patience: Duration) -> bool {
        self.ended.is_some()
            || match &self.kept {
                Kept::Here(_) => child_ends(self.group, patience),
                Kept::By(warden) => warden.wait_for_end(patience),
            }
    }

    /// Ends the process and all its children; returns its exit status.
    pub fn kill(&mut self) -> Option<ExitStatus> {
        if self.ended.is_none() {
            self.ended = match &mut self.kept {
                Kept::Here(child) => {
                    // Until the leader is waited for, its number still identifies the group.
                    let _ = kill_process_group(self.group, Signal::KILL);
                    let has_ended = child_ends(self.group, DEATH);
                    has_ended.then(|| child.wait().ok()).flatten()
                }
                Kept::By(warden) => warden.end(DEATH),
            };
        }
        self.ended
    }
}

/// Waits for the end of a child, which stays a zombie.
fn child_ends(child: Pid, patience: Duration) -> bool {
    let begun = Instant::now();
    let process = pidfd_open(child, PidfdFlags::empty()).ok();
    loop {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        if !matches!(waitid(WaitId::Pid(child), options), Ok(None)) {
            return true;
        }
        let left = patience.saturating_sub(begun.elapsed());
        match &process {
            _ if left.is_zero() => return false,
            Some(process) => {
                readable(process, left);
            }
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Has a command start a process that Ctrl-C at this process's terminal does not reach.
pub fn set_apart(command: &mut Command) {
    command.process_group(0);
}

/// Runs a program to its end; returns its output. The program is killed when this process ends before it.
///
/// # Errors
/// It cannot be started.
#[expect(unsafe_code, reason = "the kernel is asked between fork and exec")]
pub fn output(command: &mut Command) -> io::Result<Output> {
    let own = getpid();
    // SAFETY: two system calls, without an allocation or a lock. This thread, which the kernel takes for the parent, waits.
    unsafe { command.pre_exec(move || end_with(own)) };
    command.output()
}

/// Whether a process was refused because there are too many processes or open files, or too little memory, or because its
/// file is still open for writing, as one that was just copied is in any process that was started meanwhile.
#[must_use]
pub fn is_shortage(error: &io::Error) -> bool {
    let shortages = [Errno::AGAIN, Errno::MFILE, Errno::NFILE, Errno::NOMEM, Errno::TXTBSY];
    shortages.iter().any(|shortage| error.raw_os_error() == Some(shortage.raw_os_error()))
}

/// Describes the end of a process.
#[must_use]
pub fn describe(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => {
            let name = nix::sys::signal::Signal::try_from(signal);
            let name = name.map_or(String::new(), |name| format!(", {name}"));
            let core = if status.core_dumped() { ", core dumped" } else { "" };
            format!("signal {signal}{name}{core}")
        }
        (None, None) => status.to_string(),
    }
}
