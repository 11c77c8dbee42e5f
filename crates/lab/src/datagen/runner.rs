//! The threads that play, and their games on the way to the disk.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use document::number;
use engine::Stop;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use super::course::Course;
use super::error::DataError;
use super::openings::Starts;
use super::self_player::{PlayedGame, SelfPlayer};
use super::settings::DataSettings;
use super::store::DataStore;
use crate::progress::ProgressDisplay;
use arena::player::panic_message;
use arena::runner::Signal;
use arena::system::duration::duration;
use arena::system::threads::Threads;

/// How a run ended, if not by an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataEnding {
    /// All that was wanted is there.
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

/// What the threads share.
#[derive(Clone, Debug)]
pub struct Work {
    /// How games are played.
    pub settings: Arc<DataSettings>,
    /// Where they begin.
    pub starts: Arc<Starts>,
    /// Threads.
    pub concurrency: usize,
}

/// Plays games until there are as many as are wanted. A signal stops the run at once: games in progress
/// are given up. The display shows the progress.
///
/// # Errors
/// When games cannot be written, or the engine fails.
pub async fn run(
    work: &Work,
    course: &mut Course,
    store: &mut DataStore,
    mut signals: mpsc::Receiver<Signal>,
    mut display: ProgressDisplay,
) -> Result<DataEnding, DataError> {
    let pace = Pace::new(course);
    let (mut threads, mut finished) = start(work, course.amount().games);
    let mut updates = tokio::time::interval(UPDATE_EVERY);
    let mut writes = tokio::time::interval(WRITE_EVERY);
    let mut ending = DataEnding::Complete;
    let mut batch = Vec::new();
    while !course.is_complete() {
        tokio::select! {
            received = finished.recv_many(&mut batch, BATCH) => {
                if received == 0 {
                    break;
                }
                batch.drain(..).try_for_each(|game: Finished| course.take(game?))?;
            }
            _ = updates.tick() => {
                let done = course.wanted().done(course.amount());
                display.update(done as usize, pace.begun.elapsed(), &pace.text(course));
            }
            _ = writes.tick() => write(course, store)?,
            Some(_) = signals.recv() => {
                display.say("stopping: only the games in progress are given up");
                ending = DataEnding::Interrupted;
                break;
            }
        }
    }
    threads.end();
    write(course, store)?;
    let done = course.wanted().done(course.amount());
    display.end(done as usize, pace.last_words(course));
    Ok(ending)
}

fn write(course: &mut Course, store: &mut DataStore) -> Result<(), DataError> {
    let (bytes, amount) = course.unwritten();
    if bytes.is_empty() { Ok(()) } else { store.append(&bytes, amount) }
}

/// How fast a run is.
struct Pace {
    begun: Instant,
    positions: u64,
    done: u64,
}

impl Pace {
    fn new(course: &Course) -> Pace {
        let amount = course.amount();
        let done = course.wanted().done(amount);
        Pace { begun: Instant::now(), positions: amount.positions, done }
    }

    fn speed(&self, course: &Course) -> String {
        let positions = course.amount().positions - self.positions;
        let speed = positions as f64 / self.begun.elapsed().as_secs_f64().max(1e-9);
        format!("{} positions/s", number::decimal(speed, 0))
    }

    fn text(&self, course: &Course) -> String {
        let new = course.wanted().done(course.amount()) - self.done;
        if new == 0 {
            return "nothing finished yet".to_owned();
        }
        let wanted = course.wanted().all();
        let left = wanted.saturating_sub(self.done + new) as f64 / new as f64;
        format!("{}, {} left", self.speed(course), duration(self.begun.elapsed().mul_f64(left)))
    }

    /// What a run that did anything ends with.
    fn last_words(&self, course: &Course) -> Option<String> {
        let new = course.amount().positions > self.positions;
        new.then(|| format!("in {}, {}", duration(self.begun.elapsed()), self.speed(course)))
    }
}

/// Threads that play the games from this number on.
fn start(work: &Work, first: u64) -> (Threads, UnboundedReceiver<Finished>) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let stop = Stop::new();
    let threads = Threads::start(work.concurrency, first, &stop, || {
        let Work { settings, starts, .. } = work.clone();
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
            // Where nobody takes it, the run has ended.
            let _ = results.send(Err(DataError::Engine { game: number, problem }));
            false
        }
    }
}
