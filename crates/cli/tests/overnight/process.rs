//! The system's information about processes.

use std::fs;
use std::process::Child;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::bench::children_of;

/// Sends a signal.
pub(crate) fn send(child: &Child, signal: Signal) {
    // A process that has ended by itself is not a fault.
    let _ = kill_process(Pid::from_child(child), signal);
}

/// The processes that were started by this one, wardens and engines.
pub(crate) fn descendants(parent: u32) -> Vec<u32> {
    let mut all = children_of(parent, None);
    let mut next = 0;
    while let Some(&one) = all.get(next) {
        all.extend(children_of(one, None));
        next += 1;
    }
    all
}

/// Asserts that these processes end; they have a moment.
pub(crate) fn assert_gone(processes: &[u32]) {
    let begun = Instant::now();
    for &process in processes {
        while state(process).is_some_and(|state| state != 'Z') {
            assert!(begun.elapsed() < Duration::from_secs(5), "process {process} is left");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// A process's resources.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Holdings {
    /// Open files.
    pub(crate) files: usize,
    pub(crate) threads: usize,
    /// Memory in KiB that is in use and its own.
    pub(crate) memory: u64,
}

/// The resources of this process; `None` after its end.
pub(crate) fn holdings(process: u32) -> Option<Holdings> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let number = |key: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(key))?;
        line.trim().trim_end_matches(" kB").parse().ok()
    };
    let files = fs::read_dir(format!("/proc/{process}/fd")).ok()?.count();
    let (threads, memory) = (number("Threads:")?, number("RssAnon:")?);
    Some(Holdings { files, threads: usize::try_from(threads).ok()?, memory })
}

/// The peak memory of a process, in KiB, while it runs.
pub(crate) fn peak_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// Waits for the end of a process, but not for ever.
pub(crate) fn ends_within(child: &mut Child, patience: Duration) {
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > patience {
            send(child, Signal::KILL);
            panic!("the runner goes on after {patience:?}");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn state(process: u32) -> Option<char> {
    fields(process)?.chars().next()
}

/// The fields after a process's name: its state, its parent and more.
fn fields(process: u32) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    Some(stat.rsplit_once(") ")?.1.to_owned())
}
