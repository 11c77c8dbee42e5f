//! The runner's cost: in-process games at one node a move, on one core, with the journal on disk as
//! in any match.
//!
//!     cargo bench -p ziggurat-arena --bench runner [-- GAMES]
//!
//! The engine's share is measured around the player; the rest, the journal's writes included, is
//! the runner's.

#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use arena::config::{self, EngineSettings, Overrides};
use arena::player::{InProcess, MakePlayer, MoveRequest, Player, PlayerFailure, SearchResult};
use arena::runner;
use arena::runner::events::{Event, Reporter};
use arena::storage::facts::MatchFacts;
use tokio::sync::mpsc;

const ROUNDS: usize = 5;

/// Nanoseconds spent in players, and moves they chose, since the last look.
static THINKING: AtomicU64 = AtomicU64::new(0);
static PLIES: AtomicU64 = AtomicU64::new(0);

/// A player whose search time is measured.
struct Timed(InProcess);

impl Player for Timed {
    fn new_game(&mut self, seed: u64) -> Result<(), PlayerFailure> {
        self.0.new_game(seed)
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<SearchResult, PlayerFailure> {
        let begun = Instant::now();
        let result = self.0.think(request);
        THINKING.fetch_add(begun.elapsed().as_nanos() as u64, Ordering::Relaxed);
        PLIES.fetch_add(1, Ordering::Relaxed);
        result
    }
}

struct Silent;

impl Reporter for Silent {
    fn report(&mut self, _: &Event<'_>) {}
}

fn main() {
    let games = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    let games: u32 = games.unwrap_or(2000);
    let pinned = pin_to_one_core();
    println!(
        "{games} games at nodes = 1, one table, {}",
        if pinned { "one core" } else { "any core" }
    );
    let mut rounds: Vec<Round> = (0..ROUNDS).map(|_| round(games)).collect();
    rounds.iter().for_each(Round::print);
    rounds.sort_by(|a, b| a.plies_per_second().total_cmp(&b.plies_per_second()));
    println!("median, and best (the least disturbed by other processes):");
    rounds[ROUNDS / 2].print();
    rounds[ROUNDS - 1].print();
}

/// One match, measured.
struct Round {
    plies: f64,
    wall: Duration,
    thinking: Duration,
}

impl Round {
    fn plies_per_second(&self) -> f64 {
        self.plies / self.wall.as_secs_f64()
    }

    fn print(&self) {
        let micros = |time: Duration| time.as_secs_f64() * 1e6 / self.plies;
        println!(
            "{:>8.0} plies/s: engine {:.2} us a ply, runner {:.2} us a ply",
            self.plies_per_second(),
            micros(self.thinking),
            micros(self.wall.saturating_sub(self.thinking)),
        );
    }
}

fn round(games: u32) -> Round {
    let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
    let file = directory.path().join("bench.toml");
    std::fs::write(directory.path().join("book.pgn"), BOOK).expect("a writable book");
    std::fs::write(&file, MATCH).expect("a writable match file");
    let overrides = Overrides { games: Some(i64::from(games)), ..Overrides::default() };
    let settings = Arc::new(config::load(&file, &overrides).expect("a valid match"));
    THINKING.store(0, Ordering::Relaxed);
    PLIES.store(0, Ordering::Relaxed);
    let begun = Instant::now();
    play(&settings, directory.path());
    Round {
        wall: begun.elapsed(),
        plies: PLIES.load(Ordering::Relaxed) as f64,
        thinking: Duration::from_nanos(THINKING.load(Ordering::Relaxed)),
    }
}

fn play(settings: &Arc<config::Match>, directory: &Path) {
    let facts = MatchFacts::of(settings, &[0, 0]);
    let resumed = runner::open(&directory.join("games.pgn"), &facts).expect("a new journal");
    let make_player: MakePlayer = Arc::new(|contender, stop| {
        let EngineSettings::InProcess(search) = &contender.engine else {
            unreachable!("the match has presets only")
        };
        Box::new(Timed(InProcess::new(search, stop)))
    });
    let (_signals, receiver) = mpsc::channel(1);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let mut silent = Silent;
    let run = runner::run(settings, &facts, resumed, make_player, receiver, &mut silent);
    runtime.expect("a runtime").block_on(run).expect("a finished match");
}

#[cfg(target_os = "linux")]
fn pin_to_one_core() -> bool {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    let Ok(allowed) = sched_getaffinity(None) else { return false };
    let mut one = CpuSet::new();
    (0..CpuSet::MAX_CPU)
        .rev()
        .find(|&core| allowed.is_set(core))
        .into_iter()
        .for_each(|core| one.set(core));
    sched_setaffinity(None, &one).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn pin_to_one_core() -> bool {
    false
}

const BOOK: &str = "1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 2. c4 e6 *\n\n1. e4 c5 2. Nf3 d6 *\n\n\
    1. d4 Nf6 2. c4 g6 *\n\n1. c4 e5 2. Nc3 Nf6 *\n\n1. e4 c6 2. d4 d5 *\n";

const MATCH: &str = r#"
games = 2
concurrency = 1
limits = { nodes = 1 }
openings = { file = "book.pgn" }

[[contender]]
name = "one"
preset = "none"
hash = 1

[[contender]]
name = "other"
preset = "null-move"
hash = 1
"#;
