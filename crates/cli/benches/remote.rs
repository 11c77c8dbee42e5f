//! The cost of many workers: a real server and a real coordinator, and workers in this process
//! without a search. Their players wait a fixed time and play the moves of a recorded game, so that
//! all results are games of the match.
//!
//!     cargo bench -p ziggurat-cli --bench remote [-- scale | slow]
//!
//! `scale`: 1, 10 and 100 workers, each with four games at a time. `slow`: the time to the decision
//! of a sequential test with ten workers, one of them fifty times slower. Another coordinator is
//! measured with `ARENA=PROGRAM`.

#![allow(clippy::disallowed_methods)]
#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
#![expect(clippy::unwrap_used, reason = "a benchmark may panic and say why")]

#[path = "remote/crowd.rs"]
mod crowd;
#[path = "../tests/arena/nats.rs"]
#[expect(dead_code, reason = "kills are for tests")]
mod nats;
#[path = "remote/recorded.rs"]
mod recorded;
#[path = "remote/usage.rs"]
mod usage;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crowd::Crowd;
use nats::{NatsServer, Process};
use recorded::Recorded;
use usage::Usage;

/// Games at a time of a worker.
const GAMES: usize = 4;
/// The time measured: a hundred workers play the whole match in twelve seconds.
const WINDOW: Duration = Duration::from_secs(5);
const PATIENCE: Duration = Duration::from_secs(900);

fn main() {
    let wanted = std::env::args().nth(1).filter(|argument| !argument.starts_with('-'));
    let wants = |what: &str| wanted.as_deref().is_none_or(|argument| argument == what);
    if wants("scale") {
        scale();
    }
    if wants("slow") {
        slow();
    }
}

/// The program that is measured.
fn arena() -> PathBuf {
    std::env::var_os("ARENA").map_or_else(|| env!("CARGO_BIN_EXE_arena").into(), PathBuf::from)
}

fn match_file(pairs: u32, nodes: u32, more: &str) -> String {
    format!(
        "games = {}\nlimits = {{ nodes = {nodes} }}\nconcurrency = 2\n\
         openings = {{ file = \"builtin:balanced\", order = \"shuffled\" }}\n{more}\n\
         [[contender]]\nname = \"one\"\npreset = \"null-move\"\nhash = 1\n\n\
         [[contender]]\nname = \"other\"\npreset = \"none\"\nhash = 1\n",
        2 * pairs
    )
}

/// A directory with a match that was played in it locally.
fn recorded(text: &str) -> (tempfile::TempDir, Arc<Recorded>) {
    let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    fs::write(directory.path().join("x.toml"), text).unwrap();
    let mut run = Command::new(arena());
    run.current_dir(directory.path()).args(["run", "x.toml", "--quiet", "--out", "local"]);
    assert!(run.output().unwrap().status.success());
    let games = Recorded::read(&directory.path().join("local/games.pgn"));
    (directory, Arc::new(games))
}

fn report(directory: &Path, out: &str) -> serde_json::Value {
    let text = fs::read_to_string(directory.join(out).join("report.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn coordinator(directory: &Path, server: &NatsServer, out: &str, more: &str) -> Process {
    let line = format!("run x.toml --quiet --out {out} --workers {}{more}", server.url());
    Process::start(&arena(), directory, &line)
}

fn scale() {
    let pause = Duration::from_millis(20);
    let (directory, games) = recorded(&match_file(1500, 60, ""));
    let local = report(directory.path(), "local");
    println!(
        "{GAMES} games at a time a worker, {} ms a move, {:.0} plies a game, {WINDOW:?} each",
        pause.as_millis(),
        games.plies_of_a_game()
    );
    for workers in [1, 10, 100] {
        let Some(server) = NatsServer::start() else { return };
        let crowd = Crowd::start(&server.url(), &games, &vec![pause; workers], GAMES);
        // They are at the door before there is a match.
        std::thread::sleep(Duration::from_secs(2));
        let begun = Instant::now();
        let out = format!("by-{workers}");
        let coordinator = coordinator(directory.path(), &server, &out, "");
        let process = coordinator.0.id();
        wait("a move", || crowd.moves() > 0);
        let first = begun.elapsed();
        wait("all games", || crowd.players() == 2 * workers * GAMES);
        let look = || (Instant::now(), crowd.moves() as f64, crowd.seconds());
        let used = || (Usage::of(process), Usage::of(server.child.id()));
        let (before, used_before) = (look(), used());
        std::thread::sleep(WINDOW);
        let (after, used_after) = (look(), used());
        let seconds = (after.0 - before.0).as_secs_f64();
        let threads = (workers * GAMES) as f64;
        let pairs = (after.1 - before.1) / games.plies_of_a_game() / 2.0;
        let deals = used_after.0.seconds - used_before.0.seconds;
        let serves = used_after.1.seconds - used_before.1.seconds;
        println!(
            "{workers:>4} workers: threads at a move {:.2} % of the time, {:.2} moves/s each ({:.1} pairs/s); \
             first move {:.0} ms after the start; coordinator {:.1} % of a core, {:.2} ms a pair, {} MiB; \
             server {:.1} %, {} MiB",
            100.0 * (after.2 - before.2) / seconds / threads,
            (after.1 - before.1) / seconds / threads,
            pairs / seconds,
            first.as_secs_f64() * 1e3,
            100.0 * deals / seconds,
            1e3 * deals / pairs,
            used_after.0.peak_mebibytes,
            100.0 * serves / seconds,
            used_after.1.peak_mebibytes,
        );
        if workers == 100 {
            assert_eq!(coordinator.code(PATIENCE), Some(0));
            assert_eq!(report(directory.path(), &out)["games_digest"], local["games_digest"]);
            println!("     the match is over; its games digest is that of the local run");
        }
    }
}

fn slow() {
    let (fast, slow) = (Duration::from_millis(5), Duration::from_millis(250));
    let text = match_file(2000, 60, "stop = { sprt = [0, 8] }");
    let (directory, games) = recorded(&text);
    let local = report(directory.path(), "local");
    println!(
        "ten workers, {GAMES} games at a time, 5 ms a move, {:.0} plies a game; the local run ends {}",
        games.plies_of_a_game(),
        local["stop"]["outcome"],
    );
    for (name, slowest) in [("all alike", fast), ("one fifty times slower", slow)] {
        let Some(server) = NatsServer::start() else { return };
        let mut pauses = vec![fast; 9];
        pauses.push(slowest);
        let crowd = Crowd::start(&server.url(), &games, &pauses, GAMES);
        std::thread::sleep(Duration::from_secs(2));
        let begun = Instant::now();
        let out = name.replace(' ', "-");
        let coordinator = coordinator(directory.path(), &server, &out, " --grace 0");
        assert_eq!(coordinator.code(PATIENCE), Some(0));
        let far = report(directory.path(), &out);
        assert_eq!(far["stop"]["pairs"], local["stop"]["pairs"]);
        assert_eq!(far["stop"]["sprt"], local["stop"]["sprt"]);
        println!(
            "{name}: {:.1} s to the end, two of them after the decision on {} pairs; {} games played; \
             {} moves by all",
            begun.elapsed().as_secs_f64(),
            far["stop"]["pairs"],
            far["games"]["played"],
            crowd.moves(),
        );
    }
}

fn wait(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what} is waited for in vain");
        std::thread::sleep(Duration::from_millis(1));
    }
}
