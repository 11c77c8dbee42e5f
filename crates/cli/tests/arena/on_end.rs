//! The command that a match has run at its end.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use rustix::process::{Pid, Signal, kill_process};

/// Notes the verdict and the environment; fails while there is a file `fail`.
const COMMAND: &str = "on_end=[\"sh\", \"-c\", \"test -e fail && exit 7; cat >>ended; \
    echo \\\"$ARENA_REASON $ARENA_OUTCOME $ARENA_DIRECTORY\\\" >>ended\"]";

fn command(directory: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("arena"));
    command.current_dir(directory).args([
        "run",
        "--first",
        "null-move",
        "--second",
        "none",
        "--nodes",
        "50",
    ]);
    command.args(["--quiet", "--set", COMMAND]).args(more);
    command
}

fn run(directory: &Path, more: &[&str]) -> Output {
    let mut command = command(directory, more);
    if !more.contains(&"--out") {
        command.args(["--out", "x"]);
    }
    command.output().unwrap()
}

fn ended(directory: &Path) -> Vec<String> {
    let text = fs::read_to_string(directory.join("ended")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn it_is_run_once_for_each_verdict_also_by_a_resume() {
    let place = tempfile::tempdir().unwrap();
    let directory = place.path();
    fs::write(directory.join("fail"), "").unwrap();
    let failed = run(directory, &["--games", "4"]);
    assert!(failed.status.success(), "a failure changes no exit code");
    let told = String::from_utf8(failed.stderr).unwrap();
    assert!(told.contains("on_end") && told.contains("exit status: 7"), "{told}");
    assert!(ended(directory).is_empty());

    // The match is finished: the next run has nothing to do but this.
    fs::remove_file(directory.join("fail")).unwrap();
    assert!(run(directory, &["--games", "4"]).status.success());
    let lines = ended(directory);
    assert!(
        lines.iter().any(|line| line.contains("'null-move'") && line.contains("'none'")),
        "{lines:?}"
    );
    let last = lines.last().unwrap();
    assert!(last.starts_with("finished none /") && last.ends_with("/x"), "{last}");
    assert!(run(directory, &["--games", "4"]).status.success());
    assert_eq!(ended(directory), lines, "it is run twice");

    // A longer match has another verdict.
    assert!(run(directory, &["--games", "6"]).status.success());
    assert_eq!(ended(directory).len(), 2 * lines.len());
}

#[test]
fn every_end_of_a_run_is_told_with_its_reason() {
    let place = tempfile::tempdir().unwrap();
    let directory = place.path();
    let reasons = || {
        let lines = ended(directory).into_iter().filter(|line| line.contains(" none /"));
        lines.map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    let paused = run(directory, &["--games", "100000", "--set", "stop.budget=1s"]);
    assert!(paused.status.success(), "{}", String::from_utf8_lossy(&paused.stderr));
    assert_eq!(reasons(), ["paused"]);
    let shard = run(directory, &["--games", "8", "--shard", "1/2", "--seed", "3", "--out", "y"]);
    assert_ne!(shard.status.code(), Some(1));
    assert_eq!(reasons(), ["paused", "finished"]);
    // SIGTERM ends the match at once.
    let mut running = command(directory, &["--games", "1000000", "--out", "z"]).spawn().unwrap();
    let begun = Instant::now();
    while !directory.join("z/match.toml").exists() {
        assert!(begun.elapsed() < Duration::from_secs(20), "the match does not start");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(300));
    kill_process(Pid::from_child(&running), Signal::TERM).unwrap();
    assert!(!running.wait().unwrap().success());
    assert_eq!(reasons(), ["paused", "finished", "terminated"]);
}
