//! When an answer came that was read later: an engine is charged for the time it took, not for the
//! time the runner had to wait for a core.
//!
//! A poll ends when there is something to read, and at the deadline at the latest. From then on
//! its thread wants a core; how long it has to wait for one, the system counts. So the time of an
//! answer is known although nobody looked at it.

use std::cell::OnceCell;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

/// From the end of a poll to the reading of the clock, with a core.
const OWN_WORK: Duration = Duration::from_micros(10);
/// The system may end a poll this much after its deadline, to save wake-ups (50 µs) and for its
/// own work.
const TIMER_SLACK: Duration = Duration::from_micros(100);

/// A wait for output that ends at a deadline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wait {
    deadline: Instant,
    /// What the thread had waited for cores before; `None` where the system does not tell.
    before: Option<Duration>,
}

impl Wait {
    /// A wait that begins now.
    pub(super) fn until(deadline: Instant) -> Wait {
        Wait { deadline, before: wait_for_cores() }
    }

    /// When what was read at this moment had come, and whether the runner may be to blame if that is
    /// after the deadline.
    pub(super) fn arrival(&self, read_at: Instant) -> (Instant, bool) {
        let (Some(before), Some(after)) = (self.before, wait_for_cores()) else {
            return (read_at, read_at > self.deadline);
        };
        let arrived = read_at.checked_sub(after.saturating_sub(before)).unwrap_or(read_at);
        (arrived, is_doubtful(arrived.saturating_duration_since(self.deadline)))
    }
}

/// Whether an answer that seems to be so late may have come in time after all.
///
/// The runner's own work may have made it late by little. Where the thread wanted no core when its
/// poll was to end, it was stopped, or the whole machine was, and nobody knows when the answer came.
fn is_doubtful(late: Duration) -> bool {
    !late.is_zero() && (late <= OWN_WORK || late > TIMER_SLACK)
}

/// How long this thread has wanted a core without having one, in all its life.
fn wait_for_cores() -> Option<Duration> {
    thread_local! {
        static STATISTICS: OnceCell<Option<File>> = const { OnceCell::new() };
    }
    let mut text = [0; 64];
    let count = STATISTICS.with(|file| {
        let file = file.get_or_init(|| File::open("/proc/thread-self/schedstat").ok());
        file.as_ref()?.read_at(&mut text, 0).ok()
    })?;
    let second = std::str::from_utf8(&text[..count]).ok()?.split_ascii_whitespace().nth(1)?;
    Some(Duration::from_nanos(second.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_just_after_its_deadline_is_late() {
        assert!(!is_doubtful(Duration::from_micros(40)));
    }

    #[test]
    fn what_the_runner_may_have_caused_is_doubtful() {
        assert!(is_doubtful(Duration::from_micros(5)), "its own work");
        assert!(is_doubtful(Duration::from_secs(2)), "it was stopped");
        assert!(!is_doubtful(Duration::ZERO), "in time");
    }

    #[test]
    fn the_wait_for_cores_only_grows() {
        let Some(before) = wait_for_cores() else {
            println!("skipped: this system does not tell");
            return;
        };
        assert!(wait_for_cores().is_some_and(|after| after >= before));
    }
}
