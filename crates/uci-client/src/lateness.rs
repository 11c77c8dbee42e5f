//! The arrival time of an answer that this process read late: an engine is charged for its own time, not for the time this
//! process waited for a core.
//!
//! A poll ends when there is something to read, and at its timeout at the latest. From then on its thread wants a core, and
//! the system counts the wait. An answer may have come that much earlier than it was read. On a shared core, though, this
//! process may wait while the engine still works: no answer came earlier than the engine's processor time since the question
//! allows.

use std::time::{Duration, Instant};

use system::clock::wait_for_cores;

/// A reading of this thread's wait for cores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wait {
    /// The wait so far; `None` if the system does not report it.
    before: Option<Duration>,
}

impl Wait {
    /// A reading at this moment.
    pub(crate) fn begin() -> Wait {
        Wait { before: wait_for_cores() }
    }

    /// The thread's wait for a core since then; zero if the system does not report it.
    pub(crate) fn for_cores(&self) -> Duration {
        let since = self.before.and_then(|before| Some(wait_for_cores()?.saturating_sub(before)));
        since.unwrap_or_default()
    }
}

/// When the answer came that was read at this moment, after this wait for a core. It did not come before `earliest`.
pub(crate) fn arrival(read_at: Instant, waited: Duration, earliest: Instant) -> Instant {
    read_at.checked_sub(waited).unwrap_or(read_at).max(earliest).min(read_at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_answer_comes_before_its_work_is_done() {
        let asked = Instant::now();
        let after = |millis| asked + Duration::from_millis(millis);
        let millis = Duration::from_millis;
        // The runner wanted a core for three milliseconds; the engine worked for two or for seven.
        assert_eq!(arrival(after(8), millis(3), after(2)), after(5));
        assert_eq!(arrival(after(8), millis(3), after(7)), after(7));
        assert_eq!(arrival(after(8), Duration::ZERO, after(9)), after(8));
    }
}
