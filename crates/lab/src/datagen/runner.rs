//! The threads that play, and the way of their games to the disk.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use document::number;
use engine::Stop;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use super::error::DataError;
use super::openings::Starts;
use super::ordered_games::OrderedGames;
use super::self_player::{PlayedGame, SelfPlayer};
use super::settings::DataSettings;
use super::store::DataStore;
use crate::progress::ProgressDisplay;
use crate::run_loop::{self, RunEnding, RunWork};
use arena::player::panic_message;
use arena::runner::Signal;
use arena::system::duration::duration;
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
    let pace = Pace::new(games);
    let (mut threads, finished) = start(work, games.amount().games);
    let mut run = DataRun { games, store, finished, pace, written: Instant::now() };
    let ending = run_loop::run(&mut run, &mut signals, &mut display).await?;
    threads.end();
    run.write()?;
    display.end(run.finished(), run.pace.last_words(run.games));
    Ok(ending)
}

/// A run in progress.
struct DataRun<'a> {
    games: &'a mut OrderedGames,
    store: &'a mut DataStore,
    finished: UnboundedReceiver<Finished>,
    pace: Pace,
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

    fn results(&mut self) -> &mut UnboundedReceiver<Finished> {
        &mut self.finished
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
        self.pace.text(self.games)
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
    fn write(&mut self) -> Result<(), DataError> {
        let (bytes, amount) = self.games.unwritten();
        if bytes.is_empty() { Ok(()) } else { self.store.append(&bytes, amount) }
    }
}

/// The speed of a run.
struct Pace {
    begun: Instant,
    positions: u64,
    done: u64,
}

impl Pace {
    fn new(games: &OrderedGames) -> Pace {
        let amount = games.amount();
        let done = games.wanted().done(amount);
        Pace { begun: Instant::now(), positions: amount.positions, done }
    }

    fn speed(&self, games: &OrderedGames) -> String {
        let positions = games.amount().positions - self.positions;
        let speed = positions as f64 / self.begun.elapsed().as_secs_f64().max(1e-9);
        format!("{} positions/s", number::decimal(speed, 0))
    }

    fn text(&self, games: &OrderedGames) -> String {
        let new = games.wanted().done(games.amount()) - self.done;
        if new == 0 {
            return "nothing finished yet".to_owned();
        }
        let wanted = games.wanted().all();
        let left = wanted.saturating_sub(self.done + new) as f64 / new as f64;
        format!("{}, {} left", self.speed(games), duration(self.begun.elapsed().mul_f64(left)))
    }

    /// The closing message of a run that did anything.
    fn last_words(&self, games: &OrderedGames) -> Option<String> {
        let new = games.amount().positions > self.positions;
        new.then(|| format!("in {}, {}", duration(self.begun.elapsed()), self.speed(games)))
    }
}

/// Threads that play the games from this number on.
fn start(work: &DataWork, first: u64) -> (Threads, UnboundedReceiver<Finished>) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let stop = Stop::new();
    let threads = Threads::start(work.concurrency, first, &stop, || {
        let DataWork { settings, starts, .. } = work.clone();
        let mut player = SelfPlayer::new(settings, starts, stop.clone());
        let results = sender.clone();
        move |number| play(&mut player, number, &results)
    });
    (threads, receiver)
}

/// Plays the game of this number. `false` when no other one is needed.
fn play(player: &mut SelfPlayer, number: u64, results: &UnboundedSender<Finished>) -> bool {
    match catch_unwind(AssertUnwindSafe(|| player.play(number))) {
        Ok(Some(game)) => results.send(Ok(game)).is_ok(),
        Ok(None) => false,
        Err(panic) => {
            let text = panic_message(panic.as_ref()).unwrap_or("it panicked");
            let problem = text.to_owned();
            // Without a receiver the run has ended.
            let _ = results.send(Err(DataError::Engine { game: number, problem }));
            false
        }
    }
}
