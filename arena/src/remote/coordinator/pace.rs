//! How long games take, and which tickets are dealt to a second worker.
//!
//! Tests look at results in the order of the schedule, and a match ends with its last pair: a slow worker
//! would hold both up. Where no clock limits the moves the games are the same whoever plays them, so the
//! first playing of a ticket counts, and the other is held against it.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::State;

/// Games whose times are remembered.
const REMEMBERED: usize = 61;
/// Fewer say nothing.
const ENOUGH: usize = 5;
/// A ticket is late when later ones have overtaken it for this number of median games for each of its own.
const LATE: u32 = 4;
/// The least that a median counts as: what is over sooner is worth no second playing.
const SHORTEST: Duration = Duration::from_millis(50);

/// How long the last games took.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    times: VecDeque<Duration>,
}

impl Pace {
    pub(super) fn note(&mut self, time: Duration) {
        self.times.push_back(time);
        if self.times.len() > REMEMBERED {
            self.times.pop_front();
        }
    }

    /// After how long a ticket is late, for each of its games; `None` where that is not known yet.
    fn late(&self) -> Option<Duration> {
        let mut times: Vec<Duration> = self.times.iter().copied().collect();
        times.sort_unstable();
        let median = times.get(times.len() / 2).filter(|_| times.len() >= ENOUGH)?;
        Some(LATE * (*median).max(SHORTEST))
    }
}

impl State {
    /// Has tickets that are late dealt to a second worker: the oldest one, and all where no pair is left
    /// to begin.
    pub(super) fn deal_late_tickets_again(&mut self, now: Instant) {
        // On a clock nobody may choose between two playings.
        if self.work.settings.is_timed() || self.workers.is_empty() {
            return;
        }
        let Some(late) = self.pace.late() else { return };
        let nothing_left = self.withdrawn.is_some() || !self.work.queue.has_more();
        let most = if nothing_left { usize::MAX } else { 1 };
        if nothing_left {
            self.ledger.nothing_follows(now);
        }
        for ticket in self.ledger.deal_again(now, late, most) {
            tracing::info!(ticket, "a late ticket is dealt to a second worker");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_late_after_four_medians_once_there_is_one() {
        let mut pace = Pace::default();
        (0..4).for_each(|_| pace.note(Duration::from_secs(2)));
        assert_eq!(pace.late(), None);
        pace.note(Duration::from_secs(100));
        assert_eq!(pace.late(), Some(Duration::from_secs(8)));
        (0..100).for_each(|_| pace.note(Duration::from_millis(1)));
        assert_eq!((pace.late(), pace.times.len()), (Some(LATE * SHORTEST), REMEMBERED));
    }
}
