//! A match on workers while everything around it breaks: each process by `kill -9` and by being stopped
//! for a while, each link by delay, silence and cuts. It must end with the games of a match that was left
//! alone.

mod games;
mod partition;
mod proxy;
mod soak;
mod storm;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rand::RngExt;

use crate::bench::Bench;
use crate::nats::{NatsServer, Process};
use crate::timeless::timeless;
use crate::trials::Trials;
use games::{a_lost_or_doubled_game_is_seen, differing};
use partition::a_partition_for_three_leases_loses_and_doubles_no_game;
use soak::two_matches_and_a_tuning_go_on_through_faults;
use storm::{Restarted, Storm};

crate::tests![
    a_lost_or_doubled_game_is_seen,
    a_full_disk_at_the_coordinator_loses_no_game,
    a_storm_loses_and_doubles_no_game,
    a_storm_around_revisions_loses_and_doubles_no_game,
    a_partition_for_three_leases_loses_and_doubles_no_game,
    two_matches_and_a_tuning_go_on_through_faults,
    any_number_of_workers_plays_the_games_of_a_local_run,
];

const WORKERS: usize = 3;
/// The time limit of a storm after its last fault: leases last half a minute, and some follow each
/// other.
const PATIENCE: Duration = Duration::from_secs(300);

fn text(pairs: usize) -> String {
    format!(
        "games = {}\nlimits = {{ nodes = 4000 }}\nconcurrency = 2\n\
         openings = {{ file = \"builtin:balanced\", order = \"shuffled\" }}\n\
         adjudication = {{ draw = true, resign = true, max_moves = 120 }}\n\
         [[contender]]\nname = \"one\"\npreset = \"null-move\"\nhash = 1\n\
         [[contender]]\nname = \"other\"\npreset = \"none\"\nhash = 1\n",
        2 * pairs
    )
}

/// Waits until the only coordinator has ended by itself.
fn finish(storm: &mut Storm) {
    let begun = Instant::now();
    while !storm.coordinators[0].ended().is_some_and(|status| status.success()) {
        storm.start_what_is_gone();
        assert!(begun.elapsed() < PATIENCE, "the match does not end");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn report(directory: &Path) -> serde_json::Value {
    let text = fs::read_to_string(directory.join("report.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn digest(directory: &Path) -> serde_json::Value {
    report(directory)["games_digest"].take()
}

/// A coordinator whose files reach their size limit stops, with complete games only; its worker
/// keeps the unwritten games and brings them to the next one.
fn a_full_disk_at_the_coordinator_loses_no_game(trials: &Trials) {
    let disks = trials.count(2, 20);
    let Some(server) = NatsServer::start() else {
        trials.skip("there is no nats-server");
        return;
    };
    let bench = Bench::new(&text(20).replace("nodes = 4000", "nodes = 300"));
    let local = bench.path("local");
    let run = bench.run(&["--quiet", "--out", local.to_str().unwrap()]);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let arena = Path::new(env!("CARGO_BIN_EXE_arena"));
    let line = format!("worker {} --concurrency 1 --name w --quiet", server.url());
    let _worker = Process::start(arena, bench.directory.path(), &line);
    let blocks = fs::metadata(local.join("games.pgn")).unwrap().len() / 512;
    let mut random = trials.random("disk");
    for number in 0..disks {
        let out = format!("far-{number}");
        let file = bench.path("x.toml");
        let mut run = std::process::Command::new("sh");
        run.args(["-c", "ulimit -f \"$1\" && shift && exec \"$@\"", "sh"]);
        // A shell counts in half kilobytes, or in whole ones.
        run.arg(random.random_range(1..blocks / 2).to_string()).arg(arena).arg("run").arg(&file);
        run.args(["--quiet", "--lease", "2", "--out"]).arg(bench.path(&out));
        run.args(["--workers", &server.url()]);
        trials.survive(1, || {
            let output = run.output().unwrap();
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{errors}");
            assert!(errors.contains("File too large") && !errors.contains("panicked"), "{errors}");
            let far = bench.path(&out);
            let text = fs::read_to_string(far.join("games.pgn")).unwrap();
            assert!(text.is_empty() || text.ends_with("\n\n"), "{text}");
            let out = far.to_str().unwrap();
            let again = bench.run(&["--quiet", "--out", out, "--workers", &server.url()]);
            assert_eq!(again.code, Some(0), "{}", again.errors);
            assert_eq!(digest(&far), digest(&local));
        });
    }
}

fn a_storm_loses_and_doubles_no_game(trials: &Trials) {
    let pairs = trials.count(40, 150);
    let bench = Bench::new(&text(pairs));
    storms(trials, &bench, [trials.count(1, 30), trials.count(8, 45)], "");
}

fn a_storm_around_revisions_loses_and_doubles_no_game(trials: &Trials) {
    let pairs = trials.count(40, 3000);
    let bench = Bench::new(&format!(
        "games = {}\nconcurrency = 2\npin = false\nlimits = {{ nodes = 1 }}\n\
         adjudication = {{ max_moves = 40 }}\nopenings = {{ file = \"builtin:balanced\" }}\n\
         [each]\nrepo = \"toy\"\nbuild = \"cp engine.sh {{exe}}\"\n\
         [[contender]]\nrevision = \"HEAD~1\"\n[[contender]]\nrevision = \"HEAD\"\n",
        2 * pairs
    ));
    // The programs that workers have are those that the builds will make.
    let engine = std::env::current_exe().unwrap();
    let commands = ["one", "other"].map(|name| {
        let program = format!("#!/bin/sh\n# {name}\nexec '{}' engine cheap\n", engine.display());
        format!(
            "printf %s \"{program}\" >engine.sh && chmod +x engine.sh && cp engine.sh ../engines/{name} &&
             git add --all && git -c user.name=T -c user.email=t@example.org commit --quiet -m {name}"
        )
    });
    let [one, other] = commands;
    let all = format!("mkdir toy engines && cd toy && git init --quiet && {one} && {other}");
    let mut shell = std::process::Command::new("sh");
    assert!(
        shell.current_dir(bench.directory.path()).args(["-c", &all]).status().unwrap().success()
    );
    storms(
        trials,
        &bench,
        [1, trials.count(3, 45)],
        " --engine one=engines/one --engine other=engines/other",
    );
}

/// Storms of some events each around a match; workers have more arguments.
#[expect(clippy::print_stdout, reason = "half an hour is long")]
fn storms(trials: &Trials, bench: &Bench, [storms, events]: [usize; 2], more: &str) {
    let mut random = trials.random("storm");
    let local = bench.path("local");
    let run = bench.run(&["--quiet", "--out", local.to_str().unwrap()]);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let mut kills = 0;
    for number in 1..=storms {
        let Some(server) = NatsServer::start() else {
            trials.skip("there is no nats-server");
            return;
        };
        let directory = bench.directory.path();
        let mut storm = Storm::new(server, directory, WORKERS, more, random.random());
        let out = format!("far-{number}");
        let line = format!("run x.toml --quiet --out {out} --lease 3 --workers");
        storm.coordinators = vec![Restarted::new(directory, &storm.server, &line)];
        trials.survive(events, || {
            for _ in 0..events {
                storm.start_what_is_gone();
                std::thread::sleep(storm.time(300..2000));
                storm.event();
            }
            finish(&mut storm);
            let far = bench.path(&out);
            assert_eq!(differing(&far, &local), [].into(), "after {} kills", storm.kills);
            assert_eq!(digest(&far), digest(&local));
        });
        kills += storm.kills;
        println!("{number} of {storms} storms, {kills} kills");
    }
}

#[expect(clippy::print_stdout, reason = "the times are what the long form is read for, too")]
fn any_number_of_workers_plays_the_games_of_a_local_run(trials: &Trials) {
    let pairs = trials.count(10, 200);
    let Some(server) = NatsServer::start() else {
        trials.skip("there is no nats-server");
        return;
    };
    let bench = Bench::new(&text(pairs).replace("nodes = 4000", "nodes = 300"));
    let arena = Path::new(env!("CARGO_BIN_EXE_arena"));
    let play = |out: &str, more: &[&str]| {
        let directory = bench.path(out);
        let begun = Instant::now();
        let run = bench.run(&[&["--quiet", "--out", directory.to_str().unwrap()], more].concat());
        assert_eq!(run.code, Some(0), "{}", run.errors);
        println!("{pairs} pairs, {out}: {:.1} s", begun.elapsed().as_secs_f64());
        timeless(report(&directory))
    };
    let local = play("local", &[]);
    assert!(local["games_digest"].is_object(), "{local}");
    let mut workers = Vec::new();
    for count in [1, 3, 8] {
        while workers.len() < count {
            let line = format!(
                "worker {} --concurrency 1 --name w{} --quiet",
                server.url(),
                workers.len()
            );
            workers.push(Process::start(arena, bench.directory.path(), &line));
        }
        let out = format!("by-{count}");
        trials.survive(1, || assert_eq!(play(&out, &["--workers", &server.url()]), local));
    }
}
