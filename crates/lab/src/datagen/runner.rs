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
use arena::player::panic_message;
use arena::runner::Signal;
use arena::system::duration::duration;
use arena::system::threads::Threads;

/// The end of a run without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataEnding {
    /// The amount wanted is reached.
    Complete,
    /// It was stopped before its end.
    Interrupted,
}

type Finished = Result<PlayedGame, DataError>;

const UPDATE_EVERY: Duration = Duration::from_millis(200);
/// A crash of the machine, or `kill -9`, costs the games of this time at most.
const WRITE_EVERY: Duration = Duration::from_secs(5);
/// Games that are taken at once, at most.
const BATCH: usize = 256;

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
) -> Result<DataEnding, DataError> {
    let pace = Pace::new(games);
    let (mut threads, mut finished) = start(work, games.amount().games);
    let mut updates = tokio::time::interval(UPDATE_EVERY);
    let mut writes = tokio::time::interval(WRITE_EVERY);
    let mut ending = DataEnding::Complete;
    let mut batch = Vec::new();
    while !games.is_complete() {
        tokio::select! {
            received = finished.recv_many(&mut batch, BATCH) => {
                if received == 0 {
                    break;
                }
                batch.drain(..).try_for_each(|game: Finished| games.take(game?))?;
            }
            _ = updates.tick() => {
                let done = games.wanted().done(games.amount());
                display.update(done as usize, pace.begun.elapsed(), &pace.text(games));
            }
            _ = writes.tick() => write(games, store)?,
            Some(_) = signals.recv() => {
                display.say("stopping: only the games in progress are given up");
                ending = DataEnding::Interrupted;
                break;
            }
        }
    }
    threads.end();
    write(games, store)?;
    let done = games.wanted().done(games.amount());
    display.end(done as usize, pace.last_words(games));
    Ok(ending)
}

fn write(games: &mut OrderedGames, store: &mut DataStore) -> Result<(), DataError> {
    let (bytes, amount) = games.unwritten();
    if bytes.is_empty() { Ok(()) } else { store.append(&bytes, amount) }
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
