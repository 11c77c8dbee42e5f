//! Tables on cores of their own.
//!
//! A table and its two programs work in turn, never at once. Kept to one core they find its caches
//! warm and wake each other without a signal to another core, which is worth a factor of 1.5 to 2.4
//! in games that are over quickly; and tables do not take time from each other.

pub(super) use sets::{CpuSet, Places, keep_to, wake_exactly};

#[cfg(target_os = "linux")]
mod sets {
    use std::num::NonZeroU64;
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixListener};

    use rustix::thread::{sched_getaffinity, sched_setaffinity, set_current_timer_slack};

    pub(in crate::runner) use rustix::thread::CpuSet;

    /// Cores that this process has reserved, so many for each table.
    pub(in crate::runner) struct Places {
        sets: Vec<CpuSet>,
        /// Names that keep other matches from the same cores. The system frees them when the
        /// process ends, however it does.
        _reserved: Vec<UnixListener>,
    }

    impl Places {
        /// Reserves cores for so many tables.
        pub(in crate::runner) fn reserve(tables: usize, each: usize) -> Result<Places, String> {
            let cores = cores()?;
            let mut reserved = Vec::new();
            let mut free = cores.iter().rev().filter(|core| {
                let name = format!("ziggurat-arena-core-{core}");
                let listener = SocketAddr::from_abstract_name(name)
                    .and_then(|address| UnixListener::bind_addr(&address));
                let is_free = listener.is_ok();
                reserved.extend(listener);
                is_free
            });
            let mut sets = Vec::with_capacity(tables);
            for _ in 0..tables {
                let mut set = CpuSet::new();
                for _ in 0..each {
                    let core = free.next().ok_or_else(|| shortage(tables, each, cores.len()))?;
                    set.set(*core);
                }
                sets.push(set);
            }
            Ok(Places { sets, _reserved: reserved })
        }

        /// The processors of a table, by its number from 1.
        pub(in crate::runner) fn of_table(&self, number: usize) -> CpuSet {
            self.sets[number - 1]
        }
    }

    /// One processor of every core that this process may use.
    fn cores() -> Result<Vec<usize>, String> {
        let allowed = sched_getaffinity(None).map_err(|error| error.to_string())?;
        let (mut cores, mut seen) = (Vec::new(), std::collections::HashSet::new());
        for processor in (0..CpuSet::MAX_CPU).filter(|&processor| allowed.is_set(processor)) {
            let file =
                format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
            let siblings = std::fs::read_to_string(&file).map_err(|error| {
                format!("which processors share a core is not told ({file}: {error})")
            })?;
            if seen.insert(siblings) {
                cores.push(processor);
            }
        }
        Ok(cores)
    }

    fn shortage(tables: usize, each: usize, cores: usize) -> String {
        let threads = if each == 1 { String::new() } else { format!(" of {each} threads") };
        format!(
            "{tables} tables{threads} want {} cores, and of the {cores} this process may use too \
             few are free of other matches",
            tables * each
        )
    }

    /// Keeps this thread, and what it starts, to these processors.
    pub(in crate::runner) fn keep_to(place: &CpuSet) {
        if let Err(error) = sched_setaffinity(None, place) {
            tracing::warn!("a table does not keep to its core: {error}");
        }
    }

    /// Has this thread woken at its deadlines, not some time after them.
    pub(in crate::runner) fn wake_exactly() {
        let _ = set_current_timer_slack(NonZeroU64::new(1));
    }
}

#[cfg(not(target_os = "linux"))]
mod sets {
    /// Processors.
    pub(in crate::runner) struct CpuSet;

    /// Cores that this process has reserved.
    pub(in crate::runner) struct Places;

    impl Places {
        pub(in crate::runner) fn reserve(_: usize, _: usize) -> Result<Places, String> {
            Err("this system does not let a program choose its core".to_owned())
        }

        pub(in crate::runner) fn of_table(&self, _: usize) -> CpuSet {
            CpuSet
        }
    }

    pub(in crate::runner) fn keep_to(_: &CpuSet) {}

    pub(in crate::runner) fn wake_exactly() {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::Places;

    #[test]
    fn cores_are_given_away_once_and_come_back() {
        // Another match on the machine may have them all.
        let Ok(places) = Places::reserve(1, 1) else { return };
        let place = places.of_table(1);
        assert_eq!(place.count(), 1);
        if let Ok(others) = Places::reserve(1, 1) {
            assert!(others.of_table(1) != place);
        }
        let problem = Places::reserve(2000, 1).err().unwrap();
        assert!(problem.starts_with("2000 tables want 2000 cores"), "{problem}");
        drop(places);
    }
}
