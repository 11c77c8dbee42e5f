//! How long results take, and which tickets are dealt to a second worker.
//!
//! Tests look at results in the order of the schedule, and a match ends with its last pair: a slow worker
//! would hold both up. Where no clock limits them the results are the same whoever brings them, so the
//! first of a ticket count, and the others are held against them.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::State;
use super::load::Load;

/// Results whose times are remembered.
const REMEMBERED: usize = 61;
/// Fewer say nothing.
const ENOUGH: usize = 5;
/// A ticket is late when later ones have overtaken it for this number of median times for each unit of its
/// weight.
const LATE: u32 = 4;
/// The least that a median counts as: what is over sooner is worth no second dealing.
const SHORTEST: Duration = Duration::from_millis(50);

/// How long the last results took, for each unit of weight.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    times: VecDeque<Duration>,
}

impl Pace {
    pub(super) fn note(&mut self, time: Duration, weight: f64) {
        self.times.push_back(time.div_f64(weight.max(f64::MIN_POSITIVE)));
        if self.times.len() > REMEMBERED {
            self.times.pop_front();
        }
    }

    /// After how long a ticket is late, for each unit of its weight; `None` where that is not known yet.
    fn late(&self) -> Option<Duration> {
        let mut times: Vec<Duration> = self.times.iter().copied().collect();
        times.sort_unstable();
        let median = times.get(times.len() / 2).filter(|_| times.len() >= ENOUGH)?;
        Some(LATE * (*median).max(SHORTEST))
    }
}

impl<L: Load> State<'_, L> {
    /// Has tickets that are late dealt to a second worker: the oldest one, and all where nothing is left
    /// to begin.
    pub(super) fn deal_late_tickets_again(&mut self, now: Instant) {
        // On a clock nobody may choose between two playings.
        if self.load.is_timed() || self.workers.is_empty() {
            return;
        }
        let Some(late) = self.pace.late() else { return };
        let nothing_left = self.withdrawn.is_some() || !self.load.has_more();
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
        (0..4).for_each(|_| pace.note(Duration::from_secs(4), 2.0));
        assert_eq!(pace.late(), None);
        pace.note(Duration::from_secs(100), 1.0);
        assert_eq!(pace.late(), Some(Duration::from_secs(8)));
        (0..100).for_each(|_| pace.note(Duration::from_millis(1), 1.0));
        assert_eq!((pace.late(), pace.times.len()), (Some(LATE * SHORTEST), REMEMBERED));
    }
}
