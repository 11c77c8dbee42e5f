//! The time for which the threads of another process were ready and did not run.
//!
//! The second field of `schedstat` is a thread's wait in the run queue. It grows while a cgroup is throttled, too, and
//! neither in sleep nor in a wait for a disk. The steal of a virtual machine is not in it: its threads seem to run.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::time::Duration;

use crate::Links;

/// Ticks a second of `/proc/stat`, on every architecture of Linux.
const TICKS: u32 = 100;

/// The waits of a process's threads. Descriptors are kept.
#[derive(Debug)]
pub struct ThreadWaits {
    tasks: PathBuf,
    threads: Vec<Thread>,
    /// The steal of each processor at the last reading.
    stolen: Duration,
}

#[derive(Debug)]
struct Thread {
    number: u32,
    statistics: File,
    /// Its wait at the last reading.
    waited: Duration,
}

impl ThreadWaits {
    /// Of the process of this number. Nothing is read yet.
    #[must_use]
    pub fn of(process: u32) -> ThreadWaits {
        let tasks = PathBuf::from(format!("/proc/{process}/task"));
        ThreadWaits { tasks, threads: Vec::new(), stolen: Duration::ZERO }
    }

    /// The wait since the last reading of the thread that has waited most, and the steal of a processor in that time;
    /// zero where the system does not report them. Threads that began since then count with their whole wait.
    pub fn read(&mut self) -> Duration {
        self.find_new();
        let mut most = Duration::ZERO;
        self.threads.retain_mut(|thread| {
            // The statistics of a thread that has ended cannot be read.
            let Some(waited) = super::clock::wait_in(&thread.statistics) else { return false };
            most = most.max(waited.saturating_sub(thread.waited));
            thread.waited = waited;
            true
        });
        let stolen = steal().unwrap_or(self.stolen);
        most + stolen.saturating_sub(std::mem::replace(&mut self.stolen, stolen))
    }

    fn find_new(&mut self) {
        let Ok(tasks) = fs::read_dir(&self.tasks) else { return };
        let numbers = tasks.filter_map(|task| task.ok()?.file_name().to_str()?.parse().ok());
        for number in numbers {
            if self.threads.iter().any(|thread| thread.number == number) {
                continue;
            }
            let file = self.tasks.join(format!("{number}/schedstat"));
            if let Ok(statistics) = super::files::open(file, Links::Followed) {
                self.threads.push(Thread { number, statistics, waited: Duration::ZERO });
            }
        }
    }
}

/// The time for which a virtual machine's processor, the mean of all, was ready and another machine ran.
fn steal() -> Option<Duration> {
    let mut text = [0; 256];
    let count =
        super::files::open("/proc/stat", Links::Followed).ok()?.read_at(&mut text, 0).ok()?;
    let line = std::str::from_utf8(&text[..count]).ok()?.lines().next()?;
    let ticks: u32 = line.split_ascii_whitespace().nth(8)?.parse().ok()?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    Some(Duration::from_secs(1) * ticks / TICKS / u32::try_from(processors).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_sleeps_waits_for_no_core() {
        let mut waits = ThreadWaits::of(std::process::id());
        waits.read();
        std::thread::sleep(Duration::from_millis(1));
        assert!(!waits.threads.is_empty() || super::super::clock::wait_for_cores().is_none());
        assert!(ThreadWaits::of(u32::MAX).read() <= steal().unwrap_or_default());
    }
}
