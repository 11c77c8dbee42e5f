//! Game threads on cores of their own.
//!
//! A game thread and its two programs work in turn, never at once. On one core they find its caches
//! warm and wake each other without a signal to another core, which gains a factor of 1.5 to 2.4 in
//! short games; and game threads do not take time from each other.

pub use sets::ReservedCores;
pub(crate) use sets::{CpuSet, keep_to, wake_exactly};

#[cfg(target_os = "linux")]
mod sets {
    use std::num::NonZeroU64;
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixListener};

    use rustix::thread::{sched_setaffinity, set_current_timer_slack};

    use crate::system::processor;

    pub(crate) use rustix::thread::CpuSet;

    /// Cores that this process has reserved, the same number for each game thread.
    pub struct ReservedCores {
        sets: Vec<CpuSet>,
        /// Names that keep other matches from the same cores. The system frees them when the
        /// process ends, however it does.
        _names: Vec<UnixListener>,
    }

    impl ReservedCores {
        /// Reserves `each` cores for each of these threads.
        ///
        /// # Errors
        /// The system does not report its cores, or too few are free.
        pub fn reserve(threads: usize, each: usize) -> Result<ReservedCores, String> {
            let cores = processor::cores()?;
            let mut names = Vec::new();
            let mut free = cores.iter().rev().filter(|core| {
                let name = format!("ziggurat-arena-core-{core}");
                let listener = SocketAddr::from_abstract_name(name)
                    .and_then(|address| UnixListener::bind_addr(&address));
                let is_free = listener.is_ok();
                names.extend(listener);
                is_free
            });
            let mut sets = Vec::with_capacity(threads);
            for _ in 0..threads {
                let mut set = CpuSet::new();
                for _ in 0..each {
                    let core = free.next().ok_or_else(|| shortage(threads, each, cores.len()))?;
                    set.set(*core);
                }
                sets.push(set);
            }
            Ok(ReservedCores { sets, _names: names })
        }

        /// The processors of a game thread, by its number from 1.
        pub fn of_thread(&self, number: usize) -> CpuSet {
            self.sets[number - 1]
        }
    }

    fn shortage(threads: usize, each: usize, cores: usize) -> String {
        let with_programs =
            if each == 1 { String::new() } else { format!(" of {each} cores each") };
        format!(
            "{threads} games at a time{with_programs} need {} cores, and of the {cores} that this \
             process may use too few are free of other matches",
            threads * each
        )
    }

    /// Pins this thread, and the processes it starts, to these processors.
    pub(crate) fn keep_to(cores: &CpuSet) {
        if let Err(error) = sched_setaffinity(None, cores) {
            tracing::warn!("a game thread cannot be kept to its core: {error}");
        }
    }

    /// Has this thread woken at its deadlines, not some time after them.
    pub(crate) fn wake_exactly() {
        let _ = set_current_timer_slack(NonZeroU64::new(1));
    }
}

#[cfg(not(target_os = "linux"))]
mod sets {
    use crate::system::processor;

    /// Processors.
    pub(crate) struct CpuSet;

    /// Cores that this process has reserved: none, on this system.
    pub struct ReservedCores;

    impl ReservedCores {
        pub(crate) fn reserve(_: usize, _: usize) -> Result<ReservedCores, String> {
            processor::cores().map(|_| ReservedCores)
        }

        pub(crate) fn of_thread(&self, _: usize) -> CpuSet {
            CpuSet
        }
    }

    pub(crate) fn keep_to(_: &CpuSet) {}

    pub(crate) fn wake_exactly() {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::ReservedCores;

    #[test]
    fn cores_are_given_away_once_and_come_back() {
        // Another match on the machine may have them all.
        let Ok(reserved) = ReservedCores::reserve(1, 1) else { return };
        let cores = reserved.of_thread(1);
        assert_eq!(cores.count(), 1);
        if let Ok(others) = ReservedCores::reserve(1, 1) {
            assert!(others.of_thread(1) != cores);
        }
        let problem = ReservedCores::reserve(2000, 1).err().unwrap();
        assert!(problem.starts_with("2000 games at a time need 2000 cores"), "{problem}");
        drop(reserved);
    }
}
