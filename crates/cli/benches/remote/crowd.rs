//! Workers in this process, each on threads of its own as if it were alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use arena::player::{MakePlayer, MoveRequest, Player, PlayerFailure, SearchResult};
use arena::runner::Signal;
use engine::Stop;
use remote::{Allowed, Credentials, Server, Worker};
use tokio::sync::mpsc;
use uci_client::Guard;

use crate::recorded::Recorded;

/// The total work of all workers.
#[derive(Default)]
struct Done {
    moves: AtomicU64,
    nanoseconds: AtomicU64,
    players: AtomicUsize,
}

/// A player that waits for every move, and answers as it is recorded.
struct WaitingPlayer {
    contender: String,
    games: Arc<Recorded>,
    pause: Duration,
    done: Arc<Done>,
    stop: Stop,
    has_moved: bool,
}

impl Player for WaitingPlayer {
    fn new_game(&mut self, _: u64) -> Result<(), PlayerFailure> {
        Ok(())
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<SearchResult, PlayerFailure> {
        let begun = Instant::now();
        if !std::mem::replace(&mut self.has_moved, true) {
            self.done.players.fetch_add(1, Ordering::Relaxed);
        }
        if !self.stop.is_raised() {
            std::thread::sleep(self.pause);
        }
        self.done.moves.fetch_add(1, Ordering::Relaxed);
        let answer = self.games.answer(&self.contender, request.start, request.moves);
        let answer = answer.ok_or_else(|| PlayerFailure::broken("no such game is recorded"))?;
        let time = begun.elapsed();
        self.done.nanoseconds.fetch_add(time.as_nanos() as u64, Ordering::Relaxed);
        Ok(SearchResult { time: Some(time), ..answer })
    }
}

/// Workers at work; they leave when this is dropped.
pub(crate) struct Crowd {
    done: Arc<Done>,
    workers: Vec<(mpsc::Sender<Signal>, Option<JoinHandle<()>>)>,
}

impl Crowd {
    /// A worker for each of these pauses.
    pub(crate) fn start(
        url: &str,
        games: &Arc<Recorded>,
        pauses: &[Duration],
        concurrency: usize,
    ) -> Crowd {
        let done = Arc::new(Done::default());
        let workers = (0..).zip(pauses).map(|(number, &pause)| {
            let (signals, received) = mpsc::channel(2);
            let (games, done) = (Arc::clone(games), Arc::clone(&done));
            let players: MakePlayer = Arc::new(move |contender, stop| {
                Box::new(WaitingPlayer {
                    contender: contender.name.clone(),
                    games: Arc::clone(&games),
                    pause,
                    done: Arc::clone(&done),
                    stop,
                    has_moved: false,
                })
            });
            let worker = Worker {
                server: Server::new(url, None, Credentials::default()).unwrap(),
                name: format!("w{number}"),
                concurrency,
                engines: Vec::new(),
                programs: Vec::new(),
                allowed: Allowed::default(),
                syzygy: Vec::new(),
                once: false,
                files: None,
                stderr: std::env::temp_dir(),
                guard: Guard::none(),
            };
            let thread = std::thread::spawn(move || work(&worker, players, received));
            (signals, Some(thread))
        });
        Crowd { workers: workers.collect(), done }
    }

    /// Moves so far.
    pub(crate) fn moves(&self) -> u64 {
        self.done.moves.load(Ordering::Relaxed)
    }

    /// Seconds that game threads spent on moves, summed.
    pub(crate) fn seconds(&self) -> f64 {
        self.done.nanoseconds.load(Ordering::Relaxed) as f64 / 1e9
    }

    /// Players that have moved.
    pub(crate) fn players(&self) -> usize {
        self.done.players.load(Ordering::Relaxed)
    }
}

fn work(worker: &Worker, players: MakePlayer, signals: mpsc::Receiver<Signal>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(worker.work_with(Some(players), signals, &mut |_| {})).unwrap();
    runtime.shutdown_background();
}

impl Drop for Crowd {
    fn drop(&mut self) {
        for (signals, _) in &self.workers {
            // It may have left already.
            let _ = signals.try_send(Signal::Terminate);
        }
        for (_, thread) in &mut self.workers {
            let _ = thread.take().map(JoinHandle::join);
        }
    }
}
