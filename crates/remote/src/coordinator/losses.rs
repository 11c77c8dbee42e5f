//! Tickets that workers lose, and tickets that may end the workers that have them.

use std::time::{Duration, Instant};

use super::State;
use crate::ledger::Lost;
use crate::protocol::WorkerKey;

/// A ticket that this number of workers has lost is given up, if no other is there.
const LOST_LIMIT: usize = 5;
/// A ticket that was lost as often is given up in any case.
const LOST_AT_MOST: usize = 2 * LOST_LIMIT;
/// The threads of a worker may be at other tickets as long as it takes to play this one.
const WAITING_AND_PLAYING: u32 = 2;
/// Where one contender has a clock and another has none, no worker holds a ticket for longer than this number of times
/// the longest that any was held, and a lease.
const HELD_AT_MOST: u32 = 8;

impl State<'_> {
    /// Takes the tickets back whose workers are silent, or hold them for far too long.
    pub(super) async fn take_lost_tickets(&mut self, now: Instant) {
        if let Some(worker) = self.admissions.unsettled() {
            let known = self.workers.get(&worker);
            if known.is_none_or(|known| now.duration_since(known.heard) > self.terms.lease) {
                self.admissions.forget(&worker);
            }
        }
        let whole = self.longest_holding();
        let workers = &self.workers;
        let whole = |worker: &WorkerKey| {
            let scale = workers.get(worker).map_or(1.0, |known| known.time_scale);
            whole.map(|whole| whole.mul_f64(scale))
        };
        for Lost { ticket, worker } in self.ledger.lose(now, self.terms.lease, whole) {
            if let Some(known) = self.workers.get_mut(&worker) {
                known.lost += 1;
                tracing::warn!(worker = known.name, ticket, "a worker has lost a ticket");
                if known.delivered == 0 {
                    self.admissions.forget(&worker);
                }
            }
            let lost = self.ledger.lost_by(ticket).len();
            let is_hopeless = lost >= LOST_LIMIT && !self.is_hope_for(ticket);
            if (is_hopeless || lost >= LOST_AT_MOST) && !self.pairs.is_closed() {
                self.give_up(ticket).await;
            }
        }
    }

    /// How long a worker may hold a ticket for each game of it, where its clocks are not scaled; `None` where no
    /// clock limits the moves: a second worker gets a late ticket there.
    fn longest_holding(&self) -> Option<Duration> {
        if !self.pairs.is_timed() {
            return None;
        }
        let by_clock = self.pairs.longest().map(|one| one.saturating_mul(WAITING_AND_PLAYING));
        let by_experience = || Some(self.pace.longest()?.saturating_mul(HELD_AT_MOST));
        by_clock.or_else(by_experience)
    }

    /// Whether a worker is there that has not lost this ticket.
    fn is_hope_for(&self, ticket: u64) -> bool {
        let lost = self.ledger.lost_by(ticket);
        self.present().any(|(key, _)| !lost.contains(key))
    }

    async fn give_up(&mut self, ticket: u64) {
        let text = format!(
            "{} was dealt too often without a result: it may end the workers that have it. Nothing \
             more is dealt; results of the others are kept",
            self.ledger.in_words(ticket)
        );
        tracing::error!("{text}");
        self.pairs.close();
        self.pairs.warn(text).await;
    }

    /// The name of a worker.
    pub(super) fn name_of(&self, worker: &WorkerKey) -> String {
        self.workers.get(worker).map_or_else(|| "a worker".to_owned(), |known| known.name.clone())
    }
}
