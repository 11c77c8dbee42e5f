//! Tickets that workers lose, and tickets that may end the workers that have them.

use std::time::Instant;

use super::State;
use super::workload::Workload;
use crate::ledger::{Leases, Lost};
use crate::piece::Wanted;
use crate::protocol::WorkerKey;

/// A ticket that this number of workers has lost is given up, if no other is there.
const LOST_LIMIT: usize = 5;
/// A ticket that was lost as often is given up in any case.
const LOST_AT_MOST: usize = 2 * LOST_LIMIT;
/// On a clock no worker holds a ticket for longer than this number of times the longest that any was held, and a lease.
const HELD_AT_MOST: u32 = 8;

impl<W: Workload> State<'_, W> {
    /// Takes the tickets back whose workers are silent, or hold them for far too long.
    pub(super) async fn take_lost_tickets(&mut self, now: Instant) {
        if let Some(worker) = self.admissions.unsettled() {
            let known = self.workers.get(&worker);
            if known.is_none_or(|known| now.duration_since(known.heard) > self.terms.lease) {
                self.admissions.forget(&worker);
            }
        }
        // Where no clock limits them a second worker gets what is late.
        let longest = self.pace.longest().filter(|_| self.workload.is_timed());
        let whole = longest.map(|longest| longest.saturating_mul(HELD_AT_MOST));
        let leases = Leases { silence: self.terms.lease, whole };
        for Lost { ticket, worker } in self.ledger.lose(now, leases) {
            if let Some(known) = self.workers.get_mut(&worker) {
                known.lost += 1;
                tracing::warn!(worker = known.name, ticket, "a worker has lost a ticket");
                if known.delivered == 0 {
                    self.admissions.forget(&worker);
                }
            }
            let lost = self.ledger.lost_by(ticket).len();
            let is_hopeless = lost >= LOST_LIMIT && !self.is_hope_for(ticket);
            if (is_hopeless || lost >= LOST_AT_MOST) && !self.workload.is_closed() {
                self.give_up(ticket).await;
            }
        }
    }

    /// Whether a worker is there that has not lost this ticket.
    fn is_hope_for(&self, ticket: u64) -> bool {
        let lost = self.ledger.lost_by(ticket);
        self.present().any(|(key, _)| !lost.contains(key))
    }

    async fn give_up(&mut self, ticket: u64) {
        let text = format!(
            "{} was dealt too often without a result: it may end the workers that have it. Nothing \
             more is dealt; what the others bring is kept",
            self.ledger.in_words(ticket)
        );
        tracing::error!("{text}");
        self.workload.close();
        self.workload.warn(text).await;
    }

    /// Takes note that an engine has failed at a worker; whether others are there that may do it.
    pub(super) async fn is_tried_again(&mut self, wanted: Wanted, worker: &WorkerKey) -> bool {
        let Some(ticket) = self.ledger.fail(wanted, worker) else { return false };
        let is_hope = self.is_hope_for(ticket);
        if is_hope {
            let (what, name) = (self.ledger.in_words(ticket), self.name_of(worker));
            let text = format!("the engine failed at {name} in {what}: another worker tries it");
            self.workload.warn(text).await;
        }
        is_hope
    }

    /// The name of a worker.
    pub(super) fn name_of(&self, worker: &WorkerKey) -> String {
        self.workers.get(worker).map_or_else(|| "a worker".to_owned(), |known| known.name.clone())
    }
}
