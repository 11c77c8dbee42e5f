//! What a command line depends on beside its words.

use dropin::checks::Machine;
use rand::Rng;
use rustix::process::{Resource, getrlimit};
use rustix::thread::{CpuSet, sched_setaffinity};

use super::dates;

/// This machine, now.
pub(super) fn machine() -> Machine {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Machine {
        threads: i32::try_from(threads).unwrap_or(i32::MAX),
        open_files: getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX),
        seed: rand::rng().next_u64(),
        date: dates::for_names(),
    }
}

/// Keeps this process, and all it starts from now on, to these processors; to any where none is named.
///
/// # Errors
/// Where the machine does not have them.
pub(super) fn keep_to(processors: &[i32]) -> Result<(), String> {
    if processors.is_empty() {
        return Ok(());
    }
    let mut set = CpuSet::new();
    for &processor in processors {
        let number = usize::try_from(processor).ok().filter(|number| *number < CpuSet::MAX_CPU);
        set.set(number.ok_or_else(|| format!("Error: there is no processor {processor}"))?);
    }
    sched_setaffinity(None, &set).map_err(|error| format!("Error: -use-affinity: {error}"))
}
