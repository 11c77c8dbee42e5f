//! Periodic work beside the threads.

use std::cmp::Ordering;
use std::time::Instant;

use super::{
    ABSENCE_LIMIT, CHECK_EVERY, Ending, JobSession, RENEW_EVERY, STATUS_EVERY, WATCHED_FOR,
};
use crate::protocol::{self, Job, STATUS, Status, VERSION};
use crate::worker::job_runner::JobRunner;
use crate::worker::{WorkerError, WorkerNews};
use arena::runner::in_progress::Board;

impl<C: JobRunner> JobSession<'_, C> {
    pub(super) async fn tick(
        &mut self,
        tell: &mut dyn FnMut(WorkerNews),
    ) -> Result<(), WorkerError> {
        let now = Instant::now();
        self.renew(now);
        if self.watched.is_some_and(|last| now.duration_since(last) < WATCHED_FOR) {
            // So that they are of now when they are asked for.
            let _ = self.runner.boards();
        }
        if self.runner.is_timed() && self.held.is_beyond_fence(now) {
            let text = "the server was not reached in time: the games in progress are given up, since \
                        another worker may play them";
            tell(WorkerNews::Warning(text.to_owned()));
            self.start_over()?;
        }
        if now.duration_since(self.checked) >= CHECK_EVERY {
            self.check_job().await;
            self.look_for_more_urgent().await;
        }
        if now.duration_since(self.seen) > ABSENCE_LIMIT {
            tell(WorkerNews::Warning(
                "the coordinator was not heard of for a while; its work is given up".to_owned(),
            ));
            self.abort.raise();
            self.leaving.get_or_insert(Ending::Over);
        }
        if now.duration_since(self.status_sent) >= STATUS_EVERY {
            self.send_status(None).await;
        }
        Ok(())
    }

    /// Tells the server which tickets are still held.
    pub(super) fn renew(&mut self, now: Instant) {
        if now.duration_since(self.renewed_at) < RENEW_EVERY.min(self.lease / 8) {
            return;
        }
        self.renewed_at = now;
        for (ticket, acknowledge) in self.held.to_renew(now) {
            let (broker, renewals) = (self.broker.clone(), self.renewals.clone());
            tokio::spawn(async move {
                if broker.renew(&acknowledge).await {
                    // The session may be over.
                    let _ = renewals.send((ticket, now));
                }
            });
        }
    }

    /// Looks whether the job is still there, and whether its tickets were dealt anew.
    pub(super) async fn check_job(&mut self) {
        self.checked = Instant::now();
        let Ok(Some((bytes, _))) = self.broker.job(&self.subjects.job()).await else { return };
        let Ok(job) = protocol::read::<Job>(&bytes) else { return };
        self.seen = Instant::now();
        if job.generation != self.job.generation {
            self.job = job;
            // What no thread has begun comes again.
            for waiting in self.queue.take_back() {
                // Nothing is given back to a dealing that is over.
                let _ = self.held.leave_out(&waiting.ticket, self.runner.results(&waiting.piece));
            }
            self.pulls.abort_all();
            self.pull_again = self.seen;
        }
    }

    /// Leaves for another job, after what is begun, where one has a higher priority, or the same and too few
    /// workers.
    pub(super) async fn look_for_more_urgent(&mut self) {
        if self.leaving.is_some() || self.worker.once {
            return;
        }
        let jobs = self.broker.jobs().await.unwrap_or_default();
        let jobs: Vec<Job> = jobs.iter().filter_map(|job| protocol::read(job).ok()).collect();
        let fingerprint = &self.job.fingerprint;
        let own = jobs.iter().find(|job| job.fingerprint == *fingerprint).unwrap_or(&self.job);
        let others = jobs.iter().filter(|job| !self.refused.contains(&job.generation));
        // All workers here look at the same numbers: one of them on average is to leave for it.
        let is_chosen = rand::random_range(0..own.workers.max(1)) == 0;
        if others.clone().any(|other| is_more_urgent(other, own, is_chosen)) {
            self.leaving = Some(Ending::Elsewhere);
            self.send_status(None).await;
        }
    }

    pub(super) async fn send_status(&mut self, boards: Option<Vec<Board>>) {
        self.status_sent = Instant::now();
        let (waiting, playing) = self.queue.load();
        let status = Status {
            v: VERSION,
            worker: self.worker.name.clone(),
            arena: self.job.arena.clone(),
            kind: self.job.kind,
            fingerprint: Some(self.job.fingerprint.clone()),
            match_name: Some(self.job.name.clone()),
            concurrency: self.worker.concurrency,
            playing,
            held: self.held.numbers(),
            is_idle: playing == 0 && waiting == 0,
            leaving: self.leaving.is_some(),
            delivered: self.delivered,
            refusals: Vec::new(),
            boards,
        };
        // Who is not heard now is heard in five seconds.
        let _ = self.broker.say(STATUS, protocol::to_bytes(&status)).await;
    }
}

/// Whether a worker leaves its own job for another: for a higher priority, or, if it is chosen, for the same with so
/// many fewer workers that one who moves makes them more even.
fn is_more_urgent(other: &Job, own: &Job, is_chosen: bool) -> bool {
    match other.priority.cmp(&own.priority) {
        Ordering::Greater => true,
        Ordering::Equal => is_chosen && other.workers + 1 < own.workers,
        Ordering::Less => false,
    }
}
