//! The children of this process.

use std::collections::HashSet;
use std::fs;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, getpid, kill_process, waitid};

/// The wait for killed processes to disappear.
const PATIENCE: Duration = Duration::from_secs(2);

/// The children of this process, including those inherited from others.
pub(super) fn children() -> Vec<Pid> {
    let own = getpid();
    let processes = fs::read_dir("/proc").into_iter().flatten().filter_map(|entry| {
        let number: i32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let stat = super::reported(&format!("/proc/{number}/stat")).ok()?;
        // The name, in parentheses, may have anything in it.
        let (_, rest) = stat.rsplit_once(") ")?;
        let parent = rest.split(' ').nth(1)?.parse().ok()?;
        (Pid::from_raw(parent)? == own).then_some(Pid::from_raw(number)?)
    });
    processes.collect()
}

fn has_children() -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::All, options), Err(Errno::CHILD))
}

/// Ends all children but these, the children they leave, and so on until none is left.
pub(super) fn end_children(spared: &HashSet<Pid>) {
    let begun = Instant::now();
    // Usually there are none, and searching for them takes a walk through all processes.
    while has_children() {
        let mut children = children();
        children.retain(|child| !spared.contains(child));
        if children.is_empty() || begun.elapsed() > PATIENCE {
            return;
        }
        for &child in &children {
            // Only this process waits for it, so its number cannot be reused.
            let _ = kill_process(child, Signal::KILL);
        }
        for &child in &children {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG;
            while matches!(waitid(WaitId::Pid(child), options), Ok(None))
                && begun.elapsed() < PATIENCE
            {
                std::thread::sleep(Duration::from_micros(200));
            }
        }
    }
}
