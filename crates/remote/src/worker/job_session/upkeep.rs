//! Periodic work beside the threads.

use std::cmp::Ordering;
use std::time::Instant;

use super::{ABSENCE_LIMIT, CHECK_EVERY, Ending, JobSession, RENEW_EVERY, STATUS_EVERY};
use crate::broker::BrokerError;
use crate::protocol::{self, Job, STATUS, Status, VERSION};
use crate::worker::WorkerNews;
use crate::worker::job_runner::JobRunner;

impl<C: JobRunner> JobSession<'_, C> {
    pub(super) async fn tick(&mut self, tell: &mut dyn FnMut(WorkerNews)) -> anyhow::Result<()> {
        let now = Instant::now();
        if now.duration_since(self.renewed_at) >= RENEW_EVERY.min(self.lease / 8) {
            self.renew();
        }
        if self.runner.is_timed() && self.held.is_beyond_fence(now) {
            let text = "the server was not reached in time: the games in progress are given up, since \
                        another worker may play them";
            tell(WorkerNews::Warning(text.to_owned()));
            self.start_over()?;
        }
        if now.duration_since(self.checked) >= CHECK_EVERY {
            self.look();
        }
        if now.duration_since(self.seen) > ABSENCE_LIMIT {
            tell(WorkerNews::Warning(
                "the coordinator was not heard of for a while; its work is given up".to_owned(),
            ));
            self.abort.raise();
            self.leaving.get_or_insert(Ending::Over);
        }
        if now.duration_since(self.status_sent) >= STATUS_EVERY {
            self.send_status().await;
        }
        Ok(())
    }

    /// Looks at the jobs that are told, if that is not under way.
    pub(super) fn look(&mut self) {
        self.checked = Instant::now();
        let broker = self.post.broker.clone();
        self.looking.get_or_insert_with(|| tokio::spawn(async move { broker.jobs().await }));
    }

    /// Takes note of the jobs that are told: whether this one is still there, whether its coordinator was started anew,
    /// and whether another is more urgent.
    pub(super) async fn see_jobs(&mut self, jobs: Option<Result<Vec<Vec<u8>>, BrokerError>>) {
        let Some(Ok(jobs)) = jobs else { return };
        let jobs: Vec<Job> = jobs.iter().filter_map(|job| protocol::read(job).ok()).collect();
        let fingerprint = self.job.fingerprint.clone();
        let Some(own) = jobs.iter().find(|job| job.fingerprint == fingerprint) else { return };
        self.seen = Instant::now();
        if own.open && own.generation != self.job.generation {
            self.begin_anew(own.clone());
        } else if own.open && self.is_stranger {
            self.greet();
        }
        if self.leaving.is_some() || self.worker.once {
            return;
        }
        let others = jobs.iter().filter(|job| job.open && !self.refused.contains(&job.generation));
        // All workers here look at the same numbers: one of them on average is to leave for it.
        let is_chosen = rand::random_range(0..own.workers.max(1)) == 0;
        if others.clone().any(|other| is_more_urgent(other, own, is_chosen)) {
            self.leaving = Some(Ending::Elsewhere);
            self.send_status().await;
        }
    }

    pub(super) async fn send_status(&mut self) {
        self.status_sent = Instant::now();
        let (_, playing) = self.queue.load();
        let status = Status {
            v: VERSION,
            worker: self.worker.name.clone(),
            arena: self.job.arena.clone(),
            kind: self.job.kind,
            fingerprint: Some(self.job.fingerprint.clone()),
            match_name: Some(self.job.name.clone()),
            concurrency: self.worker.concurrency,
            playing,
            leaving: self.leaving.is_some(),
            delivered: self.delivered,
            refusals: Vec::new(),
        };
        // The next status comes in five seconds.
        let _ = self.post.say(STATUS, &protocol::to_bytes(&status)).await;
    }
}

/// Whether a worker leaves its own job for another: for a higher priority, or, if it is chosen, for the same with so
/// many fewer workers that one move makes them more even.
fn is_more_urgent(other: &Job, own: &Job, is_chosen: bool) -> bool {
    match other.priority.cmp(&own.priority) {
        Ordering::Greater => true,
        Ordering::Equal => is_chosen && other.workers + 1 < own.workers,
        Ordering::Less => false,
    }
}
