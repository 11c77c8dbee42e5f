//! A worker: plays what coordinators deal, and keeps nothing.
//!
//! It looks for matches that want workers, makes ready for the one of the highest priority, and asks its
//! coordinator to be let in; before that it has networks sent that it lacks, where it may. Then it takes
//! tickets for its free tables and some to have ready, tells the server while it holds them, and hands whole
//! pairs in until the coordinator says that they are kept.
//! Where time limits a move, a pair whose ticket another worker may soon have is given up: of two playings
//! nobody may choose.

mod belongings;
mod desk;
mod files;
mod holding;
mod pair;
mod probe;
mod shift;
mod speed;

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use engine::Stop;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::broker::{Broker, BrokerError};
use super::job::{Accepted, Belongings};
use super::protocol::{self, Admission, Hello, Job, STATUS, Status, Subjects, VERSION};
use super::server::Server;
use crate::chess::limits::PlayLimits;
use crate::config::{ContenderSettings, Match};
use crate::player::{AnyPlayer, Player};
use crate::runner::Signal;
use shift::{Ending, Shift};
use uci_client::Guard;

/// How often a worker without a match looks for one, and how often at first: a tuning has the next soon.
const LOOK: Duration = Duration::from_millis(500);
const LOOK_FIRST: Duration = Duration::from_millis(100);
/// As many rounds are quick.
const FIRST: u32 = 50;
/// How often it says that it is there.
const STATUS_EVERY: u32 = 10;

/// What a worker tells of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerNews {
    /// It has nothing to play.
    Waits,
    /// It plays a match.
    Plays {
        /// The match.
        name: String,
        /// Games at a time.
        tables: usize,
    },
    /// It does not play a match.
    Refused {
        /// The match.
        name: String,
        /// Why not.
        reason: String,
    },
    /// A match is over for this worker.
    Leaves {
        /// The match.
        name: String,
        /// Games delivered.
        games: u64,
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
    /// Games it plays at a time.
    pub tables: usize,
    /// Directories of the programs it may run.
    pub engines: Vec<PathBuf>,
    /// Directories of its endgame tables.
    pub syzygy: Vec<PathBuf>,
    /// Whether it ends with its first match.
    pub once: bool,
    /// Where networks are kept that it has coordinators send; without, it takes none.
    pub files: Option<PathBuf>,
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

/// A worker at work, between matches.
struct Looking<'a, A> {
    worker: &'a Worker,
    players: &'a A,
    broker: Broker,
    own: Belongings,
    /// Generations that are not asked about again, with the name of the match and the reason.
    refused: HashMap<String, (String, String)>,
    delivered: u64,
}

impl Worker {
    /// Plays until it is told to stop, or with `once` until its first match is over; says whether a
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
        let directories: Vec<PathBuf> = self.engines.iter().chain(&self.files).cloned().collect();
        let own = belongings::of(&directories, &self.syzygy);
        let own = own.map_err(|(path, source)| WorkerError::Engines { path, source })?;
        let broker = Broker::connect(&self.server, &self.name).await?;
        let refused = HashMap::new();
        let mut looking = Looking { worker: self, players, broker, own, refused, delivered: 0 };
        tell(WorkerNews::Waits);
        let mut rounds = 0;
        loop {
            if let Some((job, accepted)) = looking.find(tell).await {
                let ending = looking.play(job, accepted, &mut signals, tell).await?;
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
    /// A match that this worker is let in to, the one of the highest priority first.
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
                    let name = job.name.clone();
                    tell(WorkerNews::Refused { name: name.clone(), reason: reason.clone() });
                    self.refused.insert(job.generation, (name, reason));
                    self.say_status().await;
                }
            }
        }
        None
    }

    /// Makes ready for a match and asks to be let in.
    async fn ask_in(&mut self, job: &Job) -> Result<Option<Accepted>, String> {
        if let Some(directory) = &self.worker.files
            && !files::fetch(&self.broker, job, directory, &mut self.own).await?
        {
            return Ok(None);
        }
        let guard = &self.worker.guard;
        let mut accepted = job.accept(&self.own, guard).map_err(|error| error.to_string())?;
        accepted.settings.concurrency = self.worker.tables;
        let settings = &accepted.settings;
        let speed = settings.is_timed().then(|| {
            let make_player = self.players.factory(settings, self.worker);
            speed::measure(settings, self.worker.tables, &make_player)
        });
        let hello = Hello {
            v: VERSION,
            worker: self.worker.name.clone(),
            arena: env!("CARGO_PKG_VERSION").to_owned(),
            signatures: accepted.signatures.clone(),
            tables: self.worker.tables,
            speed: speed.flatten(),
        };
        let subject = Subjects::of(&job.fingerprint).hello();
        let Ok(answer) = self.broker.ask(subject, protocol::to_bytes(&hello)).await else {
            return Ok(None);
        };
        match serde_json::from_slice(&answer) {
            Ok(Admission::Admitted { time_scale, probe }) => {
                if let Some(probe) = probe {
                    let make_player = self.players.factory(&accepted.settings, self.worker);
                    probe::check(&accepted, &probe, &make_player)?;
                }
                scale_time(&mut accepted, time_scale);
                Ok(Some(accepted))
            }
            Ok(Admission::Refused { reason }) => Err(reason),
            Err(error) => Err(format!("the coordinator's answer cannot be read: {error}")),
        }
    }

    async fn play(
        &mut self,
        job: Job,
        accepted: Accepted,
        signals: &mut mpsc::Receiver<Signal>,
        tell: &mut dyn FnMut(WorkerNews),
    ) -> Result<Ending, WorkerError> {
        let name = job.name.clone();
        tell(WorkerNews::Plays { name: name.clone(), tables: self.worker.tables });
        let refused = self.refused.keys().cloned().collect();
        let broker = self.broker.clone();
        let shift = Shift::begin(self.worker, self.players, broker, job, accepted, refused).await?;
        let (ending, games) = shift.play(signals, tell).await?;
        self.delivered += games;
        tell(WorkerNews::Leaves { name, games });
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
fn scale_time(accepted: &mut Accepted, by: f64) {
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
