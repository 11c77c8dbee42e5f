//! The runner's cost for a move between two programs that cost next to nothing themselves.
//!
//!     cargo bench -p ziggurat-cli --bench uci_runner [-- GAMES]
//!
//! The processor's time is the runner's own, from the system's accounts, the journal's writes
//! included; that of the engines is theirs. The cost of a further info line is the difference
//! between ten and one, divided by nine.

#![allow(clippy::disallowed_methods)]
#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]

#[path = "../tests/uci/engine/cheap.rs"]
mod cheap;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arena::config::{self, Match, Overrides};
use arena::player;
use arena::runner;
use arena::runner::events::{Event, Reporter};
use arena::storage::facts::MatchFacts;
use tokio::sync::mpsc;
use uci_client::Guard;

struct Silent;

impl Reporter for Silent {
    fn report(&mut self, event: &Event<'_>) {
        if let Event::Warning { text } = event {
            println!("{text}");
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "engine") {
        cheap::play(arguments[1].parse().expect("a number of info lines"), false).expect("a pipe");
        return;
    }
    let games = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(300);
    // Another engine may take the place of this one: a program. The number of info lines is its depth
    // then.
    let engine = arguments.iter().position(|argument| argument == "--engine");
    let engine = engine.and_then(|at| arguments.get(at + 1)).map(String::as_str);
    for concurrency in [1, 2] {
        let one = measure("1 info line", games, concurrency, 1, engine);
        let ten = measure("10 info lines", games, concurrency, 10, engine);
        println!(
            "    a further info line: {:.2} us of the runner",
            (ten.runner - one.runner) * 1e6 / 9.0
        );
    }
}

/// Seconds of the processor a ply.
struct Cost {
    runner: f64,
}

fn measure(name: &str, games: u32, tables: u32, lines: u32, engine: Option<&str>) -> Cost {
    let mut rounds: Vec<Round> = (0..3).map(|_| round(games, tables, lines, engine)).collect();
    rounds.sort_by_key(|round| round.runner);
    let Round { plies, wall, runner, engines } = rounds[1];
    let micros = |time: Duration| time.as_secs_f64() * 1e6 / plies;
    println!(
        "{tables} at a time, {name:>13}: {:>6.0} plies/s, {:>6.2} us a ply of the runner, {:>6.2} \
         of the engines ({games} games, {:.0} plies each, {:.2} s)",
        plies / wall.as_secs_f64(),
        micros(runner),
        micros(engines),
        plies / f64::from(games),
        wall.as_secs_f64(),
    );
    Cost { runner: runner.as_secs_f64() / plies }
}

#[derive(Clone, Copy)]
struct Round {
    plies: f64,
    wall: Duration,
    runner: Duration,
    engines: Duration,
}

fn round(games: u32, tables: u32, lines: u32, engine: Option<&str>) -> Round {
    let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
    let file = directory.path().join("bench.toml");
    std::fs::write(directory.path().join("book.pgn"), BOOK).expect("a writable book");
    std::fs::write(&file, match_file(tables, lines, engine)).expect("a writable match file");
    let overrides = Overrides { games: Some(i64::from(games)), ..Overrides::default() };
    let mut settings = config::load(&file, &overrides).expect("a valid match");
    player::uci::identify(&mut settings, &Guard::none()).expect("an engine");
    let (own, others) = (own_time(), children_time());
    let begun = Instant::now();
    play(&Arc::new(settings), directory.path());
    let (wall, own, others) = (begun.elapsed(), own_time() - own, children_time() - others);
    let journal = std::fs::read_to_string(directory.path().join("games.pgn")).expect("a journal");
    let plies = journal.matches("s, n=").count() as f64;
    Round { plies, wall, runner: own, engines: others }
}

fn play(settings: &Arc<Match>, directory: &Path) {
    let signatures = player::signatures(settings);
    let facts = MatchFacts::of(settings, &signatures);
    let resumed = runner::open(&directory.join("games.pgn"), &facts).expect("a new journal");
    let make_player = player::factory(settings, &Guard::none(), &directory.join("stderr"));
    let (_signals, receiver) = mpsc::channel(1);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let mut silent = Silent;
    let run = runner::run(settings, &facts, resumed, make_player, receiver, &mut silent);
    runtime.expect("a runtime").block_on(run).expect("a finished match");
}

/// The processor's time of this process, its threads that have ended included.
fn own_time() -> Duration {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(spent.tv_sec as u64, spent.tv_nsec as u32)
}

/// The processor time of the children it has waited for.
fn children_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let rest = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let ticks: u64 =
        rest.split(' ').skip(13).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64)
}

fn match_file(tables: u32, lines: u32, engine: Option<&str>) -> String {
    let this = std::env::current_exe().expect("this program");
    let command = match engine {
        Some(engine) => format!("[{engine:?}]"),
        None => format!("[{:?}, \"engine\", \"{lines}\"]", this.display().to_string()),
    };
    // Another program replays the whole game for every move unless the history is trimmed.
    let trim = if engine.is_some() { "trim_history = true\n" } else { "" };
    format!(
        "games = 2\nconcurrency = {tables}\nlimits = {{ depth = {lines} }}\n\
         openings = {{ file = \"book.pgn\" }}\n\
         [[contender]]\nname = \"one\"\ncommand = {command}\n{trim}\
         [[contender]]\nname = \"other\"\ncommand = {command}\n{trim}"
    )
}

const BOOK: &str = "1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 2. c4 e6 *\n\n1. e4 c5 2. Nf3 d6 *\n\n\
    1. d4 Nf6 2. c4 g6 *\n\n1. c4 e5 2. Nc3 Nf6 *\n\n1. e4 c6 2. d4 d5 *\n";
