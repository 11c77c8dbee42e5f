//! The processor: its cores, and a thread's share of its time.

use std::num::NonZeroUsize;

use system::cores::{self, CpuSet};

/// The physical cores this process may run on, at least 1: two hardware threads of one core count
/// once, cores that the process is kept from do not count, and a quota of processor time counts
/// as the cores it amounts to.
#[must_use]
pub fn physical_cores() -> usize {
    let logical = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    cores::physical().map_or(logical, |cores| cores.len().min(logical)).max(1)
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
    cores::keep_process_to(&set)
}
