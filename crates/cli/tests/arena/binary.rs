//! The program as its users run it: killed, interrupted, and started again.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use rustix::pipe::fcntl_setpipe_size;
use rustix::process::{Pid, Signal, kill_process};

use crate::common::{BOOK, Bench, read, without_times};

fn arena() -> Command {
    Command::new(cargo_bin!("arena"))
}

fn start(bench: &Bench) -> Child {
    start_with(bench, &[])
}

fn start_with(bench: &Bench, options: &[&str]) -> Child {
    let mut command = arena();
    command.arg("run").arg(bench.file()).args(options);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Exit code, standard output and standard error of a run.
fn finish(child: Child) -> (Option<i32>, String, String) {
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Waits until the journal has grown.
fn wait_for_games(journal: &Path) {
    let length = || std::fs::metadata(journal).map_or(0, |file| file.len());
    let (begun, before) = (Instant::now(), length());
    while length() == before {
        assert!(begun.elapsed() < Duration::from_secs(60), "no game in a minute");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A match that takes long enough to be interrupted, and its games, too: a stop finds one in progress.
fn long_match() -> Bench {
    Bench::new(200_000, "limits = { nodes = 5000 }\nconcurrency = 2")
}

#[test]
fn a_match_killed_twenty_times_ends_as_one_that_was_left_alone() {
    let lines = "limits = { nodes = 1000 }\nconcurrency = 2";
    let undisturbed = Bench::new(40, lines);
    let begun = Instant::now();
    let (code, report, errors) = finish(start(&undisturbed));
    let whole = begun.elapsed();
    assert_eq!(code, Some(0), "{errors}");

    let disturbed = Bench::new(40, lines);
    let mut random = ChaCha12Rng::seed_from_u64(whole.as_nanos() as u64);
    for _ in 0..20 {
        let mut child = start(&disturbed);
        std::thread::sleep(whole.mul_f64(random.random_range(0.0..0.2)));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let (code, resumed_report, errors) = finish(start(&disturbed));
    assert_eq!(code, Some(0), "{errors}");
    let games = without_times(&read(&disturbed.journal()));
    assert_eq!(games.len(), 40);
    assert_eq!(games, without_times(&read(&undisturbed.journal())));
    assert_eq!(report.lines().next(), resumed_report.lines().next());
}

#[test]
fn an_interrupt_drains_and_the_same_command_goes_on() {
    let bench = long_match();
    let child = start(&bench);
    wait_for_games(&bench.journal());
    signal(&child, Signal::INT);
    let (code, report, errors) = finish(child);
    assert_eq!(code, Some(130), "{errors}");
    assert!(errors.contains("stopping after the"), "{errors}");
    assert!(errors.contains("resume it with: "), "{errors}");
    assert!(report.contains("new"), "the report is printed: {report}");
    let played = read(&bench.journal()).len();
    assert!(played > 0);

    let child = start(&bench);
    wait_for_games(&bench.journal());
    signal(&child, Signal::TERM);
    let (code, _, errors) = finish(child);
    assert_eq!(code, Some(143), "{errors}");
    assert!(
        errors.contains(&format!("{played} of 200000 games are in the journal already")),
        "{errors}"
    );
    assert!(read(&bench.journal()).len() > played);
}

#[test]
fn a_running_match_keeps_others_out() {
    let bench = long_match();
    let child = start(&bench);
    wait_for_games(&bench.journal());
    let (code, _, errors) = finish(start(&bench));
    assert_eq!(code, Some(1));
    assert!(errors.contains("another arena process is writing this journal"), "{errors}");
    signal(&child, Signal::TERM);
    finish(child);
}

#[test]
fn a_paused_match_finishes_its_games_and_goes_on() {
    let bench = long_match();
    let results = bench.path("results/x");
    let pause = || arena().arg("pause").arg(&results).output().unwrap();
    let child = start(&bench);
    wait_for_games(&bench.journal());
    let output = pause();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(told.contains("arena run ") && told.contains("x.toml"), "{told}");
    // A second pause before the first has taken effect does no harm.
    drop(pause());
    let (code, _, errors) = finish(child);
    assert_eq!(code, Some(130), "{errors}");
    assert!(errors.contains("stopping after the") && !errors.contains("giving up"), "{errors}");
    let played = read(&bench.journal()).len();
    assert!(played > 0);
    let output = pause();
    assert!(String::from_utf8_lossy(&output.stderr).contains("no run writes here"));

    let child = start(&bench);
    wait_for_games(&bench.journal());
    assert!(pause().status.success());
    let (code, _, errors) = finish(child);
    assert_eq!(code, Some(130), "{errors}");
    assert!(read(&bench.journal()).len() > played);
}

#[test]
fn who_has_only_a_report_to_write_ends_when_told_to() {
    let question = "? ".repeat(1000);
    let bench = Bench::new(4, &format!("limits = {{ nodes = 1 }}\nquestion = \"{question}\""));
    assert_eq!(finish(start(&bench)).0, Some(0));
    for (stop, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let mut child = start_with(&bench, &["--full"]);
        // The report is longer than this, and nothing reads it.
        fcntl_setpipe_size(child.stdout.as_ref().unwrap(), 4096).unwrap();
        let begun = Instant::now();
        while !is_full(child.stdout.as_ref().unwrap()) {
            assert!(begun.elapsed() < Duration::from_secs(60), "it prints no report");
            std::thread::sleep(Duration::from_millis(5));
        }
        signal(&child, stop);
        let told = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if told.elapsed() > Duration::from_secs(5) {
                child.kill().unwrap();
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let (_, _, errors) = finish(child);
        assert_eq!(status.code(), Some(code), "{errors}");
        assert!(errors.contains("stopped while a journal was read"), "{errors}");
    }
    let left = std::fs::read_dir(bench.path("results/x")).unwrap();
    let names = left.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(names.filter(|name| name.contains("unfinished")).count(), 0);
}

/// Whether a pipe is full.
fn is_full(pipe: &impl std::os::fd::AsFd) -> bool {
    rustix::io::ioctl_fionread(pipe).unwrap() >= 4096
}

#[test]
fn a_journal_that_is_a_pipe_is_refused() {
    let bench = Bench::new(4, "limits = { nodes = 1 }");
    std::fs::create_dir_all(bench.path("results/x")).unwrap();
    assert!(Command::new("mkfifo").arg(bench.journal()).status().unwrap().success());
    let (code, _, errors) = finish(start(&bench));
    assert_eq!(code, Some(1), "{errors}");
    assert!(errors.contains("games.pgn: it is not a regular file"), "{errors}");
    let report = arena().arg("report").arg(bench.journal()).output().unwrap();
    let errors = String::from_utf8(report.stderr).unwrap();
    assert_eq!(report.status.code(), Some(1), "{errors}");
    assert!(errors.contains("games.pgn: it is not a regular file"), "{errors}");
}

#[test]
fn a_limit_on_the_size_of_files_is_an_error_and_not_the_end() {
    let bench = Bench::new(4, "limits = { nodes = 1 }");
    assert_eq!(finish(start(&bench)).0, Some(0));
    let report = |limit: &str| {
        let script = format!("ulimit -f {limit} && exec \"$0\" report \"$1\" > \"$2\"");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).arg(cargo_bin!("arena"));
        shell.arg(bench.journal()).arg(bench.path("report")).output().unwrap()
    };
    let output = report("1");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("cannot write to the standard output: File too large"), "{errors}");
    assert!(report("unlimited").status.success());
}

#[test]
fn a_finished_match_just_prints_its_report() {
    let bench = Bench::new(10, "limits = { nodes = 1 }");
    let (code, first, errors) = finish(start(&bench));
    assert_eq!(code, Some(0), "{errors}");
    let journal = std::fs::read(bench.journal()).unwrap();
    let (code, second, _) = finish(start(&bench));
    assert_eq!((code, &second), (Some(0), &first));
    assert_eq!(std::fs::read(bench.journal()).unwrap(), journal);
    assert!(first.lines().count() <= 15 && first.contains("(95 % CI)"), "{first}");
    let report = arena().arg("report").arg(bench.journal()).output().unwrap();
    assert!(report.status.success());
    let report = String::from_utf8(report.stdout).unwrap();
    assert_eq!(std::fs::read_to_string(bench.path("results/x/report.txt")).unwrap(), report);
    let (code, full, _) = finish(start_with(&bench, &["--full"]));
    assert_eq!((code, full), (Some(0), report));
    assert!(bench.path("results/x/match.toml").exists());
}

#[test]
fn another_match_in_the_same_directory_is_refused() {
    let bench = Bench::new(10, "limits = { nodes = 1 }");
    assert_eq!(finish(start(&bench)).0, Some(0));
    let journal = std::fs::read(bench.journal()).unwrap();
    let settings = std::fs::read(bench.path("results/x/match.toml")).unwrap();
    let text = std::fs::read_to_string(bench.file()).unwrap();
    std::fs::write(bench.file(), text.replace("nodes = 1", "nodes = 2")).unwrap();
    let (code, _, errors) = finish(start(&bench));
    assert_eq!(code, Some(1));
    assert!(errors.contains("the journal of another match"), "{errors}");
    assert!(errors.contains("new's limit is nodes=2, there it is nodes=1"), "{errors}");
    assert_eq!(std::fs::read(bench.journal()).unwrap(), journal);
    assert_eq!(std::fs::read(bench.path("results/x/match.toml")).unwrap(), settings);
}

#[test]
fn files_of_the_user_are_not_written_over() {
    let bench = Bench::new(4, "limits = { nodes = 1 }");
    let own = bench.path("own");
    std::fs::create_dir(&own).unwrap();
    let text = std::fs::read_to_string(bench.file()).unwrap();
    std::fs::write(own.join("book.pgn"), BOOK).unwrap();
    std::fs::write(own.join("match.toml"), &text).unwrap();
    let run = |file: &str, out: Option<&str>| {
        let mut command = arena();
        command.current_dir(&own).arg("run").arg(file).stdin(Stdio::null());
        command.args(out.iter().flat_map(|out| ["--out", out]));
        finish(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    };
    // Neither the match file itself, nor the other files there.
    let (code, _, errors) = run("match.toml", Some("."));
    assert!(code == Some(1) && errors.contains("would be written over it"), "{errors}");
    let (code, _, errors) = run("../x.toml", Some("."));
    assert_eq!(code, Some(1), "{errors}");
    assert!(errors.contains("files in it (book.pgn, match.toml), but no games.pgn"), "{errors}");
    assert_eq!(std::fs::read_dir(&own).unwrap().count(), 2);
    assert_eq!(std::fs::read_to_string(own.join("match.toml")).unwrap(), text);

    // Files of an earlier run may be overwritten, and its match file may be run.
    assert_eq!(run("match.toml", None).0, Some(0));
    let (code, _, errors) = run("results/match/match.toml", Some("results/match"));
    assert!(code == Some(0) && errors.contains("4 of 4 games are in the journal"), "{errors}");
    let (code, _, errors) = run("results/match/match.toml", None);
    assert_eq!(code, Some(0), "{errors}");
    assert!(own.join("results/match/results/match/games.pgn").exists());
}

#[test]
fn a_mistake_starts_nothing() {
    let bench = Bench::new(11, "limits = { nodes = 1 }");
    let (code, _, errors) = finish(start(&bench));
    assert_eq!(code, Some(1));
    assert!(errors.contains("x.toml:1: `games`: 11 is odd"), "{errors}");
    assert!(!bench.path("results").exists());
}

#[test]
fn the_log_is_written_where_it_is_asked_for() {
    let bench = Bench::new(2, "limits = { nodes = 1 }");
    let log = bench.path("arena.log");
    let output = arena().arg("run").arg(bench.file()).arg("--log").arg(&log).output().unwrap();
    assert!(output.status.success());
    let text = std::fs::read_to_string(log).unwrap();
    assert!(text.contains("match begins"), "{text}");
}

#[test]
fn of_a_directory_of_results_those_of_two_contenders_are_compared() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| format!("{}/{name}", place.path().display());
    let journals = [
        ("monday", include_str!("../../../../arena/tests/data/match.pgn")),
        ("everyone", include_str!("../../../../arena/tests/data/round-robin.pgn")),
        ("begun", ""),
        ("other", include_str!("../../../../arena/tests/data/cutechess.pgn")),
    ];
    for (name, journal) in journals {
        std::fs::create_dir(path(name)).unwrap();
        std::fs::write(path(name) + "/games.pgn", journal).unwrap();
    }
    std::fs::create_dir(path("tuning")).unwrap();
    std::fs::write(path("tuning/iterations.jsonl"), "{}\n").unwrap();
    std::fs::write(path("x.toml"), "games = 2\n[openings]\nfile = \"book.pgn\"\n").unwrap();
    let compare = |names: &[&str]| {
        let paths = names.iter().map(|name| path(name));
        let output = arena().args(["report", "--compare"]).args(paths).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let others = ["begun", "everyone", "other", "tuning", "x.toml"];
    let (code, report, errors) = compare(&[&others[..], &["monday"]].concat());
    assert_eq!(code, Some(0), "{errors}");
    assert!(report.starts_with("1 match\n"), "{report}");
    assert_eq!(errors.lines().count(), others.len(), "{errors}");
    for (line, name) in errors.lines().zip(others) {
        assert!(line.starts_with(&format!("left out: {}: ", path(name))), "{errors}");
    }
    let (code, report, errors) = compare(&others);
    assert_eq!((code, report.as_str()), (Some(1), ""), "{errors}");
    assert!(errors.ends_with("and was given none\n"), "{errors}");
    // A named file that does not exist is an error.
    assert_eq!(compare(&["monday", "tuesday"]).0, Some(1));
}

#[test]
fn what_cannot_be_reported_is_told_by_its_cause() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| format!("{}/{name}", place.path().display());
    std::fs::create_dir(path("match")).unwrap();
    std::fs::create_dir(path("empty")).unwrap();
    std::fs::write(path("match/games.pgn"), include_str!("../../../../arena/tests/data/match.pgn"))
        .unwrap();
    std::fs::write(path("x.toml"), "games = 2\n").unwrap();
    std::fs::write(path("monday.pgn"), "").unwrap();
    std::fs::write(path("tuesday.pgn"), "").unwrap();
    let named = "[White \"a\"]\n[Black \"b\"]\n\n1. e4 *\n\n";
    std::fs::write(path("notes.txt"), "Tell Ann about the match.\n").unwrap();
    std::fs::write(path("star.pgn"), format!("{named}[Event \"x\"]\n\n1. e4 1-0\n")).unwrap();
    for (arguments, message) in [
        ("empty", "empty: there is no games.pgn in this directory"),
        ("none", "none: there is no such file or directory"),
        ("x.toml", "none of its games are there yet: play it with `arena run x.toml`"),
        (
            "match/match.toml",
            "a match file, which has no games; name the directory of its results, such as match",
        ),
        ("monday.pgn", "monday.pgn: there is no game in it"),
        ("monday.pgn tuesday.pgn", "monday.pgn, tuesday.pgn: nothing to report: no game in PGN"),
        (
            "notes.txt",
            "no game in PGN was found\nlines that belong to no game, NOT READ: 1, the first",
        ),
        ("star.pgn", "1 game without the tags White and Black, 1 game without a result"),
        ("match/games.pgn match/../match/games.pgn", "given twice, so that its games would count"),
        ("match empty", "match: a directory; --compare puts several matches side by side"),
        ("match --format pairs --compare", "--format pairs prints the games alone: leave"),
        ("match --format canonical --sprt 0,5", "--format canonical prints the games alone"),
    ] {
        let mut command = arena();
        let output = command.arg("report").args(arguments.split(' ')).current_dir(&place);
        let output = output.output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains(message), "{errors}");
    }
}

#[test]
fn the_exit_code_tells_the_decision_where_it_is_asked_for() {
    let run = |bench: &Bench, arguments: &[&str]| {
        let output = arena().arg("run").arg(bench.file()).args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    // Two that are level: every game is a draw.
    for (games, nodes, rules, code) in [
        (4, 1, "", 0),
        (4, 1, "games = 2", 0),
        (4, 1, "sprt = { elo0 = 0, elo1 = 5 }", 4),
        (400, 1, "sprt = { elo0 = -200, elo1 = 0 }", 0),
        (400, 1, "sprt = { elo0 = 0, elo1 = 200 }", 3),
        (5000, 20_000, "sprt = { elo0 = -0.1, elo1 = 0.1 }, budget = \"1s\"", 5),
    ] {
        let lines = format!("limits = {{ nodes = {nodes} }}\nadjudication = {{ max_moves = 1 }}");
        let bench = Bench::new(games, &format!("{lines}\nstop = {{ {rules} }}"));
        let (told, errors) = run(&bench, &["--exit-code", "--quiet"]);
        assert_eq!(told, Some(code), "{rules}: {errors}");
        // Whether or not the exit code reports it, a decision stands.
        let (told, errors) = run(&bench, &[]);
        assert_eq!(told, Some(0), "{rules}: {errors}");
        if code == 3 {
            assert_eq!(run(&bench, &["--exit-code"]).0, Some(3));
        }
    }
}

#[test]
fn help_teaches_by_example() {
    let output = arena().arg("--help").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("arena run matches/smoke.toml") && text.contains("[[contender]]"),
        "{text}"
    );
}

#[test]
fn the_help_of_every_command_has_examples() {
    let commands =
        ["run", "report", "explain", "watch", "plan", "check", "suite", "sweep", "tune", "datagen"];
    for command in commands {
        let output = arena().args([command, "--help"]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(&format!("Examples:\n  arena {command} ")), "{text}");
    }
}
