//! A runner, an engine or both that are stopped for a while. Time that the runner sleeps through
//! loses no game; time that an engine sleeps through is charged to the engine.
//!
//! Clocks that are set back and forth decide nothing: the lints refuse code that reads one, except
//! for the date of a game and the time of day at which a match must end. Where libfaketime is
//! installed, this is tried too.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use arena::chess::record::{Contender, Termination};
use arena::storage::journal::JournalGame;
use rand::RngExt;
use rustix::process::{Pid, Signal, kill_process};

use crate::bench::Bench;
use crate::process::{descendants, ends_within, send};
use crate::trials::Trials;

crate::tests![
    a_runner_that_sleeps_charges_no_search_of_its_own,
    a_runner_that_sleeps_charges_no_program,
    a_machine_that_sleeps_charges_nobody,
    sleep_that_adds_up_on_a_clock_is_not_forgotten,
    a_program_that_sleeps_loses_by_its_own_fault,
    a_nap_within_the_time_harms_nobody,
    a_wall_clock_that_jumps_decides_nothing,
];

/// The paths at which distributions keep the library that fakes the time.
const FAKETIME: [&str; 3] = [
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
    "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
    "/usr/lib/faketime/libfaketime.so.1",
];

const IN_PROCESS: &str = "preset = \"none\"\nhash = 1";
const SLOW: &str = "ENGINE slow";
/// A search in this process uses all of its time; the part that the machine withholds is measured.
const SHORT: &str = "movetime = \"0.2\"";
/// Long enough that a busy machine alone makes no move of the slow engine late.
const LONG: &str = "movetime = \"1\"";
/// The runner's sleep: longer than the time of a move.
const SLEEP: Duration = Duration::from_millis(1500);

fn bench(engine: &str, games: usize, limits: &str) -> Bench {
    Bench::new(&format!(
        "games = {games}\nsame = true\nconcurrency = 1\npin = false\nadjudication = {{ max_moves = 8 }}\n\
         limits = {{ {limits} }}\n[openings]\nfile = \"book.pgn\"\n\
         [[contender]]\nname = \"one\"\n{engine}\n[[contender]]\nname = \"other\"\n{engine}\n"
    ))
}

/// Starts a match and waits until it is under way.
fn start(bench: &Bench) -> Child {
    let runner = bench.start(&[]);
    let begun = Instant::now();
    while !bench.path("results/x/match.toml").exists() {
        assert!(begun.elapsed() < Duration::from_secs(20), "the match does not start");
        std::thread::sleep(Duration::from_millis(2));
    }
    runner
}

/// Stops these processes for a while.
fn stop(processes: &[Pid], sleep: Duration) {
    let tell = |signal| {
        for &process in processes {
            // A process that has ended needs no waking.
            let _ = kill_process(process, signal);
        }
    };
    tell(Signal::STOP);
    std::thread::sleep(sleep);
    tell(Signal::CONT);
}

/// Runs a match that is disturbed until it is over; returns its games.
fn disturbed(bench: &Bench, mut disturb: impl FnMut(&Child)) -> Vec<JournalGame> {
    let mut runner = start(bench);
    let begun = Instant::now();
    while runner.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(600), "the match does not end");
        disturb(&runner);
    }
    finish(bench, runner)
}

fn finish(bench: &Bench, mut runner: Child) -> Vec<JournalGame> {
    ends_within(&mut runner, Duration::from_secs(60));
    let output = runner.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    // With most of its few games lost on time a match is void.
    assert!(matches!(output.status.code(), Some(0 | 22)), "{errors}");
    bench.assert_nothing_is_left();
    bench.games()
}

/// Asserts that no game was lost on time; returns the games in which the machine took time.
fn disturbed_games(games: &[JournalGame]) -> usize {
    for game in games {
        assert_eq!(game.record.termination.fault(), None, "{:?}", game.record.incident);
    }
    let is_disturbed = |game: &&JournalGame| {
        let record = &game.record;
        record.replays.attempts > 0 || record.stolen.iter().any(|stolen| !stolen.is_zero())
    };
    games.iter().filter(is_disturbed).count()
}

/// Stops the processes named by `whom` again and again; no game is lost by it.
fn asleep(trials: &Trials, engine: &str, limits: &str, whom: fn(&Child) -> Vec<Pid>) {
    let games = trials.count(4, 20);
    let bench = bench(engine, games, limits);
    let mut random = trials.random(engine);
    trials.survive(games, || {
        let games = disturbed(&bench, |runner| {
            std::thread::sleep(Duration::from_millis(random.random_range(20..200)));
            stop(&whom(runner), SLEEP);
        });
        assert!(disturbed_games(&games) > 0, "no move was met");
    });
}

fn runner_alone(runner: &Child) -> Vec<Pid> {
    vec![Pid::from_child(runner)]
}

fn all_of_it(runner: &Child) -> Vec<Pid> {
    let engines = descendants(runner.id()).into_iter();
    let engines = engines.filter_map(|process| Pid::from_raw(i32::try_from(process).ok()?));
    runner_alone(runner).into_iter().chain(engines).collect()
}

fn a_runner_that_sleeps_charges_no_search_of_its_own(trials: &Trials) {
    asleep(trials, IN_PROCESS, SHORT, runner_alone);
}

fn a_runner_that_sleeps_charges_no_program(trials: &Trials) {
    asleep(trials, SLOW, LONG, runner_alone);
}

fn a_machine_that_sleeps_charges_nobody(trials: &Trials) {
    asleep(trials, SLOW, LONG, all_of_it);
}

fn sleep_that_adds_up_on_a_clock_is_not_forgotten(trials: &Trials) {
    let games = trials.count(2, 10);
    // Every sleep is shorter than the clock, and their sum is longer.
    let bench = bench(SLOW, games, "time_control = \"1+0.001\"");
    trials.survive(games, || {
        let games = disturbed(&bench, |runner| {
            std::thread::sleep(Duration::from_millis(70));
            stop(&runner_alone(runner), Duration::from_millis(400));
        });
        assert!(disturbed_games(&games) > 0, "no clock ran out");
    });
}

fn a_program_that_sleeps_loses_by_its_own_fault(trials: &Trials) {
    let games = trials.count(2, 10);
    let bench = Bench::new(&format!(
        "games = {games}\nconcurrency = 1\npin = false\nadjudication = {{ max_moves = 8 }}\n\
         [supervision]\ngrace = \"0.2\"\n[openings]\nfile = \"book.pgn\"\n\
         [[contender]]\nname = \"sleeper\"\n{SLOW}\nlimits = {{ {LONG} }}\n\
         [[contender]]\nname = \"other\"\n{IN_PROCESS}\nlimits = {{ nodes = 50 }}\n"
    ));
    trials.survive(games, || {
        // It never wakes up again; the runner ends it.
        let games = disturbed(&bench, |_| {
            std::thread::sleep(Duration::from_millis(100));
            for engine in sleepers(&bench) {
                let _ = kill_process(engine, Signal::STOP);
            }
        });
        for game in &games {
            let Termination::TimeForfeit(side) = game.record.termination else {
                // It had not begun to think when it was stopped, or the game was over before.
                assert!(
                    game.record
                        .termination
                        .fault()
                        .is_none_or(|side| { game.record.spec.player(side) == Contender::First })
                );
                continue;
            };
            assert_eq!(game.record.spec.player(side), Contender::First);
        }
        let lost = games.iter().filter(|game| game.record.termination.fault().is_some()).count();
        assert!(lost > 0, "the engine was never met");
    });
}

/// The engine's processes, by the bench's token.
fn sleepers(bench: &Bench) -> Vec<Pid> {
    let numbers = bench.left().into_iter().filter_map(|process| {
        let number = process.strip_prefix("/proc/")?.split(':').next()?.parse().ok()?;
        Pid::from_raw(number)
    });
    numbers.collect()
}

fn a_nap_within_the_time_harms_nobody(trials: &Trials) {
    let naps = trials.count(3, 60);
    let bench = bench(SLOW, trials.count(2, 20), "movetime = \"5\"");
    trials.survive(naps, || {
        let runner = start(&bench);
        for nap in 0..naps {
            std::thread::sleep(Duration::from_millis(40));
            let whom = if nap % 2 == 0 { runner_alone(&runner) } else { sleepers(&bench) };
            stop(&whom, Duration::from_millis(150));
        }
        send(&runner, Signal::CONT);
        let games = finish(&bench, runner);
        assert!(games.iter().all(|game| game.record.incident.is_none()));
    });
}

fn a_wall_clock_that_jumps_decides_nothing(trials: &Trials) {
    let Some(library) = FAKETIME.iter().find(|path| Path::new(path).exists()) else {
        return trials.skip("a wall clock that jumps: libfaketime is not installed");
    };
    for (engine, limits) in [(IN_PROCESS, SHORT), (SLOW, LONG)] {
        let games = trials.count(2, 20);
        let bench = bench(engine, games, limits);
        let clock = bench.path("clock");
        fs::write(&clock, "+0\n").unwrap();
        trials.survive(games, || {
            let mut run = Command::new(env!("CARGO_BIN_EXE_arena"));
            run.arg("run").arg(bench.path("x.toml")).env("LD_PRELOAD", library);
            run.env("FAKETIME_TIMESTAMP_FILE", &clock).env("FAKETIME_NO_CACHE", "1");
            run.env("FAKETIME_DONT_FAKE_MONOTONIC", "1").env("DONT_FAKE_MONOTONIC", "1");
            run.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut runner = run.spawn().unwrap();
            let mut jumps = ["+1d", "-1d", "+400d", "-3000d", "+1h", "-1h"].iter().cycle();
            while runner.try_wait().unwrap().is_none() {
                fs::write(&clock, format!("{}\n", jumps.next().unwrap())).unwrap();
                std::thread::sleep(Duration::from_millis(70));
            }
            let games = finish(&bench, runner);
            disturbed_games(&games);
            let longest = games.iter().flat_map(|game| &game.record.moves).map(|m| m.time).max();
            assert!(longest < Some(Duration::from_secs(5)), "{longest:?}");
            let journal = fs::read_to_string(bench.path("results/x/games.pgn")).unwrap();
            let dates: BTreeSet<&str> =
                journal.lines().filter(|line| line.starts_with("[Date ")).collect();
            assert!(!dates.is_empty());
        });
    }
}
