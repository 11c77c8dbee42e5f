//! Ensures that no engine outlives this process, the *runner*, nor any process started by an
//! engine, however they end.
//!
//! Every engine has a *warden*: the runner's own binary, a child of the runner and the parent of
//! the engine. Every process below a warden that loses its parent becomes the warden's child, also
//! one that has left its process group and session (the warden is a *subreaper*). It ends all of
//! these when the engine ends, and when its socket to the runner closes, as happens when the runner
//! ends. A *launcher* asks the kernel to kill it when its warden ends, and then becomes the engine.
//! The runner is a subreaper, too: the children of a killed warden become the runner's, and end
//! with its last guard.

use std::collections::HashSet;
use std::io::{self, IoSlice, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::cmsg_space;
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use rustix::process::{Pid, Signal, getpid, kill_process_group, set_child_subreaper};

use super::descendants::{children, end_children};
use super::poll::readable;
use super::warden::WARDEN;
pub use super::warden::serve;
use crate::Program;

/// The time for a warden to start its engine.
const START: Duration = Duration::from_secs(30);

/// Ends the engines with this process. Clones share one guard.
#[derive(Clone, Debug, Default)]
pub struct Guard(Option<Arc<Runner>>);

/// The runner's side of the wardens.
#[derive(Debug)]
struct Runner {
    /// The binary that wardens are.
    program: PathBuf,
    /// Children that it had before its first engine: the guard leaves them alone.
    before: HashSet<Pid>,
}

impl Guard {
    /// No safeguards but that engines are killed when they are dropped.
    #[must_use]
    pub fn none() -> Guard {
        Guard::default()
    }

    /// A guard with wardens. `program` is a binary that calls [`serve`] first,
    /// usually this process's own: `/proc/self/exe`. Dropping the last clone ends the processes
    /// that engines have left behind.
    ///
    /// # Errors
    /// The system does not give orphans to this process.
    pub fn start(program: PathBuf) -> io::Result<Guard> {
        set_child_subreaper(Some(getpid()))?;
        let runner = Runner { program, before: children().into_iter().collect() };
        Ok(Guard(Some(Arc::new(runner))))
    }

    /// A guard whose wardens are this process's own binary, also after that has been built anew.
    ///
    /// # Errors
    /// As for [`Guard::start`], and where /proc is not mounted.
    pub fn start_own() -> io::Result<Guard> {
        let own = PathBuf::from("/proc/self/exe");
        if !own.exists() {
            let problem = "programs cannot be supervised without /proc, which is not mounted here";
            return Err(io::Error::new(io::ErrorKind::NotFound, problem));
        }
        Guard::start(own)
    }

    /// The command that starts the engine, or its warden; the warden [receives](Warden::start) the
    /// engine's command.
    pub(super) fn command(&self, program: &Program) -> Command {
        match &self.0 {
            None => {
                let mut command = Command::new(&program.path);
                command.args(&program.arguments);
                command
            }
            Some(runner) => {
                let mut command = Command::new(&runner.program);
                command.arg(WARDEN);
                command
            }
        }
    }

    /// Whether engines have wardens.
    pub(super) fn has_wardens(&self) -> bool {
        self.0.is_some()
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        end_children(&self.before);
    }
}

/// The warden of an engine, as the runner sees it.
#[derive(Debug)]
pub(super) struct Warden {
    child: Child,
    socket: UnixStream,
    engine: Pid,
    /// Whether it was asked to end the engine.
    is_asked_to_end: bool,
}

impl Warden {
    /// Starts a warden, and through it the engine with these pipes for its standard input, output
    /// and error.
    pub(super) fn start(
        mut command: Command,
        program: &Program,
        pipes: [BorrowedFd<'_>; 3],
    ) -> io::Result<Warden> {
        let (mut socket, theirs) = UnixStream::pair()?;
        // Signals from the terminal must reach only the runner.
        command.process_group(0).stdin(OwnedFd::from(theirs));
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        drop(command);
        send_order(&mut socket, program, &pipes)?;
        socket.set_read_timeout(Some(START))?;
        let mut number = [0; 4];
        socket.read_exact(&mut number)?;
        match i32::from_le_bytes(number) {
            number @ 1.. => match Pid::from_raw(number) {
                Some(engine) => Ok(Warden { child, socket, engine, is_asked_to_end: false }),
                None => Err(io::ErrorKind::InvalidData.into()),
            },
            error => Err(io::Error::from_raw_os_error(-error)),
        }
    }

    /// The engine's process.
    pub(super) fn engine(&self) -> Pid {
        self.engine
    }

    /// Waits until the engine has ended; at most so long.
    pub(super) fn wait_for_end(&self, patience: Duration) -> bool {
        readable(&self.socket, patience)
    }

    /// Ends the engine and all its children; returns the engine's exit status, if known.
    pub(super) fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        if std::mem::replace(&mut self.is_asked_to_end, true) {
            return None;
        }
        let begun = Instant::now();
        let _ = self.socket.shutdown(std::net::Shutdown::Write);
        let left = || patience.saturating_sub(begun.elapsed());
        let mut status = [0; 4];
        let told = readable(&self.socket, left()) && self.socket.read_exact(&mut status).is_ok();
        if !told {
            // The warden was killed, or has no core; the engine is this process's child now, or the
            // warden's, and so its number is its own.
            let _ = kill_process_group(self.engine, Signal::KILL);
        }
        if readable(&self.socket, left()) {
            // It has closed its end: no process is left.
            let _ = self.child.wait();
        }
        told.then(|| ExitStatus::from_raw(i32::from_le_bytes(status)))
    }
}

/// Sends a warden its order: the length of the rest, the program and its arguments.
fn send_order(
    socket: &mut UnixStream,
    program: &Program,
    pipes: &[BorrowedFd<'_>; 3],
) -> io::Result<()> {
    let arguments = program.arguments.iter().map(String::as_bytes);
    let words = std::iter::once(program.path.as_os_str().as_bytes()).chain(arguments);
    let words = words.collect::<Vec<_>>().join(&0);
    let length = u32::try_from(words.len()).map_err(io::Error::other)?;
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(3))];
    let mut pipes_too = SendAncillaryBuffer::new(&mut space);
    pipes_too.push(SendAncillaryMessage::ScmRights(pipes));
    let length = length.to_le_bytes();
    // Four bytes are never written in part.
    sendmsg(&*socket, &[IoSlice::new(&length)], &mut pipes_too, SendFlags::NOSIGNAL)?;
    socket.write_all(&words)
}
