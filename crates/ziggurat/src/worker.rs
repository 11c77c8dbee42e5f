//! The thread that searches. It owns the engine and takes one job after the other.

use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use engine::{Engine, Limits, Ponder, Position, Preset, SearchOptions, Setup, Stop};
use shakmaty::{CastlingMode, Move};
use shakmaty_uci::UciMessage;

use super::{bench, debug_commands, info, output};

/// Room for the deepest search: 128 plies, each with its list of moves.
const STACK_BYTES: usize = 32 << 20;

/// A job for the search thread.
pub(crate) enum Job {
    /// Use this engine from now on.
    Configure { setup: Box<Setup>, hash: usize },
    /// Clear the transposition table and the histories.
    NewGame,
    /// Answer `readyok`: everything before is done.
    Ready,
    /// Search, and send the best move.
    Search(Box<Search>),
    /// Search the bench positions.
    Bench { task: Arc<Task>, depth: u32, preset: &'static Preset },
    /// Count move sequences.
    Perft { task: Arc<Task>, position: Position, depth: u32, castling: CastlingMode },
}

/// A search to do.
pub(crate) struct Search {
    pub(crate) task: Arc<Task>,
    pub(crate) position: Position,
    pub(crate) limits: Limits,
    pub(crate) options: SearchOptions,
    pub(crate) castling: CastlingMode,
    /// Report each technique's work.
    pub(crate) with_counters: bool,
}

/// A task under way, as the reading thread and the search thread both see it.
#[derive(Debug, Default)]
pub(crate) struct Task {
    pub(crate) stop: Stop,
    /// For a search on the opponent's time.
    ponder: Option<Ponder>,
    /// Its result is sent after `stop` only.
    infinite: bool,
    done: AtomicBool,
}

impl Task {
    /// A task that is not done.
    pub(crate) fn new(ponder: Option<Ponder>, infinite: bool) -> Task {
        Task { ponder, infinite, ..Task::default() }
    }

    /// A task that is done.
    pub(crate) fn finished() -> Task {
        let task = Task::default();
        task.finish();
        task
    }

    /// Lets a search's own time begin, if it is on the opponent's.
    pub(crate) fn ponder_hit(&self, at: Instant) {
        if let Some(ponder) = &self.ponder {
            ponder.hit(at);
        }
    }

    /// Whether only its last line is still to be written.
    pub(crate) fn is_done(&self) -> bool {
        self.done.load(Ordering::Acquire)
    }

    /// Must be called before the last line is written: the reader of that line may answer at once.
    fn finish(&self) {
        self.done.store(true, Ordering::Release);
    }

    /// Waits until the result may be sent.
    fn wait_for_release(&self) {
        let expected = || self.ponder.as_ref().is_some_and(|ponder| ponder.hit_at().is_none());
        while !self.stop.is_raised() && (self.infinite || expected()) {
            thread::park();
        }
    }
}

/// A handle to the search thread.
pub(crate) struct Worker {
    jobs: Sender<Job>,
    thread: JoinHandle<()>,
}

impl Worker {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub(crate) fn start() -> io::Result<Worker> {
        let (jobs, inbox) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || work_or_exit(&inbox))?;
        Ok(Worker { jobs, thread })
    }

    /// Queues a job for the thread.
    pub(crate) fn send(&self, job: Job) {
        // The thread ends before this one only together with the process.
        let _ = self.jobs.send(job);
    }

    /// Makes the thread check whether it may continue.
    pub(crate) fn wake(&self) {
        self.thread.thread().unpark();
    }

    /// Waits until every job is done.
    pub(crate) fn finish(self) {
        drop(self.jobs);
        let _ = self.thread.join();
    }
}

/// Ends the process if the engine panics: it must not look as if it were still searching.
fn work_or_exit(inbox: &Receiver<Job>) {
    if catch_unwind(AssertUnwindSafe(|| work(inbox))).is_err() {
        std::process::exit(101);
    }
}

fn work(inbox: &Receiver<Job>) {
    let mut engine: Option<(Engine, usize)> = None;
    let mut games = 0;
    for job in inbox {
        match job {
            Job::Configure { setup, hash } => {
                let same = engine
                    .as_ref()
                    .is_some_and(|(engine, size)| engine.setup() == *setup && *size == hash);
                if !same {
                    // The old table goes before the new one comes.
                    drop(engine.take());
                    engine = Some((Engine::new(*setup, hash), hash));
                }
            }
            Job::NewGame => {
                games += 1;
                engine.iter_mut().for_each(|(engine, _)| engine.new_seeded_game(games));
            }
            Job::Ready => output::send(&UciMessage::ReadyOk),
            Job::Search(search) => {
                engine.iter_mut().for_each(|(engine, _)| search.run(engine));
            }
            Job::Bench { task, depth, preset } => {
                let last = bench::run(depth, preset, &task.stop);
                task.conclude(last, "bench stopped");
            }
            Job::Perft { task, position, depth, castling } => {
                let last = debug_commands::perft(&position, depth, castling, &task.stop);
                task.conclude(last, "perft stopped");
            }
        }
    }
}

impl Task {
    /// Ends a debug command with its last line, or with a remark if it was stopped.
    fn conclude(&self, last: ControlFlow<(), String>, otherwise: &str) {
        self.finish();
        match last {
            ControlFlow::Continue(line) => output::send(&line),
            ControlFlow::Break(()) => output::info_string(&otherwise),
        }
    }
}

impl Search {
    fn run(&self, engine: &mut Engine) {
        let Search { task, position, limits, options, castling, .. } = self;
        let mut sent: Vec<Move> = Vec::new();
        let mut nodes = 0;
        let report = engine.analyze(position, limits, &task.stop, options, &mut |progress| {
            if progress.line == 1 {
                sent.clear();
                sent.extend(progress.moves);
            }
            nodes = progress.nodes;
            output::send(&info::progress(progress, *castling));
        });
        // The last line has the cost and the result of the whole search.
        if sent != report.principal_variation || sent.is_empty() || nodes < report.nodes {
            output::send(&info::result(&report, *castling));
        }
        if self.with_counters {
            info::counters(&report.counters).for_each(|line| output::info_string(&line));
        }
        let reply = report.best_move.and_then(|best| {
            let known = report.principal_variation.get(1).copied();
            known.or_else(|| remembered_reply(engine, position, best))
        });
        task.wait_for_release();
        task.finish();
        output::send(&info::best_move(report.best_move, reply, *castling));
    }
}

/// The answer to this move that an earlier search found best.
fn remembered_reply(engine: &Engine, position: &Position, m: Move) -> Option<Move> {
    let mut position = position.clone();
    position.play(m);
    engine.remembered_move(&position)
}
