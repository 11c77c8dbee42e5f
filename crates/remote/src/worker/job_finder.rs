//! A worker between jobs: it looks for one that it may do.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::job_session::{Ending, JobSession};
use super::matches::MatchRunner;
use super::post::{AT_ONCE, Post};
use super::{Worker, WorkerNews, files, probe, speed};
use crate::job::{AcceptedMatch, LocalFiles};
use crate::protocol::{
    self, Admission, Hello, Job, Probe, SCALES, STATUS, Status, Subjects, VERSION,
};
use arena::chess::limits::PlayLimits;
use arena::config::Match;
use arena::player::{self, MakePlayer};
use arena::runner::Signal;
use uci_client::printable;

/// A job that was refused for now is asked about again after this time.
const ASK_AGAIN: Duration = Duration::from_secs(10);
/// Jobs of other versions that are remembered.
const MOST_UNREAD: usize = 1000;

/// Refusals that a status has, and characters of each.
const MOST_TOLD: usize = 10;
const TOLD: usize = 400;

/// A job that this worker was let in to.
pub(super) struct FoundJob {
    job: Job,
    accepted: AcceptedMatch,
    hello: Hello,
}

/// A job that this worker does not do.
pub(super) struct RefusedJob {
    name: String,
    reason: String,
    /// When it is asked about again.
    until: Option<Instant>,
    /// Whether it cannot be read.
    is_unread: bool,
}

/// Why this worker does not do a job.
struct Refusal {
    reason: String,
    /// Whether it may be asked about again.
    for_now: bool,
}

impl From<String> for Refusal {
    fn from(reason: String) -> Refusal {
        Refusal { reason, for_now: false }
    }
}

/// Does something on a thread of its own that may take its time, so that signals are heard meanwhile.
async fn unblocked<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Refusal::from(format!("it cannot be prepared here: {error}")))
}

/// A worker at work, between jobs.
pub(super) struct JobFinder<'a> {
    pub(super) worker: &'a Worker,
    /// Makes all players, where it is not the contenders that play.
    pub(super) players: Option<MakePlayer>,
    pub(super) post: Post,
    pub(super) own: LocalFiles,
    /// Refused jobs by their generations.
    pub(super) refused: HashMap<String, RefusedJob>,
    pub(super) delivered: u64,
}

impl JobFinder<'_> {
    /// A job that this worker is let in to, the one of the highest priority first, and of equal ones the one that
    /// has the fewest workers.
    pub(super) async fn find(&mut self, tell: &mut dyn FnMut(WorkerNews)) -> Option<FoundJob> {
        // While the server is away there is none.
        let told = self.post.broker.jobs().await.unwrap_or_default();
        let mut jobs: Vec<Job> = Vec::with_capacity(told.len());
        for bytes in &told {
            match protocol::read::<Job>(bytes) {
                Ok(job) if job.open => jobs.push(job),
                Ok(_) => {}
                Err(problem) => self.refuse_unread(bytes, problem, tell),
            }
        }
        jobs.sort_by_key(|job| (Reverse(job.priority), job.workers, job.generation.clone()));
        self.refused.retain(|generation, refused| {
            refused.until.is_none_or(|until| until > Instant::now())
                && (refused.is_unread || jobs.iter().any(|job| job.generation == *generation))
        });
        for job in jobs {
            if self.refused.contains_key(&job.generation) {
                continue;
            }
            match self.ask_in(&job).await {
                Ok(Some((accepted, hello))) => return Some(FoundJob { job, accepted, hello }),
                // Its coordinator does not answer just now.
                Ok(None) => {}
                Err(refusal) => self.refuse(&job, refusal, tell).await,
            }
        }
        None
    }

    async fn refuse(&mut self, job: &Job, refusal: Refusal, tell: &mut dyn FnMut(WorkerNews)) {
        let Refusal { reason, for_now } = refusal;
        let name = printable(job.name.as_bytes());
        let reason = printable(reason.as_bytes());
        let until = for_now.then(|| Instant::now() + ASK_AGAIN);
        let told =
            RefusedJob { name: name.clone(), reason: reason.clone(), until, is_unread: false };
        self.refused.insert(job.generation.clone(), told);
        tell(WorkerNews::Refused { name, reason });
        self.send_status().await;
    }

    /// A job that this version cannot read is told once.
    fn refuse_unread(&mut self, bytes: &[u8], problem: String, tell: &mut dyn FnMut(WorkerNews)) {
        let generation = format!("unread {:08x}", crc32fast::hash(bytes));
        let reason = printable(problem.as_bytes());
        let is_known = self.refused.len() >= MOST_UNREAD || self.refused.contains_key(&generation);
        if !is_known {
            let name = "a job".to_owned();
            tell(WorkerNews::Warning(format!("{name} is not for this version: {reason}")));
            let told = RefusedJob { name, reason, until: None, is_unread: true };
            self.refused.insert(generation, told);
        }
    }

    /// Makes ready for a job and asks to be let in.
    async fn ask_in(&mut self, job: &Job) -> Result<Option<(AcceptedMatch, Hello)>, Refusal> {
        if let Some(directory) = &self.worker.files
            && !files::fetch(&self.post, job, directory, &mut self.own).await?
        {
            return Ok(None);
        }
        let (copy, own, guard) = (job.clone(), self.own.clone(), self.worker.guard.clone());
        let concurrency = self.worker.concurrency;
        let accepted = unblocked(move || copy.accept(&own, &guard, concurrency)).await?;
        let mut accepted = accepted.map_err(|error| error.to_string())?;
        let speed = self.speed(&mut accepted).await?;
        let hello = Hello {
            v: VERSION,
            generation: job.generation.clone(),
            worker: self.worker.name.clone(),
            arena: env!("CARGO_PKG_VERSION").to_owned(),
            signatures: accepted.signatures.clone(),
            concurrency,
            speed,
        };
        let subject = Subjects::by(&job.fingerprint, self.post.broker.login()).hello();
        let (serial, message) = (self.post.serial(), protocol::to_bytes(&hello));
        let Ok(answer) = self.post.ask(subject, serial, &message, AT_ONCE).await else {
            return Ok(None);
        };
        match protocol::read_answer(&answer)? {
            Admission::Refused { reason, for_now } => Err(Refusal { reason, for_now }),
            Admission::Admitted { time_scale, .. } if !SCALES.contains(&time_scale) => {
                Err(format!("clocks multiplied by {time_scale} are no clocks").into())
            }
            Admission::Admitted { time_scale, probe } => {
                let accepted = self.probed(accepted, probe, time_scale).await?;
                Ok(Some((accepted, hello)))
            }
        }
    }

    /// The match with its clocks scaled, if a probe comes out here as it did elsewhere.
    async fn probed(
        &self,
        mut accepted: AcceptedMatch,
        probe: Option<Probe>,
        time_scale: f64,
    ) -> Result<AcceptedMatch, Refusal> {
        if let Some(probe) = probe {
            let make_player = self.make_player(&accepted.settings);
            let copy = accepted.clone();
            unblocked(move || probe::check_games(&copy, &probe, &make_player)).await??;
        }
        scale_time(&mut accepted, time_scale);
        Ok(accepted)
    }

    /// How fast the contenders of a match search here, where time limits them.
    async fn speed(&self, accepted: &mut AcceptedMatch) -> Result<Option<f64>, Refusal> {
        let settings = &mut accepted.settings;
        settings.concurrency = self.worker.concurrency;
        if !settings.is_timed() {
            return Ok(None);
        }
        let make_player = self.make_player(settings);
        let settings = settings.clone();
        unblocked(move || speed::measure(&settings, &make_player)).await
    }

    fn make_player(&self, settings: &Match) -> MakePlayer {
        let Worker { guard, stderr, .. } = self.worker;
        self.players.clone().unwrap_or_else(|| player::factory(settings, guard, stderr))
    }

    pub(super) async fn begin(
        &mut self,
        found: FoundJob,
        signals: &mut mpsc::Receiver<Signal>,
        tell: &mut dyn FnMut(WorkerNews),
    ) -> anyhow::Result<Ending> {
        let FoundJob { job, accepted, hello } = found;
        let make_player = self.make_player(&accepted.settings);
        let runner = MatchRunner::new(accepted, self.worker.concurrency, make_player);
        let name = printable(job.name.as_bytes());
        tell(WorkerNews::Begins { name: name.clone(), concurrency: self.worker.concurrency });
        let refused = self.refused.keys().cloned().collect();
        let session =
            JobSession::begin(self.worker, runner, self.post.clone(), (job, hello), refused)
                .await?;
        let (ending, results) = session.work(signals, tell).await?;
        self.delivered += results;
        tell(WorkerNews::Leaves { name, results });
        Ok(ending)
    }

    pub(super) async fn send_status(&self) {
        let refusals = self.refused.values().take(MOST_TOLD);
        let refusals = refusals.map(|refused| {
            let text = format!("{}: {}", refused.name, refused.reason);
            text.chars().take(TOLD).collect()
        });
        let mut refusals: Vec<String> = refusals.collect();
        let others = self.refused.len() - refusals.len();
        refusals.extend((others > 0).then(|| format!("and {others} others")));
        let status = Status {
            v: VERSION,
            worker: self.worker.name.clone(),
            arena: env!("CARGO_PKG_VERSION").to_owned(),
            concurrency: self.worker.concurrency,
            delivered: self.delivered,
            refusals,
            ..Status::default()
        };
        // The next status comes in five seconds.
        let _ = self.post.say(STATUS, &protocol::to_bytes(&status)).await;
    }
}

/// Multiplies the clocks of all contenders. Margin and overhead are of the machine, and stay.
fn scale_time(accepted: &mut AcceptedMatch, by: f64) {
    accepted.time_scale = by;
    if (by - 1.0).abs() < f64::EPSILON {
        return;
    }
    for contender in &mut accepted.settings.contenders {
        let PlayLimits { time_control, movetime, .. } = &mut contender.limits;
        *time_control = time_control.map(|control| control.scaled(by));
        *movetime = movetime.map(|time| time.mul_f64(by));
    }
}
