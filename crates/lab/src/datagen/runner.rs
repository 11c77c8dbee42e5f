//! The threads that play, and the way of their games to the disk.

use std::sync::Arc;
use std::time::{Duration, Instant};

use document::number;
use engine::Stop;
use tokio::sync::mpsc::{self, UnboundedReceiver};

use super::error::DataError;
use super::openings::Starts;
use super::ordered_games::OrderedGames;
use super::self_player::{PlayedGame, SelfPlayer};
use super::settings::DataSettings;
use super::store::{Amount, DataStore};
use crate::pace::Pace;
use crate::progress::ProgressDisplay;
use crate::run_loop::{self, Piece, RunEnding, RunWork};
use arena::runner::Signal;
use arena::system::threads::Threads;

type Finished = Result<PlayedGame, DataError>;

/// A crash of the machine, or `kill -9`, costs the games of this time at most.
const WRITE_EVERY: Duration = Duration::from_secs(5);

/// The input shared by the threads.
#[derive(Clone, Debug)]
pub struct DataWork {
    /// The settings of the games.
    pub settings: Arc<DataSettings>,
    /// The starts of the games.
    pub starts: Arc<Starts>,
    /// Threads.
    pub concurrency: usize,
}

/// Plays games until the amount wanted is reached. A signal stops the run at once: games in
/// progress are given up. The display shows the progress.
///
/// # Errors
/// Games cannot be written, or the engine fails.
pub async fn run(
    work: &DataWork,
    games: &mut OrderedGames,
    store: &mut DataStore,
    mut signals: mpsc::Receiver<Signal>,
    mut display: ProgressDisplay,
) -> Result<RunEnding, DataError> {
    let (mut threads, finished) = start(work, games.amount().games);
    let (pace, before) = (Pace::begin(), games.amount());
    let mut run = DataRun { games, store, finished, pace, before, written: Instant::now() };
    let ending = run_loop::run(&mut run, &mut signals, &mut display).await?;
    threads.end();
    run.write()?;
    display.end(run.finished(), run.last_words());
    Ok(ending)
}

/// A run in progress.
struct DataRun<'a> {
    games: &'a mut OrderedGames,
    store: &'a mut DataStore,
    finished: UnboundedReceiver<Finished>,
    pace: Pace,
    /// The amount that was there when the run began.
    before: Amount,
    /// The last time that games went to the disk.
    written: Instant,
}

impl RunWork for DataRun<'_> {
    type Result = Finished;
    type Error = DataError;

    const GIVEN_UP: &'static str = "the games in progress";

    fn is_complete(&self) -> bool {
        self.games.is_complete()
    }

    async fn receive(&mut self, batch: &mut Vec<Finished>) -> usize {
        self.finished.recv_many(batch, run_loop::BATCH).await
    }

    fn take(
        &mut self,
        mut results: impl Iterator<Item = Finished>,
        _: &mut ProgressDisplay,
    ) -> Result<(), DataError> {
        results.try_for_each(|game| self.games.take(game?))
    }

    fn finished(&self) -> usize {
        self.games.wanted().done(self.games.amount()) as usize
    }

    fn pace(&self) -> String {
        let wanted = self.games.wanted();
        let done = wanted.done(self.games.amount());
        let new = done - wanted.done(self.before);
        let left = self.pace.left(new as f64, wanted.all().saturating_sub(done) as f64);
        left.map_or("nothing finished yet".to_owned(), |left| format!("{}, {left}", self.speed()))
    }

    fn tick(&mut self) -> Result<(), DataError> {
        if self.written.elapsed() < WRITE_EVERY {
            return Ok(());
        }
        self.written = Instant::now();
        self.write()
    }
}

impl DataRun<'_> {
    fn speed(&self) -> String {
        let positions = self.games.amount().positions - self.before.positions;
        format!("{} positions/s", number::decimal(self.pace.a_second(positions as f64), 0))
    }

    /// The closing message of a run that did anything.
    fn last_words(&self) -> Option<String> {
        let new = self.games.amount().positions > self.before.positions;
        new.then(|| format!("in {}, {}", self.pace.taken(), self.speed()))
    }

    fn write(&mut self) -> Result<(), DataError> {
        let (bytes, amount) = self.games.unwritten();
        if bytes.is_empty() { Ok(()) } else { self.store.append(&bytes, amount) }
    }
}

/// Threads that play the games from this number on.
fn start(work: &DataWork, first: u64) -> (Threads, UnboundedReceiver<Finished>) {
    let stop = Stop::new();
    let worker = || {
        let DataWork { settings, starts, .. } = work.clone();
        let mut player = SelfPlayer::new(settings, starts, stop.clone());
        move |number| player.play(number).map_or(Piece::Over, |game| Piece::Done(Ok(game)))
    };
    let failed = |game, problem| Err(DataError::Engine { game, problem });
    run_loop::start((work.concurrency, first), &stop, worker, failed)
}
