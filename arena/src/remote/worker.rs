//! A worker: plays and searches what coordinators deal, and keeps nothing.
//!
//! It looks for matches and suites that want workers, makes ready for the one of the highest priority, and asks
//! its coordinator to be let in. Then it takes tickets for its free tables and one to have ready, tells the
//! server while it holds them, and hands whole pairs or searches in until the coordinator says that they are kept.
//! Where time limits a move, a pair whose ticket another worker may soon have is given up: of two playings
//! nobody may choose.

mod belongings;
mod craft;
mod desk;
mod holding;
mod matches;
mod pair;
mod probe;
mod shift;
mod speed;
mod suites;

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use engine::Stop;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::broker::{Broker, BrokerError};
use super::job::{Accepted, AcceptedMatch, Belongings};
use super::protocol::{self, Admission, Hello, Job, JobKind, STATUS, Status, Subjects, VERSION};
use super::server::Server;
use crate::chess::limits::PlayLimits;
use crate::config::{ContenderSettings, Match};
use crate::player::{AnyPlayer, Player};
use crate::runner::Signal;
use craft::Craft;
use matches::Playing;
use shift::{Ending, Shift};
use suites::Searching;
use uci_client::Guard;

/// How often a worker without a job looks for one, and how often at first: a tuning has the next soon.
const LOOK: Duration = Duration::from_millis(500);
const LOOK_FIRST: Duration = Duration::from_millis(100);
/// As many rounds are quick.
const FIRST: u32 = 50;
/// How often it says that it is there.
const STATUS_EVERY: u32 = 10;

/// What a worker tells of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerNews {
    /// It has nothing to do.
    Waits,
    /// It plays a match, or searches for a suite.
    Begins {
        /// Which of the two.
        kind: JobKind,
        /// Its name.
        name: String,
        /// Games or searches at a time.
        tables: usize,
    },
    /// It does not play a match, or search for a suite.
    Refused {
        /// Which of the two.
        kind: JobKind,
        /// Its name.
        name: String,
        /// Why not.
        reason: String,
    },
    /// A match or suite is over for this worker.
    Leaves {
        /// Which of the two.
        kind: JobKind,
        /// Its name.
        name: String,
        /// Games or searches delivered.
        results: u64,
    },
    /// Something the user should know.
    Warning(String),
}

/// Why a worker cannot work.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// The server.
    #[error(transparent)]
    Broker(#[from] BrokerError),
    /// A directory of programs cannot be read.
    #[error("cannot read the directory of engines {}", path.display())]
    Engines {
        /// The directory.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Tables cannot be set up.
    #[error("cannot set up the tables")]
    Tables(#[source] io::Error),
    /// The system does not allow as many open files as the tables need.
    #[error("{0}")]
    OpenFiles(String),
}

/// A worker before it begins.
#[derive(Clone, Debug)]
pub struct Worker {
    /// The server that deals tickets.
    pub server: Server,
    /// How it is called.
    pub name: String,
    /// Games it plays, or searches it does, at a time.
    pub tables: usize,
    /// Directories of the programs it may run.
    pub engines: Vec<PathBuf>,
    /// Directories of its endgame tables.
    pub syzygy: Vec<PathBuf>,
    /// Whether it ends with its first match or suite.
    pub once: bool,
    /// Where the standard errors of programs go.
    pub stderr: PathBuf,
    /// What keeps programs from outliving it.
    pub guard: Guard,
}

/// Who plays at the tables of a worker.
pub trait Players {
    /// One of them.
    type Player: Player;

    /// Makes players for the contenders of a match.
    fn factory(
        &self,
        settings: &Match,
        worker: &Worker,
    ) -> impl Fn(&ContenderSettings, Stop) -> Self::Player + Clone + Send + Sync + 'static;
}

/// The contenders themselves.
struct Contenders;

impl Players for Contenders {
    type Player = AnyPlayer;

    fn factory(
        &self,
        settings: &Match,
        worker: &Worker,
    ) -> impl Fn(&ContenderSettings, Stop) -> AnyPlayer + Clone + Send + Sync + 'static {
        AnyPlayer::factory(settings, &worker.guard, &worker.stderr)
    }
}

/// A worker at work, between jobs.
struct Looking<'a, A> {
    worker: &'a Worker,
    players: &'a A,
    broker: Broker,
    own: Belongings,
    /// Generations that are not asked about again, with the name of the job and the reason.
    refused: HashMap<String, (String, String)>,
    delivered: u64,
}

impl Worker {
    /// Plays until it is told to stop, or with `once` until its first job is over; says whether a
    /// second signal stopped it at once.
    ///
    /// # Errors
    /// When the server cannot be reached at the start, or tables cannot be set up.
    pub async fn work(
        &self,
        signals: mpsc::Receiver<Signal>,
        tell: &mut dyn FnMut(WorkerNews),
    ) -> Result<Option<Signal>, WorkerError> {
        self.work_with(&Contenders, signals, tell).await
    }

    /// The same with these players in the contenders' place, for those who measure.
    ///
    /// # Errors
    /// As [`Worker::work`].
    pub async fn work_with<A: Players>(
        &self,
        players: &A,
        mut signals: mpsc::Receiver<Signal>,
        tell: &mut dyn FnMut(WorkerNews),
    ) -> Result<Option<Signal>, WorkerError> {
        let own = belongings::of(&self.engines, &self.syzygy);
        let own = own.map_err(|(path, source)| WorkerError::Engines { path, source })?;
        let broker = Broker::connect(&self.server, &self.name).await?;
        let refused = HashMap::new();
        let mut looking = Looking { worker: self, players, broker, own, refused, delivered: 0 };
        tell(WorkerNews::Waits);
        let mut rounds = 0;
        loop {
            if let Some((job, accepted)) = looking.find(tell).await {
                let ending = looking.begin(job, accepted, &mut signals, tell).await?;
                match ending {
                    Ending::Stopped(signal) => return Ok(Some(signal)),
                    Ending::Over if self.once => return Ok(None),
                    Ending::Over => tell(WorkerNews::Waits),
                    Ending::Elsewhere => {}
                }
                rounds = 0;
                continue;
            }
            if rounds % STATUS_EVERY == 0 {
                looking.say_status().await;
            }
            rounds += 1;
            let pause = if rounds < FIRST { LOOK_FIRST } else { LOOK };
            if let Ok(Some(signal)) = timeout(pause, signals.recv()).await {
                return Ok(Some(signal));
            }
        }
    }
}

impl<A: Players> Looking<'_, A> {
    /// A job that this worker is let in to, the one of the highest priority first.
    async fn find(&mut self, tell: &mut dyn FnMut(WorkerNews)) -> Option<(Job, Accepted)> {
        // While the server is away there is none.
        let jobs = self.broker.jobs().await.unwrap_or_default();
        let mut jobs: Vec<Job> = jobs.iter().filter_map(|job| protocol::read(job).ok()).collect();
        jobs.sort_by_key(|job| (std::cmp::Reverse(job.priority), job.generation.clone()));
        self.refused.retain(|of, _| jobs.iter().any(|job| job.generation == *of));
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
                    self.say_status().await;
                }
            }
        }
        None
    }

    /// Makes ready for a job and asks to be let in.
    async fn ask_in(&self, job: &Job) -> Result<Option<Accepted>, String> {
        let guard = &self.worker.guard;
        let mut accepted = job.accept(&self.own, guard).map_err(|error| error.to_string())?;
        let speed = match &mut accepted {
            Accepted::Match(of) => self.speed(of),
            Accepted::Suite(_) => None,
        };
        let hello = Hello {
            v: VERSION,
            worker: self.worker.name.clone(),
            arena: env!("CARGO_PKG_VERSION").to_owned(),
            signatures: accepted.signatures().to_vec(),
            tables: self.worker.tables,
            speed,
        };
        let subject = Subjects::of(&job.fingerprint).hello();
        let Ok(answer) = self.broker.ask(subject, protocol::to_bytes(&hello)).await else {
            return Ok(None);
        };
        match (serde_json::from_slice(&answer), accepted) {
            (Ok(Admission::Admitted { time_scale, probe }), Accepted::Match(mut of)) => {
                if let Some(probe) = probe {
                    probe::check(&of, &probe, &self.players.factory(&of.settings, self.worker))?;
                }
                scale_time(&mut of, time_scale);
                Ok(Some(Accepted::Match(of)))
            }
            (Ok(Admission::Admitted { .. }), suite) => Ok(Some(suite)),
            (Ok(Admission::Refused { reason }), _) => Err(reason),
            (Err(error), _) => Err(format!("the coordinator's answer cannot be read: {error}")),
        }
    }

    /// How fast the contenders of a match search here, where time limits them.
    fn speed(&self, accepted: &mut AcceptedMatch) -> Option<f64> {
        let (settings, tables) = (&mut accepted.settings, self.worker.tables);
        settings.concurrency = tables;
        let make_player = self.players.factory(settings, self.worker);
        settings.is_timed().then(|| speed::measure(settings, tables, &make_player)).flatten()
    }

    async fn begin(
        &mut self,
        job: Job,
        accepted: Accepted,
        signals: &mut mpsc::Receiver<Signal>,
        tell: &mut dyn FnMut(WorkerNews),
    ) -> Result<Ending, WorkerError> {
        let worker = self.worker;
        match accepted {
            Accepted::Match(of) => {
                let make_player = self.players.factory(&of.settings, worker);
                let craft = Playing::new(*of, worker.tables, make_player);
                self.work(job, craft, signals, tell).await
            }
            Accepted::Suite(of) => {
                let craft = Searching::new(of.plan, worker.guard.clone());
                self.work(job, craft, signals, tell).await
            }
        }
    }

    async fn work(
        &mut self,
        job: Job,
        craft: impl Craft,
        signals: &mut mpsc::Receiver<Signal>,
        tell: &mut dyn FnMut(WorkerNews),
    ) -> Result<Ending, WorkerError> {
        let (kind, name) = (job.kind, job.name.clone());
        tell(WorkerNews::Begins { kind, name: name.clone(), tables: self.worker.tables });
        let refused = self.refused.keys().cloned().collect();
        let shift = Shift::begin(self.worker, craft, self.broker.clone(), job, refused).await?;
        let (ending, results) = shift.work(signals, tell).await?;
        self.delivered += results;
        tell(WorkerNews::Leaves { kind, name, results });
        Ok(ending)
    }

    async fn say_status(&self) {
        let refusals = self.refused.values().map(|(name, reason)| format!("{name}: {reason}"));
        let status = Status {
            v: VERSION,
            worker: self.worker.name.clone(),
            arena: env!("CARGO_PKG_VERSION").to_owned(),
            tables: self.worker.tables,
            hungry: true,
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
