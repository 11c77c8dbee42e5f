//! Cores: the physical ones, threads that keep to them, and claims that other processes see.

use std::collections::HashSet;
use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};

pub use rustix::thread::CpuSet;
use rustix::thread::{sched_getaffinity, sched_setaffinity};

/// One processor of every physical core that this process may run on, by their numbers.
///
/// # Errors
/// The system does not report them; the error says why.
pub fn physical() -> Result<Vec<usize>, String> {
    let allowed = sched_getaffinity(None).map_err(|error| error.to_string())?;
    let (mut cores, mut seen) = (Vec::new(), HashSet::new());
    for processor in (0..CpuSet::MAX_CPU).filter(|&processor| allowed.is_set(processor)) {
        let file = format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
        let siblings = super::reported(&file).map_err(|error| {
            format!("the system does not report which processors share a core ({file}: {error})")
        })?;
        if seen.insert(siblings) {
            cores.push(processor);
        }
    }
    Ok(cores)
}

/// The number of processors that this thread, and the processes it starts, may run on.
pub(super) fn allowed() -> Option<u32> {
    sched_getaffinity(None).ok().map(|set| set.count()).filter(|count| *count > 0)
}

/// Keeps this process and its future children to these processors; whether the machine has any of them.
#[must_use]
pub fn keep_process_to(set: &CpuSet) -> bool {
    sched_setaffinity(None, set).is_ok()
}

/// Keeps this thread, and the processes it starts, to these processors.
///
/// # Errors
/// The system refuses.
pub fn keep_thread_to(set: &CpuSet) -> io::Result<()> {
    Ok(sched_setaffinity(None, set)?)
}

/// A name that one process on the machine may have. The system frees it when the process ends, however it does.
#[derive(Debug)]
pub struct Claim {
    _name: UnixListener,
}

impl Claim {
    /// Claims a name.
    ///
    /// # Errors
    /// Another process has it, or the system has no such names.
    pub fn of(name: &str) -> io::Result<Claim> {
        let address = SocketAddr::from_abstract_name(name)?;
        Ok(Claim { _name: UnixListener::bind_addr(&address)? })
    }
}
