//! What a command line depends on beside its words.

use dropin::checks::Machine;
use rand::Rng;
use rustix::process::{Resource, getrlimit};

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
