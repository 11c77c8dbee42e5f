//! The processor: its cores, its name, and the time that a thread got of it.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The physical cores this process may run on, at least 1: two hardware threads of one core count
/// once, cores that the process is kept from do not count, and a quota of processor time counts as
/// so many cores.
#[must_use]
pub fn physical_cores() -> usize {
    let logical = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    allowed_cores().map_or(logical, |cores| cores.min(logical)).max(1)
}

/// The distinct cores among the processors in the affinity mask, where the system tells.
#[cfg(target_os = "linux")]
fn allowed_cores() -> Option<usize> {
    let allowed = rustix::thread::sched_getaffinity(None).ok()?;
    let cores: Option<HashSet<String>> = (0..rustix::thread::CpuSet::MAX_CPU)
        .filter(|&processor| allowed.is_set(processor))
        .map(|processor| {
            let topology = format!("/sys/devices/system/cpu/cpu{processor}/topology");
            std::fs::read_to_string(format!("{topology}/thread_siblings_list")).ok()
        })
        .collect();
    cores.map(|cores| cores.len()).filter(|&cores| cores > 0)
}

#[cfg(not(target_os = "linux"))]
fn allowed_cores() -> Option<usize> {
    None
}

/// What this thread has had of a processor. Of the time that work takes, the rest was given to others,
/// or to nobody while the process was stopped.
pub(crate) fn thread_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

/// The processor's name, where the system tells it.
pub(crate) fn name() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
