//! How long results take, and so which tickets are dealt to a second worker.
//!
//! Tests look at results in the order of the schedule, and a match ends with its last pair: a slow worker
//! would hold both up. Where no clock limits them all workers find the same, so the first results of a ticket
//! count, and the others are held against them.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::State;
use crate::ledger::Ledger;

/// Results whose times are remembered.
const REMEMBERED: usize = 61;
/// Fewer say nothing.
const ENOUGH: usize = 5;
/// A ticket is late when later ones have overtaken it for this number of median times for each of its games.
const LATE: u32 = 4;
/// The same where workers have nothing else to do: a second dealing costs nothing then. By then a
/// worker like the others has done its work so far, and the ticket.
const LATE_FOR_THE_IDLE: u32 = 2;
/// The least that a median counts as: shorter work is not dealt a second time.
const SHORTEST: Duration = Duration::from_millis(50);

/// No game counts as longer than this, whatever its worker says.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

/// How long the last games took.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    times: VecDeque<Duration>,
    /// The longest that a worker has held the ticket of a game that it brought.
    longest: Option<Duration>,
}

impl Pace {
    pub(super) fn note(&mut self, time: Duration) {
        self.times.push_back(time.min(LONGEST));
        if self.times.len() > REMEMBERED {
            self.times.pop_front();
        }
    }

    /// Takes note of how long a worker has held the ticket of a game.
    pub(super) fn note_held(&mut self, held: Duration) {
        self.longest = self.longest.max(Some(held.min(LONGEST)));
    }

    /// The longest that a ticket was held; `None` before the first result.
    pub(super) fn longest(&self) -> Option<Duration> {
        self.longest
    }

    /// How long a game takes: the median, before there are enough results too; `None` before the first.
    pub(super) fn game(&self) -> Option<Duration> {
        let mut times: Vec<Duration> = self.times.iter().copied().collect();
        times.sort_unstable();
        times.get(times.len() / 2).copied()
    }

    /// The same where enough results say so; [`SHORTEST`] at least.
    fn median(&self) -> Option<Duration> {
        let is_known = self.times.len() >= ENOUGH;
        self.game().filter(|_| is_known).map(|game| game.max(SHORTEST))
    }

    /// Asks for one more playing of the tickets that are late: of the oldest, or of all where nothing else
    /// is left to play. Gives their numbers.
    fn deal_again(&self, ledger: &mut Ledger, now: Instant, is_idle: bool) -> Vec<u64> {
        let Some(median) = self.median() else { return Vec::new() };
        match is_idle {
            true => ledger.deal_again(now, LATE_FOR_THE_IDLE * median, usize::MAX),
            false => ledger.deal_again(now, LATE * median, 1),
        }
    }
}

impl State<'_> {
    /// Has tickets that are late dealt to a second worker: the oldest one, and all where nothing may be
    /// begun, since nothing is left or since the late ones hold the others up.
    pub(super) fn deal_late_tickets_again(&mut self, now: Instant) {
        // On a clock nobody may choose between two playings.
        if self.pairs.is_timed() || self.workers.is_empty() {
            return;
        }
        let nothing_left = self.withdrawn.is_some() || !self.pairs.has_more();
        if nothing_left {
            self.ledger.nothing_follows(now);
        }
        let is_idle = nothing_left || self.ledger.is_held_up(self.concurrency());
        for ticket in self.pace.deal_again(&mut self.ledger, now, is_idle) {
            tracing::info!(ticket, "a late ticket is dealt to a second worker");
        }
    }
}

#[cfg(test)]
mod tests;
