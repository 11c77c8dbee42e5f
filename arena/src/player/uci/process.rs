//! An engine's process: started in a process group of its own, and gone when it is dropped.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use nix::time::ClockId;
use nix::unistd;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, kill_process_group, pidfd_open, waitid,
};

use super::guard::Guard;
use crate::config::UciSettings;

/// How long a killed process may take to be gone.
const DEATH: Duration = Duration::from_millis(500);

/// A running engine.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    group: Pid,
    guard: Guard,
    /// `None` once it was closed.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: ChildStderr,
    ended: Option<ExitStatus>,
    /// The clock of its processor time.
    clock: Option<ClockId>,
    /// How many processors it may work on at a time.
    threads: u32,
}

impl Process {
    /// Starts the engine.
    pub(super) fn spawn(settings: &UciSettings, guard: &Guard) -> io::Result<Process> {
        let mut command: Command = guard.command(settings);
        command.process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.envs(settings.environment.iter().map(|(name, value)| (name, value)));
        if let Some(directory) = &settings.directory {
            command.current_dir(directory);
        }
        let mut child = command.spawn()?;
        let group = Pid::from_child(&child);
        guard.watch(group);
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("a process without its pipes"));
        };
        // An engine that does not read must not be able to hold its table up.
        fcntl_setfl(&stdin, OFlags::NONBLOCK)?;
        fcntl_setfl(&stdout, OFlags::NONBLOCK)?;
        fcntl_setfl(&stderr, OFlags::NONBLOCK)?;
        let clock = ClockId::pid_cpu_clock_id(unistd::Pid::from_raw(group.as_raw_pid())).ok();
        let threads = u32::try_from(settings.threads()).unwrap_or(u32::MAX);
        let (guard, stdin) = (guard.clone(), Some(stdin));
        Ok(Process { child, group, guard, stdin, stdout, stderr, ended: None, clock, threads })
    }

    /// For how long it has worked at least since it was started: its processor time, shared out among
    /// the threads it is to search with. Processes that it has started are not counted.
    pub(super) fn worked(&self) -> Duration {
        let spent = self.clock.and_then(|clock| clock.now().ok());
        spent.map_or(Duration::ZERO, |spent| Duration::from(spent) / self.threads)
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Closes its standard input.
    pub(super) fn close_stdin(&mut self) {
        self.stdin = None;
    }

    pub(super) fn stdout(&self) -> BorrowedFd<'_> {
        self.stdout.as_fd()
    }

    pub(super) fn stderr(&self) -> BorrowedFd<'_> {
        self.stderr.as_fd()
    }

    /// Writes all of it.
    ///
    /// # Errors
    /// When the engine has gone, or does not read before the deadline.
    pub(super) fn write(&self, mut bytes: &[u8], deadline: Instant) -> Result<(), Errno> {
        let Some(stdin) = &self.stdin else { return Err(Errno::PIPE) };
        while !bytes.is_empty() {
            match rustix::io::write(stdin, bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    let mut writable = [PollFd::new(stdin, PollFlags::OUT)];
                    if poll(&mut writable, Some(&timespec(left)))? == 0 {
                        return Err(Errno::TIMEDOUT);
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Whether the process has ended. It stays a zombie until it is killed or dropped, so that its
    /// number means nothing else.
    pub(super) fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.ended.is_some() || !matches!(waitid(WaitId::Pid(self.group), options), Ok(None))
    }

    /// Waits for the end of the process.
    pub(super) fn wait_for_end(&self, patience: Duration) -> bool {
        let begun = Instant::now();
        let Ok(process) = pidfd_open(self.group, PidfdFlags::empty()) else {
            while !self.has_ended() && begun.elapsed() < patience {
                std::thread::sleep(Duration::from_millis(1));
            }
            return self.has_ended();
        };
        while !self.has_ended() && begun.elapsed() < patience {
            let left = patience.saturating_sub(begun.elapsed());
            let mut end = [PollFd::new(&process, PollFlags::IN)];
            let _ = poll(&mut end, Some(&timespec(left)));
        }
        self.has_ended()
    }

    /// Ends whatever is left of the process and all it has started; says how the process ended.
    pub(super) fn kill(&mut self) -> Option<ExitStatus> {
        if self.ended.is_none() {
            // As long as the leader is not waited for, its number is the group's and nobody else's.
            let _ = kill_process_group(self.group, Signal::KILL);
            self.guard.forget(self.group);
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

/// How a process ended, in words.
pub(super) fn describe(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => {
            let name = SIGNALS.iter().find(|(number, _)| *number == signal);
            let name = name.map_or(String::new(), |(_, name)| format!(", {name}"));
            let core = if status.core_dumped() { ", core dumped" } else { "" };
            format!("signal {signal}{name}{core}")
        }
        (None, None) => status.to_string(),
    }
}

const SIGNALS: [(i32, &str); 9] = [
    (Signal::ABORT.as_raw(), "SIGABRT"),
    (Signal::BUS.as_raw(), "SIGBUS"),
    (Signal::FPE.as_raw(), "SIGFPE"),
    (Signal::ILL.as_raw(), "SIGILL"),
    (Signal::KILL.as_raw(), "SIGKILL"),
    (Signal::PIPE.as_raw(), "SIGPIPE"),
    (Signal::SEGV.as_raw(), "SIGSEGV"),
    (Signal::TERM.as_raw(), "SIGTERM"),
    (Signal::XCPU.as_raw(), "SIGXCPU"),
];

pub(super) fn timespec(duration: Duration) -> Timespec {
    Timespec {
        tv_sec: i64::try_from(duration.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: i64::from(duration.subsec_nanos()),
    }
}
