//! The threads that play, and the way of their games to the disk.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use document::number;
use engine::Stop;
use game_data::ScoredGame;
use tokio::sync::mpsc::{self, UnboundedReceiver};

use super::openings::Starts;
use super::self_player::SelfPlayer;
use super::settings::DataSettings;
use super::store::{Amount, DataStore};
use crate::pace::Pace;
use crate::progress::ProgressDisplay;
use crate::run_loop::{self, Piece, Run, RunEnding};
use arena::runner::Signal;
use arena::system::threads::Threads;

/// A game with its number.
type Finished = anyhow::Result<(u64, ScoredGame)>;

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
    store: &mut DataStore,
    signals: mpsc::Receiver<Signal>,
    display: ProgressDisplay,
) -> anyhow::Result<RunEnding> {
    let before = store.amount();
    let (threads, mut finished) = start(work, before.games);
    let mut run = Run::begin(signals, display, store.done() as usize);
    let mut written = Instant::now();
    while !store.is_complete()
        && let Some(played) = run.next(&mut finished, "the games in progress").await
    {
        for game in played {
            let (number, game) = game?;
            store.take(number, game)?;
        }
        if written.elapsed() >= WRITE_EVERY {
            store.write()?;
            written = Instant::now();
        }
        run.display.update(store.done() as usize, &pace(run.pace, store, before));
    }
    drop(threads);
    store.write()?;
    let pace = pace(run.pace, store, before);
    Ok(run.end(store.done() as usize, pace))
}

/// The speed of a run that began with the amount `before`, and the time left.
fn pace(pace: Pace, store: &DataStore, before: Amount) -> String {
    let (wanted, done) = (store.wanted(), store.done());
    let left = wanted.all().saturating_sub(done) as f64;
    let speed = pace.a_second((store.amount().positions - before.positions) as f64);
    let time = pace.words((done - wanted.done(before)) as f64, left);
    format!("{} positions/s, {time}", number::decimal(speed, 0))
}

/// Threads that play the games from this number on.
fn start(work: &DataWork, first: u64) -> (Threads, UnboundedReceiver<Finished>) {
    let stop = Stop::new();
    let worker = || {
        let DataWork { settings, starts, .. } = work.clone();
        let mut player = SelfPlayer::new(settings, starts, stop.clone());
        move |number| {
            player.play(number).map_or(Piece::Over, |game| Piece::Done(Ok((number, game))))
        }
    };
    let failed = |game, problem| Err(anyhow!("the engine failed in game {game}: {problem}"));
    run_loop::start((work.concurrency, first), &stop, worker, failed)
}
