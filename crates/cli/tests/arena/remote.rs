//! A match played by workers: real processes around a real server, compared with a local run.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use rustix::process::{Pid, Signal, kill_process};

use crate::common::Bench;
use crate::nats::installed::skip;
use crate::nats::{NatsServer, Process};
use crate::timeless::timeless;

pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A match that no clock limits.
pub(crate) fn bench(pairs: u32, nodes: u32, more: &str) -> Bench {
    Bench::with(&format!(
        "games = {}\nlimits = {{ nodes = {nodes} }}\nconcurrency = 2\n\
         openings = {{ file = \"builtin:balanced\", order = \"shuffled\" }}\n\
         adjudication = {{ draw = true, resign = true, max_moves = 100 }}\n{more}\n\
         [[contender]]\nname = \"new\"\npreset = \"null-move\"\nhash = 1\n\n\
         [[contender]]\nname = \"old\"\npreset = \"none\"\nhash = 1\n",
        2 * pairs
    ))
}

pub(crate) fn start(bench: &Bench, arguments: &str) -> Process {
    Process::start(Path::new(cargo_bin!("arena")), bench.directory.path(), arguments)
}

pub(crate) fn worker(bench: &Bench, server: &NatsServer, name: &str) -> Process {
    start(bench, &format!("worker {} --concurrency 2 --name {name} --quiet", server.url()))
}

/// The output of a command that ends in time.
pub(crate) fn run(bench: &Bench, arguments: &str) -> Output {
    let files = ["out", "errors"].map(|name| tempfile::Builder::new().prefix(name).tempfile());
    let [out, errors] = files.map(Result::unwrap);
    let mut command = Command::new(cargo_bin!("arena"));
    let command = command.current_dir(bench.directory.path()).args(arguments.split(' '));
    command.stdout(out.reopen().unwrap()).stderr(errors.reopen().unwrap());
    let mut process = Process(command.spawn().unwrap());
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = process.0.try_wait().unwrap() {
            break status;
        }
        assert!(begun.elapsed() < PATIENCE, "{arguments} goes on");
        std::thread::sleep(Duration::from_millis(10));
    };
    let [stdout, stderr] = [out, errors].map(|file| fs::read(file.path()).unwrap());
    Output { status, stdout, stderr }
}

pub(crate) fn succeed(bench: &Bench, arguments: &str) -> Output {
    let output = run(bench, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments}: {errors}");
    output
}

pub(crate) fn games(bench: &Bench, directory: &str) -> usize {
    let journal = bench.path(directory).join("games.pgn");
    let text = fs::read_to_string(journal).unwrap_or_default();
    text.lines().filter(|line| line.starts_with("[Checksum ")).count()
}

/// Waits until the journal has this many games.
pub(crate) fn wait_for(bench: &Bench, directory: &str, count: usize) {
    let begun = Instant::now();
    while games(bench, directory) < count {
        assert!(begun.elapsed() < PATIENCE, "{} games of {count}", games(bench, directory));
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn one_three_and_eight_workers_play_the_games_of_a_local_run() {
    let Some(server) = NatsServer::start() else { return };
    let bench = bench(40, 300, "");
    succeed(&bench, "run x.toml --quiet --out local");
    let local = timeless(bench.report("local"));
    let mut there = Vec::new();
    for count in [1, 3, 8] {
        while there.len() < count {
            there.push(worker(&bench, &server, &format!("w{}", there.len())));
        }
        let out = format!("by-{count}");
        succeed(&bench, &format!("run x.toml --quiet --out {out} --workers {}", server.url()));
        let remote = timeless(bench.report(&out));
        assert_eq!(remote["games_digest"], local["games_digest"], "{count} workers");
        assert_eq!(remote, local, "{count} workers");
        let by_worker = bench.report(&out)["by_worker"].take();
        let names = by_worker["workers"].as_array().unwrap();
        // The first workers play; a slow one may come too late.
        assert!((1..=count).contains(&names.len()), "{by_worker}");
    }
}

#[test]
#[ignore = "night: a storm of kills"]
fn kills_of_worker_server_and_coordinator_lose_and_double_nothing() {
    let Some(mut server) = NatsServer::start() else { return };
    let bench = bench(30, 2000, "");
    succeed(&bench, "run x.toml --quiet --out local");
    let mut first = worker(&bench, &server, "first");
    let line = format!("run x.toml --quiet --out far --lease 2 --workers {}", server.url());
    let coordinator = start(&bench, &line);
    wait_for(&bench, "far", 6);
    first.kill();
    first = worker(&bench, &server, "second");
    wait_for(&bench, "far", 16);
    server.kill();
    server.start_again();
    wait_for(&bench, "far", 30);
    coordinator.kill();
    succeed(&bench, &line);
    drop(first);
    assert_eq!(timeless(bench.report("far")), timeless(bench.report("local")));
}

#[test]
fn a_match_goes_on_wherever_it_is_played() {
    let Some(server) = NatsServer::start() else { return };
    let bench = bench(30, 1000, "");
    succeed(&bench, "run x.toml --quiet --out local");
    // The third third by itself, then some games locally, some by a worker, the rest by merging.
    for shard in ["2/3", "3/3"] {
        succeed(&bench, &format!("run x.toml --quiet --shard {shard}"));
    }
    let here = start(&bench, "run x.toml --quiet --out far");
    wait_for(&bench, "far", 6);
    here.kill();
    let played = games(&bench, "far");
    let _worker = worker(&bench, &server, "w");
    let there = start(&bench, &format!("run x.toml --quiet --out far --workers {}", server.url()));
    wait_for(&bench, "far", played + 6);
    there.kill();
    succeed(&bench, "run x.toml --merge results/x-2-of-3 results/x-3-of-3 --out far --quiet");
    succeed(&bench, &format!("run x.toml --quiet --out far --workers {}", server.url()));
    assert_eq!(timeless(bench.report("far")), timeless(bench.report("local")));
}

#[test]
fn a_sequential_test_stops_the_workers_by_the_prefix_that_decides_locally() {
    let Some(server) = NatsServer::start() else { return };
    let bench = bench(400, 300, "stop = { sprt = [0, 80] }");
    succeed(&bench, "run x.toml --quiet --out local");
    let _workers = [worker(&bench, &server, "a"), worker(&bench, &server, "b")];
    succeed(&bench, &format!("run x.toml --quiet --out far --workers {}", server.url()));
    let [local, far] = ["local", "far"].map(|directory| bench.report(directory));
    assert!(local["games"].as_u64().unwrap_or(0) < 800, "it does not stop: {}", local["games"]);
    // The number of games in progress at the decision depends on the number of threads.
    for key in ["rule", "outcome", "pairs", "sprt"] {
        assert_eq!(local["stop"][key], far["stop"][key], "{key}");
    }
}

#[test]
fn an_interrupted_coordinator_keeps_whole_pairs_and_can_go_on() {
    let Some(server) = NatsServer::start() else { return };
    let bench = bench(40, 2000, "");
    let _worker = worker(&bench, &server, "w");
    let line = format!("run x.toml --quiet --out far --workers {}", server.url());
    let coordinator = start(&bench, &line);
    wait_for(&bench, "far", 8);
    let _ = kill_process(Pid::from_child(&coordinator.0), Signal::INT);
    assert_eq!(coordinator.code(PATIENCE), Some(130));
    let kept = games(&bench, "far");
    assert!(kept.is_multiple_of(2) && (8..80).contains(&kept), "{kept} games");
    succeed(&bench, &line);
    assert_eq!(games(&bench, "far"), 80);
}

#[test]
fn a_worker_that_is_stopped_gives_its_tickets_back() {
    let Some(server) = NatsServer::start() else { return };
    let bench = bench(40, 2000, "");
    // No lease is over before this test is.
    let line = format!("run x.toml --quiet --out far --lease 3000 --workers {}", server.url());
    let coordinator = start(&bench, &line);
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let before = games(&bench, "far");
        let worker = worker(&bench, &server, "w");
        wait_for(&bench, "far", before + 6);
        let _ = kill_process(Pid::from_child(&worker.0), signal);
        assert_eq!(worker.code(Duration::from_secs(20)), Some(code));
    }
    let _worker = worker(&bench, &server, "last");
    assert_eq!(coordinator.code(PATIENCE), Some(0));
    assert_eq!(games(&bench, "far"), 80);
}

#[test]
#[ignore = "night: waits for leases under load"]
fn a_worker_that_sleeps_with_its_pairs_holds_nothing_up() {
    let Some(server) = NatsServer::start() else { return };
    let bench = bench(60, 1000, "");
    succeed(&bench, "run x.toml --quiet --out local");
    let [slow, _fast] = ["slow", "fast"].map(|name| worker(&bench, &server, name));
    // No lease is over before this test is.
    let line = format!("run x.toml --quiet --out far --lease 3000 --workers {}", server.url());
    let coordinator = start(&bench, &line);
    wait_for(&bench, "far", 40);
    let _ = kill_process(Pid::from_child(&slow.0), Signal::STOP);
    assert_eq!(coordinator.code(PATIENCE), Some(0));
    assert_eq!(timeless(bench.report("far")), timeless(bench.report("local")));
}

#[test]
fn a_ticket_that_ends_its_workers_ends_the_match_with_its_name() {
    let Some(server) = NatsServer::start() else { return };
    let bench = bench(1, 100_000_000, "");
    let line = format!("run x.toml --out far --lease 1 --log log --workers {}", server.url());
    let said = tempfile::NamedTempFile::new().unwrap();
    let mut command = Command::new(cargo_bin!("arena"));
    let command = command.current_dir(bench.directory.path()).args(line.split(' '));
    let command = command.env("ARENA_LOG", "debug");
    let command = command.stdout(Stdio::null()).stderr(said.reopen().unwrap());
    let mut coordinator = Process(command.spawn().unwrap());
    let log = || fs::read_to_string(bench.path("log")).unwrap_or_default();
    let is_over = |coordinator: &mut Process| coordinator.0.try_wait().unwrap().is_some();
    for number in 0..8 {
        let worker = worker(&bench, &server, &format!("w{number}"));
        let is_dealt = format!("a ticket is dealt worker=\"w{number}\"");
        let begun = Instant::now();
        while !is_over(&mut coordinator) && !log().contains(&is_dealt) {
            assert!(begun.elapsed() < PATIENCE, "worker {number} is dealt nothing");
            std::thread::sleep(Duration::from_millis(20));
        }
        worker.kill();
    }
    let begun = Instant::now();
    while !is_over(&mut coordinator) {
        assert!(begun.elapsed() < PATIENCE, "it was dealt often enough");
        std::thread::sleep(Duration::from_millis(50));
    }
    let said = fs::read_to_string(said.path()).unwrap();
    assert!(said.contains("pair 1 was dealt too often without a result"), "{said}");
}

#[test]
fn clocks_that_are_set_by_days_change_nothing() {
    let libraries = ["x86_64-linux-gnu", "aarch64-linux-gnu"];
    let libraries =
        libraries.map(|directory| format!("/usr/lib/{directory}/faketime/libfaketime.so.1"));
    let Some(library) = libraries.iter().find(|library| Path::new(library).exists()) else {
        skip("libfaketime is not installed");
        return;
    };
    let Some(server) = NatsServer::start() else { return };
    let bench = bench(20, 300, "");
    succeed(&bench, "run x.toml --quiet --out local");
    let days_off = |days: &str, line: &str| {
        let mut command = Command::new(cargo_bin!("arena"));
        command.current_dir(bench.directory.path()).args(line.split(' '));
        command.env("LD_PRELOAD", library).env("FAKETIME", days);
        Process(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    };
    let of_worker = |name: &str| format!("worker {} --concurrency 1 --name {name}", server.url());
    let _workers = [days_off("-9d", &of_worker("behind")), days_off("+4d", &of_worker("ahead"))];
    let line = format!("run x.toml --quiet --out far --workers {}", server.url());
    assert_eq!(days_off("+700d", &line).code(PATIENCE), Some(0));
    assert_eq!(timeless(bench.report("far")), timeless(bench.report("local")));
}

#[test]
fn what_is_wrong_with_a_server_is_said_with_what_to_do() {
    let bench = bench(1, 1, "");
    let fails = |arguments: &str| {
        let output = run(&bench, arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments}");
        String::from_utf8(output.stderr).unwrap()
    };
    let nobody = fails("worker nats://127.0.0.1:1");
    assert!(nobody.contains("is nats-server -js running there?"), "{nobody}");
    let web = fails("worker http://host");
    assert!(web.contains("it is written nats://HOST:4222"), "{web}");
    let Some(server) = NatsServer::with(&["--user", "me", "--pass", "right"]) else { return };
    let wrong = fails(&format!("worker nats://me:wrong@127.0.0.1:{}", server.port));
    assert!(wrong.contains("does not let in user me"), "{wrong}");
    assert!(wrong.contains("ARENA_NATS=USER:PASSWORD") && !wrong.contains("wrong@"), "{wrong}");
}

#[test]
fn workers_are_listed_with_what_they_play_and_what_they_do_not() {
    let Some(server) = NatsServer::start() else { return };
    let bench = bench(400, 20_000, "");
    let _worker = worker(&bench, &server, "nobody-else");
    let _coordinator =
        start(&bench, &format!("run x.toml --quiet --out far --workers {}", server.url()));
    wait_for(&bench, "far", 2);
    let list = succeed(&bench, &format!("worker --list {}", server.url()));
    let list = String::from_utf8(list.stdout).unwrap();
    assert!(list.contains("x: priority 0, from "), "{list}");
    assert!(list.contains("nobody-else: plays x, 2 of 2 at a time"), "{list}");
}

/// The output of `arena queue list`.
fn listed(bench: &Bench) -> String {
    String::from_utf8(succeed(bench, "queue list q").stdout).unwrap()
}

fn wait_until(bench: &Bench, what: impl Fn(&str) -> bool) -> String {
    let begun = Instant::now();
    loop {
        let list = listed(bench);
        if what(&list) {
            return list;
        }
        assert!(begun.elapsed() < PATIENCE, "{list}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
#[ignore = "night: two matches of a thousand moves"]
fn a_queue_plays_the_urgent_match_first_and_all_of_them_whole() {
    let Some(server) = NatsServer::start() else { return };
    let bench = bench(60, 3000, "");
    let urgent = fs::read_to_string(bench.file()).unwrap();
    let urgent =
        urgent.replace("games = 120", "games = 12").replace("nodes = 3000", "nodes = 2000");
    fs::write(bench.path("urgent.toml"), urgent).unwrap();
    for (file, out) in [("x.toml", "local"), ("urgent.toml", "local-urgent")] {
        succeed(&bench, &format!("run {file} --quiet --out {out}"));
    }
    let _worker = worker(&bench, &server, "w");
    let line = format!("queue serve q --workers {}", server.url());
    let serving = start(&bench, &line);
    succeed(&bench, "queue add q x.toml");
    wait_for(&bench, "q/1/results", 6);
    succeed(&bench, "queue add q urgent.toml --priority 5");
    let list = wait_until(&bench, |list| list.contains("urgent, priority 5, finished"));
    assert!(list.contains("1: x, priority 0, running"), "the other went on: {list}");
    // Stopped, and resumed after the queue's server was killed.
    succeed(&bench, "queue stop q 1");
    wait_until(&bench, |list| list.contains("x, priority 0, stopped"));
    serving.kill();
    succeed(&bench, "queue resume q 1");
    let serving = start(&bench, &line);
    wait_until(&bench, |list| list.contains("x, priority 0, finished"));
    let _ = kill_process(Pid::from_child(&serving.0), Signal::INT);
    assert_eq!(serving.code(Duration::from_secs(20)), Some(130));
    let digest = |directory: &str| bench.report(directory)["games_digest"].take();
    assert_eq!(digest("q/1/results"), digest("local"));
    assert_eq!(digest("q/2/results"), digest("local-urgent"));
}

#[test]
fn a_match_of_a_queue_that_cannot_be_played_says_why() {
    let Some(server) = NatsServer::start() else { return };
    let bench = bench(1, 1, "");
    succeed(&bench, "queue add q x.toml");
    fs::write(bench.path("q/1/x.toml"), "games = 3").unwrap();
    let _serving = start(&bench, &format!("queue serve q --workers {}", server.url()));
    let list = wait_until(&bench, |list| list.contains("failed: "));
    assert!(list.contains("x.toml"), "{list}");
    let twice = run(&bench, &format!("queue serve q --workers {}", server.url()));
    let errors = String::from_utf8(twice.stderr).unwrap();
    assert!(errors.contains("another process serves this queue"), "{errors}");
}

#[test]
fn a_tuning_by_workers_comes_to_the_values_of_a_local_one() {
    let Some(server) = NatsServer::start() else { return };
    let bench = bench(1, 1, "");
    let text = "preset = \"null-move\"\nhash = 1\niterations = 6\npairs = 4\nconcurrency = 2\n\
                limits = { nodes = 300 }\nadjudication = { max_moves = 60 }\n\
                openings = { file = \"builtin:balanced\", order = \"shuffled\" }\n\
                [[parameter]]\nname = \"null_move.reduction\"\nrange = [1, 5]\n";
    fs::write(bench.path("t.toml"), text).unwrap();
    succeed(&bench, "tune t.toml --quiet --out local");
    let _workers = [worker(&bench, &server, "a"), worker(&bench, &server, "b")];
    let line = format!("tune t.toml --quiet --out far --workers {}", server.url());
    let tuning = start(&bench, &line);
    let lines = || fs::read_to_string(bench.path("far/iterations.jsonl")).unwrap_or_default();
    let begun = Instant::now();
    while lines().lines().count() < 3 && begun.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(10));
    }
    tuning.kill();
    succeed(&bench, &line);
    for file in ["iterations.jsonl", "values.toml"] {
        let [local, far] =
            ["local", "far"].map(|directory| fs::read(bench.path(directory).join(file)).unwrap());
        assert_eq!(String::from_utf8(far), String::from_utf8(local), "{file}");
    }
}

#[test]
#[ignore = "night: two matches and three workers"]
fn workers_spread_over_matches_of_the_same_priority() {
    let Some(server) = NatsServer::start() else { return };
    let bench = bench(400, 4000, "");
    let text = fs::read_to_string(bench.path("x.toml")).unwrap();
    fs::write(bench.path("y.toml"), text.replace("nodes = 4000", "nodes = 4001")).unwrap();
    let _workers = ["a", "b", "c"].map(|name| worker(&bench, &server, name));
    let played =
        |name: &str| fs::metadata(bench.path(name).join("games.pgn")).map_or(0, |file| file.len());
    let _first =
        start(&bench, &format!("run x.toml --quiet --out first --workers {}", server.url()));
    let begun = Instant::now();
    while played("first") == 0 && begun.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(10));
    }
    let _second =
        start(&bench, &format!("run y.toml --quiet --out second --workers {}", server.url()));
    while played("second") == 0 {
        assert!(begun.elapsed() < PATIENCE, "nobody plays the second match");
        std::thread::sleep(Duration::from_millis(10));
    }
    // The first is under way still.
    assert!(!bench.path("first/report.json").exists());
}

#[test]
fn of_coordinators_that_are_started_together_exactly_one_plays() {
    let Some(server) = NatsServer::start() else { return };
    let bench = bench(6, 300, "");
    let _worker = worker(&bench, &server, "w");
    for round in 0..6 {
        let text = fs::read_to_string(bench.file()).unwrap();
        let file = format!("r{round}.toml");
        fs::write(bench.path(&file), format!("seed = {}\n{text}", round + 2)).unwrap();
        let outputs: Vec<Output> = std::thread::scope(|scope| {
            let run = |out: &str| {
                let url = server.url();
                let line = format!("run {file} --quiet --out {out}-{round} --workers {url}");
                let bench = &bench;
                scope.spawn(move || run(bench, &line))
            };
            let both = ["one", "two", "three"].map(run);
            both.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let codes = || outputs.iter().map(|output| output.status.code());
        assert_eq!(codes().filter(|code| *code == Some(0)).count(), 1, "round {round}");
        for output in outputs.iter().filter(|output| !output.status.success()) {
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{errors}");
            assert!(errors.contains("is having this match played already"), "{errors}");
            assert!(errors.contains(&format!("-{round}/games.pgn")), "{errors}");
        }
    }
}

#[test]
fn a_worker_answers_a_signal_at_once_whatever_it_waits_for() {
    let bench = bench(400, 20_000, "");
    let ends = |worker: Process, what: &str| {
        let begun = Instant::now();
        let _ = kill_process(Pid::from_child(&worker.0), Signal::TERM);
        assert_eq!(worker.code(PATIENCE), Some(143), "{what}");
        assert!(begun.elapsed() < Duration::from_millis(1500), "{what}: {:?}", begun.elapsed());
    };
    let soon = || std::thread::sleep(Duration::from_millis(700));
    // A server that takes connections and says nothing.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = silent.local_addr().unwrap().port();
    let waits = start(&bench, &format!("worker nats://127.0.0.1:{port} --quiet"));
    soon();
    ends(waits, "a server that does not answer");
    // One that stops in the middle of a match.
    let Some(server) = NatsServer::start() else { return };
    let _coordinator =
        start(&bench, &format!("run x.toml --quiet --out far --workers {}", server.url()));
    let plays = worker(&bench, &server, "plays");
    wait_for(&bench, "far", 2);
    let _ = kill_process(Pid::from_child(&server.child), Signal::STOP);
    soon();
    ends(plays, "a server that hangs in the middle of a match");
    let _ = kill_process(Pid::from_child(&server.child), Signal::CONT);
    // A program that does not answer while the worker finds out how fast it is.
    let engine = bench.path("slow.sh");
    let text = "#!/bin/sh\nwhile read -r line; do case \"$line\" in uci) echo id name slow; echo uciok;; \
                isready) echo readyok;; go*) touch \"$0.asked\"; sleep 60;; esac; done\n";
    fs::write(&engine, text).unwrap();
    fs::set_permissions(&engine, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let text = fs::read_to_string(bench.file()).unwrap();
    let text = text.replace("nodes = 20000", "time_control = \"10+0.1\"");
    let text = text.replacen("preset = \"null-move\"\nhash = 1", "command = \"slow.sh\"", 1);
    fs::write(bench.path("timed.toml"), text).unwrap();
    let line = format!("run timed.toml --quiet --priority 9 --workers {}", server.url());
    let _timed = start(&bench, &line);
    let line = format!("worker {} --quiet --engine slow=slow.sh --concurrency 1", server.url());
    let measures = start(&bench, &line);
    let begun = Instant::now();
    while !bench.path("slow.sh.asked").exists() {
        assert!(begun.elapsed() < PATIENCE, "it is not measured");
        std::thread::sleep(Duration::from_millis(20));
    }
    ends(measures, "a program that does not answer");
}
