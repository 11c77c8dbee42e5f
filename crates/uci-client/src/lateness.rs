//! The arrival time of an answer that was read after its deadline: an engine is charged for its own
//! time, not for the time this process waited for a core.
//!
//! A poll ends when there is something to read, and at the deadline at the latest. From then on its
//! thread wants a core, and the system counts the wait. An answer may have come that much earlier
//! than it was read. On a shared core, though, this process may wait while the engine still works:
//! no answer came earlier than the engine's processor time since the question allows.

use std::time::{Duration, Instant};

use system::clock::wait_for_cores;

/// From the end of a poll to the reading of the clock, with a core.
const OWN_WORK: Duration = Duration::from_micros(10);
/// The system may end a poll this much after its deadline, to save wake-ups (50 µs) and for its
/// own work.
const TIMER_SLACK: Duration = Duration::from_micros(100);

/// A wait for output, the last one before its deadline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wait {
    /// The thread's earlier wait for cores; `None` if the system does not report it.
    before: Option<Duration>,
}

impl Wait {
    /// A wait that begins now.
    pub(crate) fn begin() -> Wait {
        Wait { before: wait_for_cores() }
    }

    /// The thread's wait for a core since then.
    fn for_cores(&self) -> Option<Duration> {
        Some(wait_for_cores()?.saturating_sub(self.before?))
    }
}

/// When the answer came that was read after its deadline, and whether this process may be to blame if
/// that is too late. It did not come before `earliest`.
pub(crate) fn arrival(
    read_at: Instant,
    deadline: Instant,
    wait: Option<&Wait>,
    earliest: Instant,
) -> (Instant, bool) {
    let Some(waited) = wait.and_then(Wait::for_cores) else {
        return (read_at, earliest <= deadline);
    };
    let arrived = read_at.checked_sub(waited).unwrap_or(read_at).max(earliest).min(read_at);
    let late = arrived.saturating_duration_since(deadline);
    (arrived, earliest <= deadline && is_doubtful(late))
}

/// Whether an answer that seems this late may have come in time after all.
///
/// This process's own work may have made it late by little. If the thread wanted no core when its
/// poll should have ended, it was stopped, or the whole machine was, and the arrival time is
/// unknown.
fn is_doubtful(late: Duration) -> bool {
    !late.is_zero() && (late <= OWN_WORK || late > TIMER_SLACK)
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
    fn no_answer_comes_before_its_work_is_done() {
        let asked = Instant::now();
        let after = |millis| asked + Duration::from_millis(millis);
        let wait = Wait { before: Some(Duration::ZERO) };
        let Some(waited) = wait.for_cores() else {
            println!("skipped: this system does not tell");
            return;
        };
        // The runner wanted a core all the time the engine worked on it.
        let (arrived, is_suspect) = arrival(after(8) + waited, after(5), Some(&wait), after(7));
        assert!((after(7)..=after(8)).contains(&arrived));
        assert!(!is_suspect, "it worked too long");
        assert_eq!(arrival(after(8), after(5), None, after(1)), (after(8), true));
        assert_eq!(arrival(after(8), after(5), None, after(6)), (after(8), false));
    }
}
