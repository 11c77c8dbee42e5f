//! The workers: who is let in, who is there, and what they are told.

use std::collections::HashSet;
use std::time::Instant;

use super::workload::Workload;
use super::{ANSWER_WAIT, KnownWorker, State};
use crate::broker::Letter;
use crate::protocol::{self, Control, Order, Status, VERSION};

impl<W: Workload> State<'_, W> {
    /// Answers a worker that wants to be let in.
    pub(super) async fn admit(&mut self, letter: Letter) {
        let Ok(hello) = protocol::read::<protocol::Hello>(&letter.bytes) else { return };
        let admission = self.admissions.decide(&self.job, &hello, self.workload.probe());
        tracing::info!(worker = hello.worker, ?admission, "a worker wants to be let in");
        self.answer(letter.reply, &admission).await;
    }

    /// Notes what a worker says of itself.
    pub(super) fn hear(&mut self, letter: &Letter) {
        let Ok(mut status) = protocol::read::<Status>(&letter.bytes) else { return };
        if status.fingerprint.as_deref() == Some(&self.job.fingerprint) {
            self.show_boards(&mut status);
            let known = KnownWorker { heard: Instant::now(), status };
            self.workers.insert(known.status.worker.clone(), known);
        } else {
            self.workers.remove(&status.worker);
        }
    }

    /// Tells these workers something; all, where there are none.
    pub(super) async fn order(&self, order: Order, to: Vec<String>) {
        let bytes = protocol::to_bytes(&Control { v: VERSION, order, to });
        if let Err(error) = self.broker.say(&self.subjects.control(), bytes).await {
            tracing::warn!("{error}");
        }
    }

    /// Begins nothing more; whether nothing that was begun is waited for any more.
    pub(super) async fn is_withdrawn(&mut self, now: Instant) -> bool {
        let Some(since) = self.withdrawn else {
            self.withdrawn = Some(now);
            if let Err(error) = self.broker.purge(&self.subjects).await {
                tracing::warn!("{error}");
            }
            self.order(Order::Withdraw, Vec::new()).await;
            return false;
        };
        let waited = now.duration_since(since);
        if waited < ANSWER_WAIT {
            return self.ledger.out() == 0;
        }
        // What those have said who were asked what they have begun.
        let called = self.workers.values().filter(|known| known.heard > since);
        let held: HashSet<u64> = called.flat_map(|known| known.status.held.clone()).collect();
        self.ledger.withdraw(&held);
        self.ledger.out() == 0 || waited > self.terms.grace
    }

    pub(super) async fn answer(&self, reply: Option<String>, message: &impl serde::Serialize) {
        let Some(reply) = reply else { return };
        if let Err(error) = self.broker.say(&reply, protocol::to_bytes(message)).await {
            tracing::warn!("{error}");
        }
    }
}
