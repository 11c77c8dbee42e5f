//! How long results take, and so which tickets are dealt to a second worker.
//!
//! Tests look at results in the order of the schedule, and a match ends with its last pair: a slow worker
//! would hold both up. Where no clock limits them all workers find the same, so the first results of a ticket
//! count, and the others are held against them.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::State;
use super::workload::Workload;
use crate::ledger::Ledger;
use crate::piece::Piece;

/// Results whose times are remembered.
const REMEMBERED: usize = 61;
/// Fewer say nothing.
const ENOUGH: usize = 5;
/// A ticket is late when later ones have overtaken it for this number of median times for each unit of its
/// weight.
const LATE: u32 = 4;
/// The same where workers have nothing else to do: a second dealing costs nothing then. By then a
/// worker like the others has done its work so far, and the ticket.
const LATE_FOR_THE_IDLE: u32 = 2;
/// The least that a median counts as: shorter work is not dealt a second time.
const SHORTEST: Duration = Duration::from_millis(50);

/// No result counts as longer than this, or as lighter.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);
const LIGHTEST: f64 = 1e-6;

/// How long the last results took, for each unit of weight.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    times: VecDeque<Duration>,
    /// The longest that a worker has held a ticket that it brought, for each unit of weight.
    longest: Option<Duration>,
}

impl Pace {
    pub(super) fn note(&mut self, time: Duration, weight: f64) {
        self.times.push_back(for_a_unit(time, weight));
        if self.times.len() > REMEMBERED {
            self.times.pop_front();
        }
    }

    /// Takes note of how long a worker has held a ticket with a result of this weight.
    pub(super) fn note_held(&mut self, held: Duration, weight: f64) {
        self.longest = self.longest.max(Some(for_a_unit(held, weight)));
    }

    /// The longest that a ticket was held for each unit of weight; `None` before the first result.
    pub(super) fn longest(&self) -> Option<Duration> {
        self.longest
    }

    /// How long a result of weight 1 takes: the median, before there are enough results too; `None` before the first.
    pub(super) fn unit(&self) -> Option<Duration> {
        let mut times: Vec<Duration> = self.times.iter().copied().collect();
        times.sort_unstable();
        times.get(times.len() / 2).copied()
    }

    /// The same where enough results say so; [`SHORTEST`] at least.
    fn median(&self) -> Option<Duration> {
        let is_known = self.times.len() >= ENOUGH;
        self.unit().filter(|_| is_known).map(|unit| unit.max(SHORTEST))
    }

    /// Asks for one more playing of the tickets that are late: of the oldest, or of all where nothing else
    /// is left to play. Gives their numbers.
    fn deal_again<P: Piece>(
        &self,
        ledger: &mut Ledger<P>,
        now: Instant,
        is_idle: bool,
    ) -> Vec<u64> {
        let Some(median) = self.median() else { return Vec::new() };
        match is_idle {
            true => ledger.deal_again(now, LATE_FOR_THE_IDLE * median, usize::MAX),
            false => ledger.deal_again(now, LATE * median, 1),
        }
    }
}

/// A time for each unit of weight. Workers name times, and none may be more than this can hold.
fn for_a_unit(time: Duration, weight: f64) -> Duration {
    let seconds = time.min(LONGEST).as_secs_f64() / weight.max(LIGHTEST);
    Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST)
}

impl<W: Workload> State<'_, W> {
    /// Has tickets that are late dealt to a second worker: the oldest one, and all where nothing may be
    /// begun, since nothing is left or since the late ones hold the others up.
    pub(super) fn deal_late_tickets_again(&mut self, now: Instant) {
        // On a clock nobody may choose between two playings.
        if self.workload.is_timed() || self.workers.is_empty() {
            return;
        }
        let nothing_left = self.withdrawn.is_some() || !self.workload.has_more();
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
