//! Seeing to it that no engine outlives the match runner, however that ends.
//!
//! Two safeguards, both in the arena's own binary. A *launcher* asks the kernel to kill it when the
//! thread that started it ends (`PR_SET_PDEATHSIG`), and then becomes the engine. A *warden*, one
//! process a match, holds a pipe from the runner and the list of the engines' process groups; when
//! the pipe closes it kills those that are left, and so reaches what engines have started.

use std::collections::HashSet;
use std::io::{self, BufRead, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;

use rustix::process::{
    Pid, Signal, getpid, getppid, kill_process_group, set_parent_process_death_signal,
};
use rustix::thread::set_current_timer_slack;

use crate::config::UciSettings;

/// The arena's hidden commands.
pub(crate) const LAUNCH: &str = "__launch";
/// See [`LAUNCH`].
pub(crate) const WARDEN: &str = "__warden";

/// What keeps engines from outliving this process. Clones share one warden.
#[derive(Clone, Debug, Default)]
pub struct Guard(Option<Arc<Warden>>);

#[derive(Debug)]
struct Warden {
    program: PathBuf,
    child: Child,
    /// `None` only while it is dropped.
    pipe: Option<ChildStdin>,
}

impl Guard {
    /// No safeguards but that engines are killed when they are dropped: for processes that do not
    /// have the arena's binary at hand.
    #[must_use]
    pub fn none() -> Guard {
        Guard::default()
    }

    /// Starts the warden; `arena` is the arena's binary.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(arena: PathBuf) -> io::Result<Guard> {
        // In a group of its own: what interrupts the runner must not end its warden first.
        let mut child = Command::new(&arena)
            .arg(WARDEN)
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let pipe = child.stdin.take();
        Ok(Guard(Some(Arc::new(Warden { program: arena, child, pipe }))))
    }

    /// The command that starts an engine.
    pub(super) fn command(&self, settings: &UciSettings) -> Command {
        let mut command = match &self.0 {
            None => Command::new(&settings.program),
            Some(warden) => {
                let mut command = Command::new(&warden.program);
                command.arg(LAUNCH).arg(getpid().as_raw_nonzero().to_string());
                command.arg(&settings.program);
                command
            }
        };
        command.args(&settings.arguments);
        command
    }

    /// From now on this group is killed if this process ends.
    pub(super) fn watch(&self, group: Pid) {
        self.tell('+', group);
    }

    /// This group is gone; its number may come to mean another. To be called before its leader is
    /// waited for.
    pub(super) fn forget(&self, group: Pid) {
        self.tell('-', group);
    }

    fn tell(&self, sign: char, group: Pid) {
        if let Some(mut pipe) = self.0.as_ref().and_then(|warden| warden.pipe.as_ref()) {
            // One write: lines of different tables do not mix. A warden that was killed leaves the
            // launcher's safeguard.
            let _ = pipe.write_all(format!("{sign}{}\n", group.as_raw_nonzero()).as_bytes());
        }
    }
}

impl Drop for Warden {
    fn drop(&mut self) {
        drop(self.pipe.take());
        let _ = self.child.wait();
    }
}

/// Becomes the program, to be killed when the process `runner` ends. Returns only on failure.
#[must_use]
pub(crate) fn launch(
    runner: i32,
    program: &PathBuf,
    arguments: &[std::ffi::OsString],
) -> io::Error {
    if let Err(error) = set_parent_process_death_signal(Some(Signal::KILL)) {
        return error.into();
    }
    // The runner may have ended before the kernel was asked.
    if getppid().map(|parent| parent.as_raw_nonzero().get()) != Some(runner) {
        return io::Error::other("the match runner has ended");
    }
    // What a table sets for its own timers is not the engine's business.
    let _ = set_current_timer_slack(None);
    Command::new(program).args(arguments).exec()
}

/// Reads the groups to watch, `+123` and `-123`, until the runner's end of the pipe is closed; then
/// kills those that are left.
pub(crate) fn stand_watch(lines: impl BufRead) {
    let mut groups = HashSet::new();
    for line in lines.lines().map_while(Result::ok) {
        let Some((sign, number)) = line.split_at_checked(1) else { continue };
        let Some(group) = number.parse().ok().and_then(Pid::from_raw) else { continue };
        if sign == "+" {
            groups.insert(group);
        } else {
            groups.remove(&group);
        }
    }
    for group in groups {
        let _ = kill_process_group(group, Signal::KILL);
    }
}
