//! The warden and the launcher: separate processes with one task each.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{self, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::num::NonZeroU64;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command};

use rustix::cmsg_space;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};
use rustix::process::{
    Pid, PidfdFlags, Signal, getpid, getppid, kill_process_group, pidfd_open, set_child_subreaper,
    set_parent_process_death_signal,
};
use rustix::thread::set_current_timer_slack;

use super::descendants::end_children;

/// The first argument of a launcher.
const LAUNCH: &str = "__launch";
/// The first argument of a warden.
pub(super) const WARDEN: &str = "__warden";

/// The permitted delay of an engine's timers: the system's default for a program.
const TIMER_SLACK: Option<NonZeroU64> = NonZeroU64::new(50_000);

/// Serves as the warden of a program, or as its launcher, if this process was started as one by
/// [`Guard::start`](super::guard::Guard::start). `None` otherwise: then the process continues with its own
/// work.
///
/// ```no_run
/// if let Some(served) = system::guard::serve() {
///     return served;
/// }
/// // The work of the program itself.
/// # std::io::Result::Ok(())
/// ```
#[must_use]
pub fn serve() -> Option<io::Result<()>> {
    let mut arguments = std::env::args_os().skip(1);
    let role = arguments.next()?;
    if role == WARDEN {
        return Some(stand_watch());
    }
    if role != LAUNCH {
        return None;
    }
    let warden = Pid::from_raw(arguments.next()?.to_str()?.parse().ok()?)?;
    let program = PathBuf::from(arguments.next()?);
    let error = launch(warden, &program, &arguments.collect::<Vec<OsString>>());
    let problem = format!("cannot execute {}: {error}", program.display());
    Some(Err(io::Error::new(error.kind(), problem)))
}

/// Starts the engine that the runner names through the socket, the standard input. Ends its whole
/// family of processes as soon as the engine has ended or the runner has closed its end.
///
/// # Errors
/// The runner ended before it named the engine.
fn stand_watch() -> io::Result<()> {
    let mut runner = UnixStream::from(rustix::stdio::stdin().try_clone_to_owned()?);
    set_child_subreaper(Some(getpid()))?;
    let mut engine = match start(&mut runner) {
        Ok(engine) => engine,
        Err(error) => {
            let number = error.raw_os_error().unwrap_or(Errno::IO.raw_os_error());
            return runner.write_all(&(-number).to_le_bytes());
        }
    };
    let group = Pid::from_child(&engine);
    let told = runner.write_all(&group.as_raw_pid().to_le_bytes());
    if told.is_ok() {
        wait(&runner, group);
    }
    // The engine has not been waited for, so its number still identifies the group.
    let _ = kill_process_group(group, Signal::KILL);
    let status = engine.wait()?;
    // The runner may be gone.
    let _ = runner.write_all(&status.into_raw().to_le_bytes());
    end_children(&HashSet::new());
    Ok(())
}

/// Starts the engine, with the pipes that came with its name.
fn start(runner: &mut UnixStream) -> io::Result<Child> {
    let mut length = [0; 4];
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(3))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let into = &mut [IoSliceMut::new(&mut length)];
    recvmsg(&*runner, into, &mut control, RecvFlags::CMSG_CLOEXEC)?;
    let pipes: Vec<OwnedFd> = control
        .drain()
        .filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(pipes) => Some(pipes),
            _ => None,
        })
        .flatten()
        .collect();
    let [input, output, errors] =
        <[OwnedFd; 3]>::try_from(pipes).map_err(|_| io::Error::from(Errno::BADF))?;
    let mut words = vec![0; u32::from_le_bytes(length) as usize];
    runner.read_exact(&mut words)?;
    let words = words.split(|&byte| byte == 0).map(|word| OsString::from_vec(word.to_vec()));
    let mut command = Command::new("/proc/self/exe");
    command.arg(LAUNCH).arg(getpid().as_raw_pid().to_string()).args(words);
    command.process_group(0).stdin(input).stdout(output).stderr(errors).spawn()
}

/// Waits until the engine has ended or the runner wants its end, or has ended.
fn wait(runner: &UnixStream, engine: Pid) {
    let Ok(engine) = pidfd_open(engine, PidfdFlags::empty()) else { return };
    let mut either = [PollFd::new(runner, PollFlags::IN), PollFd::new(&engine, PollFlags::IN)];
    while poll(&mut either, None) == Err(Errno::INTR) {}
}

/// Becomes the program, which is killed when the process `warden` ends. Returns only on failure.
fn launch(warden: Pid, program: &PathBuf, arguments: &[OsString]) -> io::Error {
    if let Err(error) = end_with(warden) {
        return error;
    }
    // The engine must not inherit the timer settings of a thread of the runner.
    let _ = set_current_timer_slack(TIMER_SLACK);
    Command::new(program).args(arguments).exec()
}

/// Has the kernel kill this process when its parent, the process of this number, ends.
pub(super) fn end_with(parent: Pid) -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // It may have ended before the kernel was asked.
    if getppid() == Some(parent) { Ok(()) } else { Err(Errno::CHILD.into()) }
}
