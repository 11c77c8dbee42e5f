//! What is looked after while games are played.

use std::time::Instant;

use super::{ABSENCE, Ending, LOOK, RENEW, STATUS_EVERY, Shift};
use crate::remote::protocol::{self, Job, STATUS, Status, VERSION};
use crate::remote::worker::{Players, WorkerError, WorkerNews};

impl<A: Players> Shift<'_, A> {
    pub(super) async fn tick(
        &mut self,
        tell: &mut dyn FnMut(WorkerNews),
    ) -> Result<(), WorkerError> {
        let now = Instant::now();
        self.renew(now);
        if self.settings.is_timed() && self.holding.is_beyond_fence(now) {
            let text = "the server was not reached in time: the games in progress are given up, since \
                        another worker may play them";
            tell(WorkerNews::Warning(text.to_owned()));
            self.start_over()?;
        }
        if now.duration_since(self.looked) >= LOOK {
            self.look().await;
            self.look_for_more_urgent().await;
        }
        if now.duration_since(self.seen) > ABSENCE {
            tell(WorkerNews::Warning(
                "the coordinator was not heard of for a while; its match is given up".to_owned(),
            ));
            self.abort.raise();
            self.leaving.get_or_insert(Ending::Over);
        }
        if now.duration_since(self.told) >= STATUS_EVERY {
            self.say_status().await;
        }
        Ok(())
    }

    /// Tells the server which tickets are still held.
    pub(super) fn renew(&mut self, now: Instant) {
        if now.duration_since(self.renewed_at) < RENEW.min(self.lease / 8) {
            return;
        }
        self.renewed_at = now;
        for (of, acknowledge) in self.holding.to_renew(now) {
            let (broker, renewals) = (self.broker.clone(), self.renewals.clone());
            tokio::spawn(async move {
                if broker.renew(&acknowledge).await {
                    // The shift may be over.
                    let _ = renewals.send((of, now));
                }
            });
        }
    }

    /// Looks whether the match is still there, and whether its tickets were dealt anew.
    pub(super) async fn look(&mut self) {
        self.looked = Instant::now();
        let Ok(Some((bytes, _))) = self.broker.job(&self.subjects.job()).await else { return };
        let Ok(job) = protocol::read::<Job>(&bytes) else { return };
        self.seen = Instant::now();
        if job.generation != self.job.generation {
            self.job = job;
            // What no table has begun comes again.
            for pair in self.desk.take_back() {
                // Nothing is given back to a dealing that is over.
                let _ = self.holding.leave_out(&pair.of, pair.ticket.games().count());
            }
            self.pulls.abort_all();
            self.pull_again = self.seen;
        }
    }

    /// Leaves for another match, after the pairs that are begun, where one has a higher priority.
    pub(super) async fn look_for_more_urgent(&mut self) {
        if self.leaving.is_some() || self.worker.once {
            return;
        }
        let jobs = self.broker.jobs().await.unwrap_or_default();
        let mut jobs = jobs.iter().filter_map(|job| protocol::read::<Job>(job).ok());
        let (own, refused) = (self.job.priority, &self.refused);
        if jobs.any(|job| job.priority > own && !refused.contains(&job.generation)) {
            self.leaving = Some(Ending::Elsewhere);
        }
    }

    pub(super) async fn say_status(&mut self) {
        self.told = Instant::now();
        let (waiting, playing) = self.desk.load();
        let status = Status {
            v: VERSION,
            worker: self.worker.name.clone(),
            arena: self.job.arena.clone(),
            fingerprint: Some(self.job.fingerprint.clone()),
            match_name: Some(self.job.name.clone()),
            tables: self.worker.tables,
            playing,
            held: self.holding.numbers(),
            hungry: playing == 0 && waiting == 0,
            delivered: self.delivered,
            refusals: Vec::new(),
        };
        // Who is not heard now is heard in five seconds.
        let _ = self.broker.say(STATUS, protocol::to_bytes(&status)).await;
    }
}
