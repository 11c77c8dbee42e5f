//! A worker: plays the games that coordinators deal, and keeps nothing.
//!
//! It looks for matches that want workers, makes ready for the one of the highest priority, and asks
//! its coordinator to be let in; before that it has networks sent that it lacks, where it may. Then it asks for
//! tickets for its idle threads and some to have ready, says while it holds them, and hands whole pairs in
//! until the coordinator says that they are kept. All that it says is signed with a key that it has made
//! for itself; whatever a job names is looked up among the things that its operator has listed, and nowhere else.
//! Where time limits a move, a pair whose ticket another worker may soon have is given up: of two playings
//! nobody may choose.

mod files;
mod held_tickets;
mod job_finder;
mod job_session;
mod local_files;
mod matches;
mod pair;
mod post;
mod probe;
mod speed;
mod work_queue;

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::broker::Broker;
use super::job::{Allowed, LocalFiles};
use super::server::Server;
use arena::player::MakePlayer;
use arena::runner::Signal;
use job_finder::JobFinder;
use job_session::Ending;
use post::Post;
use uci_client::Guard;

/// How often a worker without a job looks for one, and how often at first: a tuning has the next soon.
const LOOK: Duration = Duration::from_millis(500);
const LOOK_FIRST: Duration = Duration::from_millis(100);
/// As many rounds are quick.
const FIRST: u32 = 50;
/// How often it says that it is there.
const STATUS_EVERY: u32 = 10;
/// The error of threads that were not started.
const NO_THREADS: &str = "cannot start the threads that play";

/// News from a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerNews {
    /// It has nothing to do.
    Waits,
    /// It plays a match.
    Begins {
        /// Its name.
        name: String,
        /// Games at a time.
        concurrency: usize,
    },
    /// It does not play a match.
    Refused {
        /// Its name.
        name: String,
        /// Why not.
        reason: String,
    },
    /// A match is over for this worker.
    Leaves {
        /// Its name.
        name: String,
        /// Games delivered.
        results: u64,
    },
    /// Something the user should know.
    Warning(String),
}

/// A worker before it begins.
#[derive(Clone, Debug)]
pub struct Worker {
    /// The server that deals tickets.
    pub server: Server,
    /// How it is called.
    pub name: String,
    /// Games it plays at a time.
    pub concurrency: usize,
    /// Directories of programs that it may run, and of networks: the files directly in them.
    pub engines: Vec<PathBuf>,
    /// Programs that it may run, each by its file.
    pub programs: Vec<PathBuf>,
    /// The limits on a job's words about a program.
    pub allowed: Allowed,
    /// Directories of its endgame tables.
    pub syzygy: Vec<PathBuf>,
    /// Whether it ends with its first match.
    pub once: bool,
    /// Where networks are kept that it has coordinators send; without, it takes none.
    pub files: Option<PathBuf>,
    /// Where the standard errors of programs go.
    pub stderr: PathBuf,
    /// Ends the programs when the worker ends.
    pub guard: Guard,
}

impl Worker {
    /// Plays until it is told to stop, or with `once` until its first job is over; says whether a
    /// second signal stopped it at once.
    ///
    /// # Errors
    /// When the server cannot be reached at the start, or threads cannot be started.
    pub async fn work(
        &self,
        signals: mpsc::Receiver<Signal>,
        tell: &mut dyn FnMut(WorkerNews),
    ) -> anyhow::Result<Option<Signal>> {
        self.work_with(None, signals, tell).await
    }

    /// The same with these players in the contenders' place, for benchmarks.
    ///
    /// # Errors
    /// As [`Worker::work`].
    pub async fn work_with(
        &self,
        players: Option<MakePlayer>,
        mut signals: mpsc::Receiver<Signal>,
        tell: &mut dyn FnMut(WorkerNews),
    ) -> anyhow::Result<Option<Signal>> {
        let begun = tokio::select! {
            begun = self.begin() => begun?,
            Some(signal) = signals.recv() => return Ok(Some(signal)),
        };
        let (own, post) = begun;
        let refused = HashMap::new();
        let mut finder = JobFinder { worker: self, players, post, own, refused, delivered: 0 };
        tell(WorkerNews::Waits);
        let mut rounds = 0;
        loop {
            // Whatever is waited for, a signal ends it.
            let found = tokio::select! {
                found = finder.find(tell) => found,
                Some(signal) = signals.recv() => return Ok(Some(signal)),
            };
            if let Some(found) = found {
                let ending = finder.begin(found, &mut signals, tell).await?;
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
                finder.send_status().await;
            }
            rounds += 1;
            let pause = if rounds < FIRST { LOOK_FIRST } else { LOOK };
            if let Ok(Some(signal)) = timeout(pause, signals.recv()).await {
                return Ok(Some(signal));
            }
        }
    }

    /// Reads the files that it may use, and reaches the server.
    async fn begin(&self) -> anyhow::Result<(LocalFiles, Post)> {
        let worker = self.clone();
        let own = tokio::task::spawn_blocking(move || local_files::of(&worker));
        let own = own.await.context(NO_THREADS)??;
        let broker = Broker::connect(&self.server, &self.name).await?;
        Ok((own, Post::new(broker)))
    }
}
