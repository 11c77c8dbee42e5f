//! Who is to blame for an answer that was read after its deadline: the engine, or the runner that
//! was not there to read it.
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

    /// Whether what was read at this moment, after the deadline, may have come in time.
    pub(super) fn is_suspect(&self, read_at: Instant) -> bool {
        let (Some(before), Some(after)) = (self.before, wait_for_cores()) else { return true };
        blames_runner(
            read_at.saturating_duration_since(self.deadline),
            after.saturating_sub(before),
        )
    }
}

/// Whether the runner is to blame, or may be: it was so late, and had waited so long for a core.
///
/// It is where it wanted the core by the deadline, and also where it wanted none when the poll was
/// to end: then it was stopped, or the whole machine was.
fn blames_runner(late: Duration, waited: Duration) -> bool {
    let woken = late.saturating_sub(waited);
    woken <= OWN_WORK || woken > TIMER_SLACK
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

    fn blamed(late: u64, waited: u64) -> bool {
        blames_runner(Duration::from_micros(late), Duration::from_micros(waited))
    }

    #[test]
    fn a_runner_that_waited_for_a_core_since_the_deadline_is_to_blame() {
        assert!(blamed(300, 300));
        assert!(blamed(300, 295));
        assert!(blamed(300, 900));
        assert!(!blamed(300, 250), "the answer came 50 us after the deadline");
    }

    #[test]
    fn an_engine_that_answers_just_after_its_deadline_is_late() {
        assert!(!blamed(40, 0));
        assert!(blamed(5, 0), "within the runner's own work");
    }

    #[test]
    fn a_runner_that_was_stopped_is_to_blame() {
        assert!(blamed(2_000_000, 0));
        assert!(blamed(2_000_000, 50));
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
