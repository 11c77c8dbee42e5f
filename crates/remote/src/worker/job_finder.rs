//! A worker between jobs: it looks for one that it may do.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::mpsc;

use super::job_runner::JobRunner;
use super::job_session::{Ending, JobSession};
use super::matches::MatchRunner;
use super::suites::SuiteRunner;
use super::{Players, Worker, WorkerError, WorkerNews, files, probe, speed};
use crate::broker::Broker;
use crate::job::{Accepted, AcceptedMatch, LocalFiles};
use crate::protocol::{self, Admission, Hello, Job, JobKind, STATUS, Status, Subjects, VERSION};
use arena::chess::limits::PlayLimits;
use arena::runner::Signal;

/// A worker at work, between jobs.
pub(super) struct JobFinder<'a, A> {
    pub(super) worker: &'a Worker,
    pub(super) players: &'a A,
    pub(super) broker: Broker,
    pub(super) own: LocalFiles,
    /// Generations that are not asked about again, with the name of the job and the reason.
    pub(super) refused: HashMap<String, (String, String)>,
    pub(super) delivered: u64,
}

impl<A: Players> JobFinder<'_, A> {
    /// A job that this worker is let in to, the one of the highest priority first, and of equal ones the one that
    /// has the fewest workers.
    pub(super) async fn find(
        &mut self,
        tell: &mut dyn FnMut(WorkerNews),
    ) -> Option<(Job, Accepted)> {
        // While the server is away there is none.
        let jobs = self.broker.jobs().await.unwrap_or_default();
        let mut jobs: Vec<Job> = jobs.iter().filter_map(|job| protocol::read(job).ok()).collect();
        jobs.sort_by_key(|job| (Reverse(job.priority), job.workers, job.generation.clone()));
        self.refused.retain(|generation, _| jobs.iter().any(|job| job.generation == *generation));
        for job in jobs {
            if self.refused.contains_key(&job.generation) {
                continue;
            }
            match self.ask_in(&job).await {
                Ok(Some(accepted)) => return Some((job, accepted)),
                // Its coordinator does not answer just now.
                Ok(None) => {}
                Err(reason) => {
                    let (kind, name) = (job.kind, job.name.clone());
                    let refused = (name.clone(), reason.clone());
                    tell(WorkerNews::Refused { kind, name, reason });
                    self.refused.insert(job.generation, refused);
                    self.send_status().await;
                }
            }
        }
        None
    }

    /// Makes ready for a job and asks to be let in.
    async fn ask_in(&mut self, job: &Job) -> Result<Option<Accepted>, String> {
        // The networks of suites are not sent.
        if let Some(directory) = &self.worker.files
            && job.kind == JobKind::Match
            && !files::fetch(&self.broker, job, directory, &mut self.own).await?
        {
            return Ok(None);
        }
        let guard = &self.worker.guard;
        let mut accepted = job.accept(&self.own, guard).map_err(|error| error.to_string())?;
        let speed = match &mut accepted {
            Accepted::Match(accepted) => self.speed(accepted),
            Accepted::Suite(_) => None,
        };
        let hello = Hello {
            v: VERSION,
            worker: self.worker.name.clone(),
            arena: env!("CARGO_PKG_VERSION").to_owned(),
            signatures: accepted.signatures().to_vec(),
            concurrency: self.worker.concurrency,
            speed,
        };
        let subject = Subjects::of(&job.fingerprint).hello();
        let Ok(answer) = self.broker.ask(subject, protocol::to_bytes(&hello)).await else {
            return Ok(None);
        };
        match (serde_json::from_slice(&answer), accepted) {
            (Ok(Admission::Admitted { time_scale, probe }), Accepted::Match(mut accepted)) => {
                if let Some(probe) = probe {
                    let make_player = self.players.factory(&accepted.settings, self.worker);
                    probe::check_games(&accepted, &probe, &make_player)?;
                }
                scale_time(&mut accepted, time_scale);
                Ok(Some(Accepted::Match(accepted)))
            }
            (Ok(Admission::Admitted { probe, .. }), Accepted::Suite(accepted)) => {
                if let Some(probe) = probe {
                    let runner = SuiteRunner::new(Arc::clone(&accepted.plan), guard.clone());
                    probe::check_searches(&runner, &probe)?;
                }
                Ok(Some(Accepted::Suite(accepted)))
            }
            (Ok(Admission::Refused { reason }), _) => Err(reason),
            (Err(error), _) => Err(format!("the coordinator's answer cannot be read: {error}")),
        }
    }

    /// How fast the contenders of a match search here, where time limits them.
    fn speed(&self, accepted: &mut AcceptedMatch) -> Option<f64> {
        let settings = &mut accepted.settings;
        settings.concurrency = self.worker.concurrency;
        let make_player = self.players.factory(settings, self.worker);
        settings.is_timed().then(|| speed::measure(settings, &make_player)).flatten()
    }

    pub(super) async fn begin(
        &mut self,
        job: Job,
        accepted: Accepted,
        signals: &mut mpsc::Receiver<Signal>,
        tell: &mut dyn FnMut(WorkerNews),
    ) -> Result<Ending, WorkerError> {
        let worker = self.worker;
        match accepted {
            Accepted::Match(accepted) => {
                let make_player = self.players.factory(&accepted.settings, worker);
                let runner = MatchRunner::new(*accepted, worker.concurrency, make_player);
                self.work(job, runner, signals, tell).await
            }
            Accepted::Suite(accepted) => {
                let runner = SuiteRunner::new(accepted.plan, worker.guard.clone());
                self.work(job, runner, signals, tell).await
            }
        }
    }

    async fn work(
        &mut self,
        job: Job,
        runner: impl JobRunner,
        signals: &mut mpsc::Receiver<Signal>,
        tell: &mut dyn FnMut(WorkerNews),
    ) -> Result<Ending, WorkerError> {
        let (kind, name) = (job.kind, job.name.clone());
        tell(WorkerNews::Begins { kind, name: name.clone(), concurrency: self.worker.concurrency });
        let refused = self.refused.keys().cloned().collect();
        let session =
            JobSession::begin(self.worker, runner, self.broker.clone(), job, refused).await?;
        let (ending, results) = session.work(signals, tell).await?;
        self.delivered += results;
        tell(WorkerNews::Leaves { kind, name, results });
        Ok(ending)
    }

    pub(super) async fn send_status(&self) {
        let refusals = self.refused.values().map(|(name, reason)| format!("{name}: {reason}"));
        let status = Status {
            v: VERSION,
            worker: self.worker.name.clone(),
            arena: env!("CARGO_PKG_VERSION").to_owned(),
            concurrency: self.worker.concurrency,
            is_idle: true,
            delivered: self.delivered,
            refusals: refusals.collect(),
            ..Status::default()
        };
        // Who is not heard today is heard in five seconds.
        let _ = self.broker.say(STATUS, protocol::to_bytes(&status)).await;
    }
}

/// Multiplies the clocks of all contenders. Margin and overhead are of the machine, and stay.
fn scale_time(accepted: &mut AcceptedMatch, by: f64) {
    accepted.time_scale = by;
    if (by - 1.0).abs() < f64::EPSILON {
        return;
    }
    for contender in &mut accepted.settings.contenders {
        let PlayLimits { time_control, move_time, .. } = &mut contender.limits;
        if let Some(control) = time_control {
            control.base = control.base.mul_f64(by);
            control.increment = control.increment.mul_f64(by);
        }
        *move_time = move_time.map(|time| time.mul_f64(by));
    }
}
