//! Keeps the state of the server as it should be.

use std::collections::HashSet;
use std::time::Instant;

use super::workload::Workload;
use super::{ANNOUNCE_EVERY, CHECK_EVERY, LOST_AFTER_LEASES, State, TICK};
use crate::broker::BrokerError;
use crate::protocol::{self, Job, Order};

impl<W: Workload> State<'_, W> {
    /// Sees to it that the server has what it should.
    pub(super) async fn maintain_server(&mut self, now: Instant) -> Result<(), BrokerError> {
        if now.duration_since(self.checked) >= CHECK_EVERY && !self.is_lost {
            self.checked = now;
            let consumer = self.subjects.consumer(&self.job.generation);
            self.is_lost = !self.broker.has_consumer(&consumer).await?;
            self.notice_lost_tickets(now);
        }
        if self.is_lost {
            return self.rebuild().await;
        }
        let workers = self.workers.values().filter(|known| !known.status.leaving).count();
        if now.duration_since(self.announced) >= ANNOUNCE_EVERY || workers != self.job.workers {
            self.job.workers = workers;
            self.announce().await?;
        }
        Ok(())
    }

    /// A worker that goes without although tickets are out that nobody holds: those are lost.
    pub(super) fn notice_lost_tickets(&mut self, now: Instant) {
        let held: HashSet<u64> =
            self.workers.values().flat_map(|known| known.status.held.iter().copied()).collect();
        let is_some_idle = self.workers.values().any(|known| known.status.is_idle);
        if !is_some_idle || !self.ledger.has_out_but(&held) {
            self.idle_since = None;
            return;
        }
        let since = *self.idle_since.get_or_insert(now);
        self.is_lost = now.duration_since(since) >= LOST_AFTER_LEASES * self.terms.lease;
    }

    /// Makes everything at the server anew.
    pub(super) async fn rebuild(&mut self) -> Result<(), BrokerError> {
        self.broker.set_up().await?;
        self.rebuilt += 1;
        self.job.generation = format!("{:x}-{}", self.birth, self.rebuilt);
        let consumer = self.subjects.consumer(&self.job.generation);
        let lease = self.terms.lease;
        self.broker.begin_anew(&self.subjects, &consumer, lease).await?;
        self.ledger.rebuild();
        self.announce().await?;
        (self.is_lost, self.idle_since) = (false, None);
        tracing::info!(generation = self.job.generation, "tickets are dealt");
        self.order(Order::Check, Vec::new()).await;
        Ok(())
    }

    /// Tells the job, also where this coordinator's last word of it is gone.
    pub(super) async fn announce(&mut self) -> Result<(), BrokerError> {
        let bytes = protocol::to_bytes(&self.job);
        let put = self.broker.put_job(&self.subjects, bytes.clone(), self.place).await;
        let put = match put {
            Err(BrokerError::Conflict) => {
                let there = self.broker.job(&self.subjects.job()).await?;
                let other = there.as_ref().and_then(|(bytes, _)| protocol::read::<Job>(bytes).ok());
                let is_ours =
                    |job: &Job| (&job.host, &job.journal) == (&self.job.host, &self.job.journal);
                if other.as_ref().is_some_and(|other| !is_ours(other)) {
                    return Err(BrokerError::Conflict);
                }
                let last = there.map_or(0, |(_, place)| place);
                self.broker.put_job(&self.subjects, bytes, last).await
            }
            put => put,
        };
        self.place = put?;
        self.announced = Instant::now();
        Ok(())
    }

    /// Says once that the server is not reached, and once that it is again.
    pub(super) async fn note_reach(&mut self, done: Result<(), BrokerError>) {
        match (done, self.is_reached) {
            (Ok(()), true) => {}
            (Ok(()), false) => {
                self.is_reached = true;
                self.workload.warn("the server deals tickets again".to_owned()).await;
            }
            (Err(error), reached) => {
                tracing::warn!("{error}");
                self.is_reached = false;
                if reached {
                    let text = format!("tickets are not dealt at the moment: {error}");
                    self.workload.warn(text).await;
                }
                // Workers that wait for an answer meanwhile ask again.
                tokio::time::sleep(TICK * 5).await;
            }
        }
    }
}
