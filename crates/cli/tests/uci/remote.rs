//! Programs of workers: found only by the digest of their file.

use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::bench::{Bench, read};
use crate::nats::{NatsServer, Process};

crate::tests![
    workers_play_programs_by_their_digest,
    a_worker_without_the_program_says_so_and_the_match_waits,
    a_worker_whose_program_plays_otherwise_is_not_let_in,
    a_fault_at_a_worker_comes_back_with_its_evidence,
    a_match_that_no_worker_can_play_is_refused_when_it_starts,
    a_script_is_named_when_the_match_starts_and_played_where_it_is_listed,
];

const MATCH: &str = "games = 12\nsame = true\nlimits = { nodes = 1 }\nconcurrency = 2\npin = false\n\
                     openings = { file = \"book.pgn\", order = \"shuffled\" }\n\
                     adjudication = { max_moves = 30 }\n\
                     [[contender]]\nname = \"one\"\nENGINE cheap\n\
                     [[contender]]\nname = \"other\"\nENGINE cheap\n";

fn arena() -> &'static std::path::Path {
    std::path::Path::new(env!("CARGO_BIN_EXE_arena"))
}

/// The arguments of a worker: a directory with this very binary, which is the engine, and the arguments that it allows.
fn engines(bench: &Bench) -> String {
    let directory = bench.path("engines");
    std::fs::create_dir(&directory).unwrap();
    std::os::unix::fs::symlink(std::env::current_exe().unwrap(), directory.join("e")).unwrap();
    let words = [
        "engine",
        "cheap",
        "moody",
        "exits",
        "solver",
        "solver-hangs",
        "moody-solver",
        bench.token(),
    ];
    let allowed = words.map(|word| format!(" --allow-argument={word}")).concat();
    format!("engines{allowed}")
}

fn worker(bench: &Bench, server: &NatsServer, more: &str) -> Process {
    let line = format!("worker {} --concurrency 2 --name w --quiet{more}", server.url());
    Process::start(arena(), bench.directory.path(), &line)
}

/// The output of another worker up to this text; its programs are in a mood if one is given.
fn said_by_a_worker(
    bench: &Bench,
    server: &NatsServer,
    more: &str,
    mood: Option<&str>,
    until: &str,
) -> String {
    let file = bench.path("said.txt");
    let mut worker = Command::new(arena());
    worker.current_dir(bench.directory.path()).args(["worker", &server.url()]);
    worker.args(more.split(' ')).envs(mood.map(|mood| ("TOY_MOOD", mood)));
    let mut worker = Process(worker.stderr(std::fs::File::create(&file).unwrap()).spawn().unwrap());
    let begun = Instant::now();
    loop {
        let said = std::fs::read_to_string(&file).unwrap();
        if said.contains(until) {
            return said;
        }
        assert!(worker.0.try_wait().unwrap().is_none(), "it has ended: {said}");
        assert!(begun.elapsed() < Duration::from_secs(60), "{said}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn workers_play_programs_by_their_digest() {
    let Some(server) = NatsServer::start() else { return };
    let bench = Bench::new(MATCH);
    let local = bench.path("local");
    assert_eq!(bench.run(&["--quiet", "--out", local.to_str().unwrap()]).code, Some(0));
    let engines = engines(&bench);
    let worker = worker(&bench, &server, &format!(" --engines {engines} --once"));
    let run = bench.run(&["--quiet", "--workers", &server.url()]);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    assert_eq!(worker.code(Duration::from_secs(20)), Some(0));
    let moves = |games: Vec<arena::storage::journal::JournalGame>| -> Vec<Vec<shakmaty::Move>> {
        games
            .iter()
            .map(|game| game.record.moves.iter().map(|record| record.played).collect())
            .collect()
    };
    assert_eq!(moves(bench.games()), moves(read(&local.join("games.pgn"))));
    bench.assert_nothing_is_left();
}

fn a_worker_without_the_program_says_so_and_the_match_waits() {
    let Some(server) = NatsServer::start() else { return };
    let bench = Bench::new(MATCH);
    let line = format!("run x.toml --quiet --workers {}", server.url());
    let _coordinator = Process::start(arena(), bench.directory.path(), &line);
    let allowed = engines(&bench).replacen("engines ", "", 1);
    let more = format!("--name bare {allowed}");
    let said = said_by_a_worker(&bench, &server, &more, None, "does not play x");
    assert!(said.contains("does not play x: one: no program with SHA-256 "), "{said}");
    assert!(said.contains("--engine NAME=PATH"), "{said}");
    assert!(!said.contains("plays x,"), "{said}");
}

fn a_worker_whose_program_plays_otherwise_is_not_let_in() {
    let Some(server) = NatsServer::start() else { return };
    let text = MATCH.replace("ENGINE cheap", "ENGINE moody").replace("games = 12", "games = 4000");
    let bench = Bench::new(&text);
    let engines = engines(&bench);
    let line = format!("run x.toml --quiet --workers {}", server.url());
    let _coordinator = Process::start(arena(), bench.directory.path(), &line);
    let _worker = worker(&bench, &server, &format!(" --engines {engines}"));
    let journal = bench.path("results/x/games.pgn");
    let begun = Instant::now();
    while std::fs::metadata(&journal).map_or(0, |file| file.len()) < 10_000 {
        assert!(begun.elapsed() < Duration::from_secs(60), "no game comes");
        std::thread::sleep(Duration::from_millis(20));
    }
    let more = format!("--engines {engines} --name moody");
    let said = said_by_a_worker(&bench, &server, &more, Some("bad"), "does not play x");
    assert!(said.contains("goes another way here than it was played"), "{said}");
    assert!(!said.contains("plays x,"), "{said}");
}

fn a_fault_at_a_worker_comes_back_with_its_evidence() {
    let Some(server) = NatsServer::start() else { return };
    let text = MATCH.replacen("ENGINE cheap", "ENGINE exits", 1).replace("games = 12", "games = 2");
    let bench = Bench::new(&text);
    let engines = engines(&bench);
    let _worker = worker(&bench, &server, &format!(" --engines {engines}"));
    let run = bench.run(&["--quiet", "--workers", &server.url()]);
    assert_eq!(run.code, Some(22), "{}", run.errors);
    assert!(run.report.contains("W: 0 L: 2 D: 0"), "{}", run.report);
    let account = bench.evidence(1, "fault.txt");
    assert!(account.contains("game 1 of x, one as White"), "{account}");
    assert!(!bench.evidence(1, "transcript.txt").is_empty());
    let script = bench.evidence(1, "reproduce.sh");
    assert!(script.contains("isready") && script.contains(bench.token()), "{script}");
    let faults = std::fs::read_dir(bench.path("results/x/faults")).unwrap();
    for bundle in faults.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        for file in std::fs::read_dir(bundle).unwrap() {
            let mode = file.unwrap().metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o111, 0, "no file of a worker's is executed");
        }
    }
}

fn a_match_that_no_worker_can_play_is_refused_when_it_starts() {
    for (line, problem) in [
        ("dir = \".\"", "one: `dir` is a directory of this machine"),
        ("env = { LD_PRELOAD = \"\" }", "one: no worker sets LD_PRELOAD for a program"),
    ] {
        let text = MATCH.replacen("ENGINE cheap\n", &format!("ENGINE cheap\n{line}\n"), 1);
        let run = Bench::new(&text).run(&["--quiet", "--workers", "nats://127.0.0.1:1"]);
        assert_eq!(run.code, Some(1), "{}", run.errors);
        assert!(run.errors.contains(problem), "{}", run.errors);
    }
}

fn a_script_is_named_when_the_match_starts_and_played_where_it_is_listed() {
    let Some(server) = NatsServer::start() else { return };
    let bench = Bench::new("");
    let engines = engines(&bench);
    let script = bench.path("one.sh");
    let this = std::env::current_exe().unwrap();
    let text = format!("#!/bin/sh\nexec {this:?} engine cheap {}\n", bench.token());
    std::fs::write(&script, text).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let of_a_script = MATCH.replacen("ENGINE cheap", &format!("command = [{script:?}]"), 1);
    let more = format!(" --engines {engines} --engine one={}", script.display());
    let _worker = worker(&bench, &server, &more);
    for (text, out, is_named) in [(of_a_script.as_str(), "a", true), (MATCH, "b", false)] {
        bench.rewrite(text);
        let out = bench.path(out);
        let run =
            bench.run(&["--quiet", "--out", out.to_str().unwrap(), "--workers", &server.url()]);
        assert_eq!(run.code, Some(0), "{}", run.errors);
        let warning = "one is a script, which workers leave out of their directories of engines";
        assert_eq!(run.errors.contains(warning), is_named, "{}", run.errors);
        assert_eq!(run.errors.contains("is a script"), is_named, "{}", run.errors);
    }
}
