//! The processor: its cores, and a thread's share of its time.

#[cfg(target_os = "linux")]
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::time::Duration;

use rustix::thread::{CpuSet, sched_setaffinity};
use rustix::time::{ClockId, clock_gettime};

/// The physical cores this process may run on, at least 1: two hardware threads of one core count
/// once, cores that the process is kept from do not count, and a quota of processor time counts
/// as the cores it amounts to.
#[must_use]
pub fn physical_cores() -> usize {
    let logical = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    cores().map_or(logical, |cores| cores.len().min(logical)).max(1)
}

/// The processors of a list, `3,5,7-11`: numbers, and ranges upwards. `None` of another text.
#[must_use]
pub fn processor_list(list: &str) -> Option<Vec<i32>> {
    let mut found = Vec::new();
    for part in list.split(',') {
        match part.split_once('-') {
            None => found.push(part.trim().parse().ok()?),
            Some((low, high)) => {
                let (low, high): (i32, i32) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
                if high <= low {
                    return None;
                }
                found.extend(low..=high);
            }
        }
    }
    Some(found)
}

/// Keeps this process and its future children to these processors; whether the machine has any of them.
#[must_use]
pub fn keep_to(processors: &[i32]) -> bool {
    let numbers = processors.iter().filter_map(|&processor| usize::try_from(processor).ok());
    let mut set = CpuSet::new();
    numbers.filter(|number| *number < CpuSet::MAX_CPU).for_each(|number| set.set(number));
    sched_setaffinity(None, &set).is_ok()
}

/// One processor of every physical core that this process may run on, by their numbers.
///
/// # Errors
/// The system does not report them; the error says why.
#[cfg(target_os = "linux")]
pub(crate) fn cores() -> Result<Vec<usize>, String> {
    use rustix::thread::sched_getaffinity;

    let allowed = sched_getaffinity(None).map_err(|error| error.to_string())?;
    let (mut cores, mut seen) = (Vec::new(), HashSet::new());
    for processor in (0..CpuSet::MAX_CPU).filter(|&processor| allowed.is_set(processor)) {
        let file = format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
        let siblings = bounded::read_text(&file, bounded::SMALL).map_err(|error| {
            format!("the system does not report which processors share a core ({file}: {error})")
        })?;
        if seen.insert(siblings) {
            cores.push(processor);
        }
    }
    Ok(cores)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn cores() -> Result<Vec<usize>, String> {
    Err("this system does not let a program choose its core".to_owned())
}

/// The processor time of this thread. The rest of the elapsed time went to other threads, or passed
/// while the process was stopped.
pub fn thread_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}
