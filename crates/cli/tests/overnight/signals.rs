//! Signals at every stage, and readers that go away.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rand::RngExt;
use rustix::pipe::fcntl_setpipe_size;
use rustix::process::Signal;

use crate::bench::Bench;
use crate::kills::{Contenders, Twins};
use crate::process::{assert_gone, descendants, ends_within, send};
use crate::trials::Trials;

crate::tests![
    an_interrupt_at_any_time_ends_in_order,
    two_interrupts_at_any_time_end_at_once,
    a_termination_at_any_time_ends_at_once,
    a_hangup_at_any_time_ends_at_once,
    a_hangup_that_is_to_be_ignored_is_ignored,
    a_reader_that_goes_away_harms_nothing,
    a_reader_that_stops_reading_stops_nothing,
];

/// The time limit for a runner to end on a signal: two seconds for game threads that do not react,
/// and the rest for a busy machine.
const PATIENCE: Duration = Duration::from_secs(10);

/// Sends these signals at random instants: at start-up, in play, between games, while reports are
/// written; to matches under way and to one that is finished.
fn signals(trials: &Trials, signals: &[Signal], code: i32) {
    for contenders in [Contenders::InProcess, Contenders::Programs] {
        let games = match contenders {
            Contenders::InProcess => trials.count(10, 80),
            Contenders::Programs => trials.count(40, 300),
        };
        let twins = Twins::new(&contenders.text(games, 2));
        let mut random = trials.random(&format!("{signals:?}"));
        let times = trials.count(1, 20);
        trials.survive(times, || {
            let mut known = BTreeMap::new();
            for _ in 0..times {
                let mut runner = twins.bench.start(&[]);
                let whole = twins.around + (twins.took - twins.around.min(twins.took)) / 4;
                std::thread::sleep(whole.mul_f64(random.random_range(0.0..1.0)));
                let started = descendants(runner.id());
                for (i, &signal) in signals.iter().enumerate() {
                    if i > 0 {
                        std::thread::sleep(Duration::from_millis(random.random_range(0..30)));
                    }
                    send(&runner, signal);
                }
                ends_within(&mut runner, PATIENCE);
                let output = runner.wait_with_output().unwrap();
                let errors = String::from_utf8(output.stderr).unwrap();
                assert!(!errors.contains("panicked"), "{errors}");
                // Before the handler is installed a signal has its default effect, and after the
                // last game none.
                let by_signal =
                    signals.iter().any(|signal| output.status.signal() == Some(signal.as_raw()));
                let codes = [Some(0), Some(code), Some(130)];
                assert!(by_signal || codes.contains(&output.status.code()), "{errors}");
                assert_gone(&started);
                twins.bench.assert_nothing_is_left();
                twins.assert_sound(&mut known);
                assert_whole(&twins.bench);
            }
            twins.assert_equal();
        });
    }
}

/// A run that was asked to end leaves no torn tail.
fn assert_whole(bench: &Bench) {
    let text = fs::read_to_string(bench.path("results/x/games.pgn")).unwrap_or_default();
    assert!(text.is_empty() || text.ends_with("\n\n"), "{text}");
}

fn an_interrupt_at_any_time_ends_in_order(trials: &Trials) {
    signals(trials, &[Signal::INT], 130);
}

fn two_interrupts_at_any_time_end_at_once(trials: &Trials) {
    signals(trials, &[Signal::INT, Signal::INT], 143);
}

fn a_termination_at_any_time_ends_at_once(trials: &Trials) {
    signals(trials, &[Signal::TERM], 143);
}

fn a_hangup_at_any_time_ends_at_once(trials: &Trials) {
    // Under nohup, hang-ups must be ignored.
    if ignores(Signal::HUP) {
        return trials.skip("a hang-up: it is ignored here");
    }
    signals(trials, &[Signal::HUP], 143);
}

/// Whether this process, and its children, ignore a signal.
fn ignores(signal: Signal) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(mask.trim(), 16).unwrap() & 1 << (signal.as_raw() - 1) != 0
}

fn a_hangup_that_is_to_be_ignored_is_ignored(trials: &Trials) {
    let twins = Twins::new(&Contenders::Programs.text(trials.count(40, 200), 2));
    trials.survive(1, || {
        // As nohup starts a program.
        let mut runner = shell(&twins.bench, "trap '' HUP; exec \"$@\"").spawn().unwrap();
        let begun = Instant::now();
        while runner.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < Duration::from_secs(60), "the match takes too long");
            // Before that the shell may not have set its trap.
            if twins.bench.path("results/x").exists() {
                send(&runner, Signal::HUP);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let output = runner.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        twins.assert_equal();
    });
}

/// A shell that runs a bench's match.
fn shell(bench: &Bench, script: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", script, "sh", env!("CARGO_BIN_EXE_arena"), "run"]).arg(bench.path("x.toml"));
    shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    shell
}

fn a_reader_that_goes_away_harms_nothing(trials: &Trials) {
    let twins = Twins::new(&Contenders::Programs.text(20, 2));
    let closed: &[fn(&mut Child)] = &[
        |runner| drop(runner.stdout.take()),
        |runner| drop(runner.stderr.take()),
        |runner| drop((runner.stdout.take(), runner.stderr.take())),
    ];
    trials.survive(2 * closed.len() + 3, || {
        for close in closed {
            let _ = fs::remove_dir_all(twins.bench.path("results"));
            // A match that is played, and one that is only reported.
            for _ in 0..2 {
                let mut runner = twins.bench.start(&[]);
                close(&mut runner);
                let output = runner.wait_with_output().unwrap();
                let errors = String::from_utf8(output.stderr).unwrap();
                assert_eq!(output.status.code(), Some(0), "{errors}");
                twins.assert_equal();
            }
        }
        for script in ["\"$@\" | head -n 1", "\"$@\" 2>&1 | head -n 1", "\"$@\" 2>&1 | true"] {
            let _ = fs::remove_dir_all(twins.bench.path("results"));
            let output = shell(&twins.bench, script).output().unwrap();
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!errors.contains("panicked"), "{errors}");
            twins.assert_equal();
        }
    });
}

fn a_reader_that_stops_reading_stops_nothing(trials: &Trials) {
    let games = trials.count(80, 1000);
    let text = Contenders::Programs.text(games, 2);
    let text = text.replacen("ENGINE cheap", "ENGINE illegal", 1);
    let bench = Bench::new(&format!("supervision = {{ faults_in_a_row = 0 }}\n{text}"));
    trials.survive(1, || {
        // Every game is lost by a fault.
        let mut runner = bench.start(&[]);
        let _ = fcntl_setpipe_size(runner.stderr.as_ref().unwrap(), 4096);
        let report = bench.path("results/x/report.txt");
        let begun = Instant::now();
        while !report.exists() {
            assert!(begun.elapsed() < Duration::from_secs(120), "the match waits for its reader");
            assert!(runner.try_wait().unwrap().is_none(), "it has ended without a report");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(bench.games().len(), games);
        // The rest is small, and is waited for.
        let output = runner.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(22), "the match is void");
        assert!(output.stderr.len() < 16 * 1024, "{} bytes", output.stderr.len());
    });
}
