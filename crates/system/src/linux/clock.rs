//! The time that a thread gets from the system.

use std::cell::OnceCell;
use std::fs::File;
use std::num::NonZeroU64;
use std::os::unix::fs::FileExt;
use std::time::Duration;

use rustix::thread::set_current_timer_slack;
use rustix::time::{ClockId, clock_gettime};

/// The processor time of this thread. The rest of the elapsed time went to other threads, or passed
/// while the process was stopped.
#[must_use]
pub fn thread_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

/// This thread's wait for a core since its start; `None` if the system does not report it.
#[must_use]
pub fn wait_for_cores() -> Option<Duration> {
    thread_local! {
        static STATISTICS: OnceCell<Option<File>> = const { OnceCell::new() };
    }
    STATISTICS.with(|file| {
        let file = file.get_or_init(|| {
            super::files::open("/proc/thread-self/schedstat", crate::Links::Followed).ok()
        });
        file.as_ref().and_then(wait_in)
    })
}

/// The wait for a core in these statistics of a thread.
pub(super) fn wait_in(statistics: &File) -> Option<Duration> {
    let mut text = [0; 64];
    let count = statistics.read_at(&mut text, 0).ok()?;
    let second = std::str::from_utf8(&text[..count]).ok()?.split_ascii_whitespace().nth(1)?;
    Some(Duration::from_nanos(second.parse().ok()?))
}

/// Has this thread woken at its deadlines, not some time after them.
pub fn wake_exactly() {
    let _ = set_current_timer_slack(NonZeroU64::new(1));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_for_cores_only_grows() {
        let Some(before) = wait_for_cores() else {
            println!("skipped: this system does not tell");
            return;
        };
        assert!(wait_for_cores().is_some_and(|after| after >= before));
    }
}
