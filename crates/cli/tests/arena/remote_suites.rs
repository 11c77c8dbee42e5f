//! Suites, sweeps and experiments by workers: real processes around a real server, compared with a
//! local run.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::Bench;
use crate::nats::NatsServer;
use crate::remote::{PATIENCE, run, start, succeed, worker};

/// A directory with the first positions of the project's own suite.
fn bench(positions: usize) -> Bench {
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/../../arena/suites/self-play.epd");
    let suite = fs::read_to_string(suite).unwrap();
    let lines: Vec<&str> = suite.lines().filter(|line| !line.starts_with('#')).collect();
    let bench = Bench::with("");
    fs::write(bench.path("own.epd"), lines[..positions].join("\n")).unwrap();
    bench
}

/// A value without the fields that depend on time.
fn timeless(mut value: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(entries) => {
                let of_time =
                    |key: &str| ["second", "checksum"].iter().any(|word| key.contains(word));
                entries.retain(|key, _| !of_time(key));
                entries.values_mut().for_each(strip);
            }
            Value::Array(entries) => entries.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut value);
    value
}

/// The lines of a journal without times, in an order that is always the same; its first line stays first.
fn searches(bench: &Bench, journal: &str) -> Vec<String> {
    let text = fs::read_to_string(bench.path(journal)).unwrap();
    let line = |line: &str| timeless(serde_json::from_str(line).unwrap()).to_string();
    let mut lines: Vec<String> = text.lines().map(line).collect();
    lines[1..].sort();
    lines
}

fn json(bench: &Bench, file: &str) -> Value {
    timeless(serde_json::from_str(&fs::read_to_string(bench.path(file)).unwrap()).unwrap())
}

fn done(bench: &Bench, directory: &str) -> usize {
    let journal = bench.path(directory).join("searches.jsonl");
    fs::read_to_string(journal).unwrap_or_default().lines().count().saturating_sub(1)
}

fn wait_for(bench: &Bench, directory: &str, count: usize) {
    let begun = Instant::now();
    while done(bench, directory) < count {
        assert!(begun.elapsed() < PATIENCE, "{} searches of {count}", done(bench, directory));
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn one_and_three_workers_find_what_a_local_run_finds() {
    let Some(server) = NatsServer::start() else { return };
    let bench = bench(12);
    let suite = "suite own.epd --depths 2..5 --config none,null-move,modern --hash 1 --quiet";
    let sweep = "sweep own.epd --nodes 2000 --config null-move --vary multi_cut.moves=4..12/4 \
                 --vary multi_cut.cutoffs=2,3 --hash 1 --quiet";
    succeed(&bench, &format!("{suite} --out suite"));
    succeed(&bench, &format!("{sweep} --out sweep"));
    let mut there = Vec::new();
    for count in [1, 3] {
        while there.len() < count {
            there.push(worker(&bench, &server, &format!("w{}", there.len())));
        }
        for (line, name, report) in
            [(suite, "suite", "depths.json"), (sweep, "sweep", "sweep.json")]
        {
            let far = format!("{name}-{count}");
            succeed(&bench, &format!("{line} --out {far} --workers {}", server.url()));
            let journal =
                |directory: &str| searches(&bench, &format!("{directory}/searches.jsonl"));
            assert_eq!(journal(&far), journal(name), "{count} workers");
            let report = |directory: &str| json(&bench, &format!("{directory}/{report}"));
            assert_eq!(report(&far), report(name), "{count} workers");
        }
    }
}

#[test]
fn kills_of_worker_server_and_coordinator_lose_and_double_no_search() {
    let Some(mut server) = NatsServer::start() else { return };
    let bench = bench(40);
    let line = "suite own.epd --nodes 60000 --config none,null-move,modern --hash 1 --quiet";
    succeed(&bench, &format!("{line} --out local"));
    let far = format!("{line} --out far --lease 2 --workers {}", server.url());
    let first = worker(&bench, &server, "first");
    let coordinator = start(&bench, &far);
    wait_for(&bench, "far", 10);
    first.kill();
    let _second = worker(&bench, &server, "second");
    wait_for(&bench, "far", 30);
    server.kill();
    server.start_again();
    wait_for(&bench, "far", 60);
    coordinator.kill();
    let before = done(&bench, "far");
    assert!(before < 120, "it was killed too late");
    succeed(&bench, &far);
    assert_eq!(searches(&bench, "far/searches.jsonl"), searches(&bench, "local/searches.jsonl"));
    assert_eq!(json(&bench, "far/suite.json"), json(&bench, "local/suite.json"));
}

/// Two blocks, one of them a sweep, with a network of its own.
const BLOCKS: &str = "\
hash = 1
suite = { file = \"own.epd\" }

[[block]]
name = \"all\"
limits = { depths = \"2..4\" }
configuration = [{ preset = \"none\" }, { name = \"own\", preset = \"modern\", network = \"mine.network\" }]

[[block]]
name = \"varied\"
limits = { nodes = 1500 }
configuration = [{ preset = \"null-move\" }]
vary = [{ null_move = { reduction = [2, 3] } }]
";

#[test]
fn a_worker_needs_the_networks_of_an_experiment() {
    let Some(server) = NatsServer::start() else { return };
    let bench = bench(6);
    let built_in = concat!(env!("CARGO_MANIFEST_DIR"), "/../../engine/networks/default.network");
    let mut network = fs::read(built_in).unwrap();
    let last = network.len() - 2;
    network[last] ^= 1;
    fs::write(bench.path("mine.network"), network).unwrap();
    fs::write(bench.path("e.toml"), BLOCKS).unwrap();
    succeed(&bench, "run e.toml --quiet --out local");
    let _lacks = worker(&bench, &server, "lacks");
    let coordinator =
        start(&bench, &format!("run e.toml --quiet --out far --workers {}", server.url()));
    let list = || {
        let list = succeed(&bench, &format!("workers {}", server.url()));
        String::from_utf8(list.stdout).unwrap()
    };
    let begun = Instant::now();
    loop {
        let list = list();
        if list.contains("refused: own.epd (depth 2 to 4): own: no network with SHA-256 ") {
            break;
        }
        assert!(begun.elapsed() < PATIENCE, "{list}");
    }
    let line = format!("worker {} --concurrency 2 --name has --quiet --engines .", server.url());
    let _has = start(&bench, &line);
    assert_eq!(coordinator.code(PATIENCE), Some(0));
    for file in ["searches.jsonl", "searches-2.jsonl"] {
        let searches_in = |directory: &str| searches(&bench, &format!("{directory}/{file}"));
        assert_eq!(searches_in("far"), searches_in("local"), "{file}");
    }
}

#[test]
fn what_is_not_for_workers_is_refused_with_what_to_do() {
    let bench = bench(2);
    let nobody = "--workers nats://127.0.0.1:1";
    let fails = |arguments: &str| {
        let output = run(&bench, &format!("{arguments} {nobody}"));
        assert_ne!(output.status.code(), Some(0), "{arguments}");
        String::from_utf8(output.stderr).unwrap()
    };
    let timed = fails("suite own.epd --movetime 0.1 --config none --out out");
    assert!(timed.contains("limit them by depth or nodes, or have them done here"), "{timed}");
    assert!(!bench.path("out").exists(), "nothing is begun");
    let tables = fails("suite own.epd --depth 2 --config none --concurrency 2");
    assert!(tables.contains("cannot be used with"), "{tables}");
    fs::write(bench.path("e.toml"), BLOCKS).unwrap();
    let clocks = fails("run e.toml --scale-time");
    assert!(clocks.contains("--scale-time is for a match"), "{clocks}");
    let queue = run(&bench, "queue add q e.toml");
    let queue = String::from_utf8(queue.stderr).unwrap();
    assert!(queue.contains("e.toml is not a match, and a queue takes matches only"), "{queue}");
    let server = fails("suite own.epd --depth 2 --config none --out out");
    assert!(server.contains("is nats-server -js running there?"), "{server}");
}
