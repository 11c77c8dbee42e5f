//! Tuning: the same outcome at any concurrency and after any interruption, and refused files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use arena::config::{self, EngineSettings, Match, Overrides};

use arena::runner::Signal;
use arena::storage::json_lines::JsonLinesError;
use assert_cmd::cargo::cargo_bin;
use engine::SearchConfig;
use lab::progress::ProgressDisplay;
use lab::tune::facts::TuningFacts;
use lab::tune::file::{self, Tuning};
use lab::tune::fragments;
use lab::tune::report::Outcome;
use lab::tune::runner::{self, TuningEnding};
use lab::tune::state::{Iteration, TuningState};
use tokio::sync::mpsc;
use uci_client::Guard;

use crate::common::Bench;

const TUNING: &str = "\
question = \"Which reductions?\"
preset = \"default\"
hash = 1
iterations = 5
pairs = 2
concurrency = 2
limits = { nodes = 300 }
openings = { file = \"book.pgn\", order = \"shuffled\" }
adjudication = { max_moves = 60, resign = true }

[[parameter]]
name = \"late_move_reductions.divisor\"
range = [100, 400]

[[parameter]]
name = \"reverse_futility.margin\"
range = [20, 500]
start = 100.5
c_end = 80
r_end = 0.05
";

/// The same with games that hardly take any time.
fn cheap() -> String {
    TUNING.replace("nodes = 300", "nodes = 60")
}

fn load(bench: &Bench) -> Tuning {
    file::load(&bench.file(), &Overrides::default()).unwrap()
}

/// Runs a tuning to its end, or until it obeys the signals, which are there from the beginning.
fn run(
    tuning: &Tuning,
    journal: &Path,
    signals: &[Signal],
) -> Result<(TuningEnding, Vec<Iteration>), JsonLinesError> {
    let (sender, receiver) = mpsc::channel(8);
    for signal in signals {
        sender.try_send(*signal).unwrap();
    }
    let mut state = TuningState::new(tuning);
    let mut file = state.open(journal, &TuningFacts::of(tuning))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let display = ProgressDisplay::new(tuning.iterations() as usize, "iterations", true);
    let start =
        async |iteration: &Arc<Match>| runner::start_here(iteration, &Guard::none(), Path::new(""));
    let run = runner::run(&mut state, &mut file, start, receiver, display);
    let ending = runtime.block_on(run).unwrap();
    Ok((ending, state.iterations().to_vec()))
}

#[test]
fn the_number_of_tables_changes_nothing() {
    let bench = Bench::with(TUNING);
    let mut tuning = load(&bench);
    let journals = [1, 2, 7].map(|concurrency| {
        tuning.base.concurrency = concurrency;
        let journal = bench.path(&format!("{concurrency}.jsonl"));
        let (ending, iterations) = run(&tuning, &journal, &[]).unwrap();
        assert_eq!((ending, iterations.len()), (TuningEnding::Complete, 5));
        assert_ne!(
            iterations[4].values,
            [230.0, 100.5],
            "a test of values that do not move is none"
        );
        fs::read_to_string(journal).unwrap()
    });
    assert_eq!(journals[0], journals[1]);
    assert_eq!(journals[0], journals[2]);
}

#[test]
fn an_interrupt_ends_the_iteration_and_a_second_one_gives_it_up() {
    let bench = Bench::with(&cheap());
    let tuning = load(&bench);
    let journal = bench.path("x.jsonl");
    let (ending, iterations) = run(&tuning, &journal, &[Signal::Interrupt]).unwrap();
    assert_eq!((ending, iterations.len()), (TuningEnding::Drained, 1));
    for signals in [&[Signal::Interrupt, Signal::Interrupt][..], &[Signal::Terminate]] {
        let (ending, iterations) = run(&tuning, &journal, signals).unwrap();
        assert_eq!((ending, iterations.len()), (TuningEnding::Aborted, 1));
    }
}

#[test]
fn the_journal_of_another_tuning_is_refused_and_left_alone() {
    let bench = Bench::with(&cheap());
    let journal = bench.path("x.jsonl");
    run(&load(&bench), &journal, &[]).unwrap();
    let before = fs::read(&journal).unwrap();
    for (from, to, difference) in [
        ("nodes = 60", "nodes = 61", "the limit is nodes=61, there it is nodes=60"),
        ("iterations = 5", "iterations = 6", "`iterations` is 6, there it is 5"),
        ("pairs = 2", "pairs = 3", "`pairs` is 3, there it is 2"),
        ("hash = 1", "hash = 2", "the base's hash is 2MiB, there it is 1MiB"),
        ("shuffled", "sequential", "the book is book.pgn (6 openings, sequential), there"),
        (
            "r_end = 0.05",
            "r_end = 0.04",
            "reverse_futility.margin is 100.5 in [20, 500], c_end 80, r_end",
        ),
        ("reverse_futility", "futility", "futility.margin, there it is late_move_reductions"),
        ("preset", "seed = 2\npreset", "the seed is 2, there it is 1"),
    ] {
        let other = Bench::with(&cheap().replacen(from, to, 1));
        let error = run(&load(&other), &journal, &[]).unwrap_err().to_string();
        assert!(error.contains("x.jsonl: the journal of another tuning: "), "{error}");
        assert!(error.contains(difference) && error.contains("--out DIR"), "{error}");
        assert_eq!(fs::read(&journal).unwrap(), before);
    }
}

#[test]
fn a_damaged_line_is_named() {
    let bench = Bench::with(&cheap());
    let tuning = load(&bench);
    let journal = bench.path("x.jsonl");
    run(&tuning, &journal, &[]).unwrap();
    let text = fs::read_to_string(&journal).unwrap();
    let refused = |text: &str| {
        fs::write(&journal, text).unwrap();
        run(&tuning, &journal, &[]).unwrap_err().to_string()
    };
    let damaged = refused(&text.replacen("\"iteration\":3", "\"iteration\":4", 1));
    assert!(damaged.contains("x.jsonl:4: it does not agree with its checksum"), "{damaged}");
    assert!(damaged.contains("delete this line and all after it"), "{damaged}");
    let lines: Vec<&str> = text.lines().collect();
    let skipped = refused(&format!("{}\n{}\n{}\n", lines[0], lines[1], lines[3]));
    assert!(skipped.contains("x.jsonl:3: iteration 3 of 5, where number 2 belongs"), "{skipped}");
    let foreign = refused("[Event \"a match\"]\n");
    assert!(foreign.contains("x.jsonl:1: not a journal of `arena tune`"), "{foreign}");
    assert_eq!(fs::read_to_string(&journal).unwrap(), "[Event \"a match\"]\n", "it is left alone");
}

#[test]
fn the_openings_of_an_iteration_follow_those_of_the_one_before() {
    let bench = Bench::with(&cheap());
    let tuning = load(&bench);
    let (_, iterations) = run(&tuning, &bench.path("x.jsonl"), &[]).unwrap();
    let mut state = TuningState::new(&tuning);
    let mut played = Vec::new();
    for iteration in iterations {
        let next = state.next_match(&state.perturbation());
        played.extend((0..2).map(|pair| next.openings.of_pair(pair)));
        state.push(iteration).unwrap();
    }
    let expected: Vec<usize> = (0..10).map(|pair| tuning.base.openings.of_pair(pair)).collect();
    assert_eq!(played, expected);
}

#[test]
fn what_is_written_out_is_read_back_with_the_tuned_values() {
    let bench = Bench::with(&TUNING.replace("preset =", "search = { futility = false }\npreset ="));
    let tuning = load(&bench);
    let mut state = TuningState::new(&tuning);
    let (_, iterations) = run(&tuning, &bench.path("x.jsonl"), &[]).unwrap();
    iterations.into_iter().for_each(|iteration| state.push(iteration).unwrap());
    let outcome = Outcome::of(&state).unwrap();
    let [divisor, margin] = outcome.tuned()[..] else { panic!("two parameters") };
    let mut expected = SearchConfig::preset("default").unwrap();
    expected.futility = None;
    let reductions = expected.late_move_reductions.as_mut().unwrap();
    reductions.divisor = divisor;
    expected.reverse_futility.as_mut().unwrap().margin = margin;
    let search = |engine: &EngineSettings| match engine {
        EngineSettings::InProcess(settings) => settings.search,
        _ => panic!("no program is tuned"),
    };

    fs::write(bench.path("confirm.toml"), fragments::confirmation(&outcome)).unwrap();
    let confirm = config::load(&bench.path("confirm.toml"), &Overrides::default()).unwrap();
    assert_eq!(search(&confirm.contenders[0].engine), expected);
    assert_eq!(search(&confirm.contenders[1].engine).futility, None);
    assert_eq!(confirm.stop.sequential.len(), 1, "a sequential test");
    // Six openings once, from the one after the ten pairs of the tuning on.
    assert_eq!((confirm.games, confirm.openings.start), (12, 5));

    let values = fragments::values(&outcome);
    let text = format!(
        "games = 2\nlimits = {{ nodes = 9 }}\nopenings = {{ file = \"book.pgn\" }}\n\n\
         [[contender]]\nname = \"base\"\npreset = \"default\"\n\n\
         [[contender]]\nname = \"tuned\"\npreset = \"default\"\n{values}"
    );
    fs::write(bench.path("pasted.toml"), text).unwrap();
    let pasted = config::load(&bench.path("pasted.toml"), &Overrides::default()).unwrap();
    assert_eq!(search(&pasted.contenders[1].engine), expected, "{values}");
}

#[test]
fn the_table_has_the_means_of_the_last_half_and_names_values_at_an_end() {
    let bench = Bench::with(&cheap().replace("[100, 400]", "[229, 230]"));
    let tuning = load(&bench);
    let mut state = TuningState::new(&tuning);
    assert!(Outcome::of(&state).is_none());
    let (_, mut iterations) = run(&tuning, &bench.path("x.jsonl"), &[]).unwrap();
    for (iteration, value) in iterations.iter_mut().zip([90.0, 91.0, 96.0, 99.0, 102.0]) {
        iteration.values = vec![230.0, value];
        state.push(iteration.clone()).unwrap();
    }
    let outcome = Outcome::of(&state).unwrap();
    let margin = &outcome.estimates[1];
    assert_eq!((margin.last, margin.mean, margin.tuned()), (102.0, 99.0, 99));
    assert!((margin.spread - 6_f64.sqrt()).abs() < 1e-12);
    assert_eq!(outcome.late(), "3 to 5");
    let at_the_end = "late_move_reductions.divisor lies at an end of its range; the technique has \
                      50 to 1000";
    assert!(outcome.document().text().contains(at_the_end), "{}", outcome.document().text());
    assert!(
        !outcome.document().text().contains("reverse_futility.margin lies"),
        "{}",
        outcome.document().text()
    );
}

#[test]
fn the_table_says_where_the_tuned_cutoffs_are_out_of_reach() {
    let said = |cutoffs: f64| {
        let text = cheap()
            .replace("\"default\"", "\"modern+mc-enhanced\"")
            .replace("late_move_reductions.divisor", "enhanced_multi_cut.cutoffs")
            .replace("[100, 400]", "[1, 8]");
        let bench = Bench::with(
            &text
                .replace("reverse_futility.margin", "enhanced_multi_cut.moves")
                .replace("range = [20, 500]\nstart = 100.5\nc_end = 80", "range = [3, 30]"),
        );
        let tuning = load(&bench);
        let mut state = TuningState::new(&tuning);
        let (_, iterations) = run(&tuning, &bench.path("x.jsonl"), &[]).unwrap();
        for iteration in iterations {
            state.push(Iteration { values: vec![cutoffs, 4.2], ..iteration }).unwrap();
        }
        Outcome::of(&state).unwrap().document().text()
    };
    let words =
        "With the tuned values enhanced_multi_cut needs 7 cutoffs and searches 4 moves at most";
    assert!(said(7.1).contains(words), "{}", said(7.1));
    assert!(!said(3.9).contains("cutoffs and searches"));
}

/// The message for the tuning file with one piece of it replaced.
fn mistake(from: &str, to: &str) -> String {
    assert!(TUNING.contains(from), "{from}");
    let bench = Bench::with(&TUNING.replacen(from, to, 1));
    let error = file::load(&bench.file(), &Overrides::default()).expect_err("a mistake");
    error.to_string().replace(&format!("{}/", bench.directory.path().display()), "")
}

#[test]
fn mistakes_name_line_and_key_and_say_what_would_be_right() {
    let divisor = "late_move_reductions.divisor\"";
    for (from, to, message) in [
        ("hash = 1", "hsah = 1", "x.toml:3: unknown key `hsah`, did you mean `hash`?"),
        ("\"default\"", "\"defualt\"", "x.toml:2: `preset`: there is no preset `defualt`, did you"),
        ("iterations = 5\n", "", "x.toml: missing key `iterations`"),
        ("= 5\n", "= 0\n", "x.toml:4: `iterations`: 0 is out of range, expected 1 to 1000000"),
        ("pairs = 2", "pairs = -1", "x.toml:5: `pairs`: -1 is out of range, expected 1 to 1000"),
        ("nodes = 300", "", "x.toml:7: `limits`: no limit is set"),
        ("book.pgn", "bok.pgn", "x.toml:8: `file`: there is no such opening book"),
        (divisor, "late_move_reduction.divisor\"", "x.toml:12: `name`: there is no technique"),
        (
            "name = \"late_move_reductions.divisor\"\n",
            "",
            "x.toml:11: this [[parameter]] has no `name`",
        ),
        (divisor, "late_move_reductions.devisor\"", "did you mean `divisor`?"),
        (divisor, "divisor\"", "x.toml:12: `name`: a parameter is written technique.parameter"),
        (divisor, "null_move.verified\"", "x.toml:12: `name`: verified is not a number"),
        (divisor, "multi_cut.moves\"", "turn it on with search = { multi_cut = true }"),
        (
            "reverse_futility.margin\"\nrange = [20, 500]",
            "late_move_reductions.divisor\"",
            "x.toml:16: `name`: this parameter is there twice",
        ),
        ("[100, 400]", "[400, 100]", "x.toml:13: `range`: [400, 100] has no room"),
        ("[100, 400]", "[0, 400]", "goes beyond the range of late_move_reductions.divisor, expect"),
        ("[100, 400]", "[100]", "x.toml:13: `range`: "),
        ("[20, 500]", "[20, 90]", "x.toml:18: `start`: 100.5 is out of range, expected 20 to 90"),
        ("c_end = 80", "c_end = 0", "x.toml:19: `c_end`: 0 is out of range, expected more than 0"),
        ("c_end = 80", "c_end = 241", "expected more than 0, and 240 at most"),
        ("r_end = 0.05", "r_end = nan", "x.toml:20: `r_end`: NaN is out of range"),
        ("[[parameter]]", "[gains]\nalpha = 7\n[[parameter]]", "`alpha`: 7 is out of range"),
        ("[[parameter]]", "[confirm]\ngames = 3\n[[parameter]]", "`games`: 3 is odd"),
    ] {
        let mistake = mistake(from, to);
        assert!(mistake.contains(message), "{from} -> {to}: {mistake}");
    }
    let none = mistake(&TUNING[TUNING.find("[[").unwrap()..], "");
    assert!(none.contains("x.toml: nothing is tuned: add a [[parameter]] table"), "{none}");
    let start = mistake("range = [100, 400]", "range = [300, 400]");
    assert!(start.contains("`range`: the base's value "), "{start}");
}

#[test]
fn defaults_come_from_the_range_and_the_number_of_games() {
    let bench = Bench::with(&TUNING.replace("iterations = 5", "iterations = 10000"));
    let tuning = load(&bench);
    let [divisor, margin] = tuning.dimensions()[..] else { panic!("two parameters") };
    // A twentieth of 300; 120 by 40 000 games.
    assert_eq!((divisor.c_end, divisor.r_end), (15.0, 0.003));
    assert_eq!((margin.start, margin.c_end, margin.r_end), (100.5, 80.0, 0.05));
    assert_eq!(tuning.gains.stability, 1000.0);
    let few = load(&Bench::with(TUNING)).dimensions()[0];
    assert_eq!(few.r_end, 0.05, "the most there is without being asked for");
}

fn tune(bench: &Bench) -> Command {
    let mut command = Command::new(cargo_bin!("arena"));
    command.arg("tune").arg(bench.file());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_tuning_killed_at_any_time_ends_as_one_that_was_left_alone() {
    let text = TUNING.replace("iterations = 5", "iterations = 12");
    let [undisturbed, disturbed] = [Bench::with(&text), Bench::with(&text)];
    let begun = Instant::now();
    let output = tune(&undisturbed).output().unwrap();
    let (table, errors) = texts(&output);
    let whole = begun.elapsed();
    assert!(output.status.success(), "{errors}");
    assert!(table.contains("x: 12 of 12 iterations of 2 pairs, 48 games, nodes=300"), "{table}");
    for i in 1..6 {
        let mut child = tune(&disturbed).spawn().unwrap();
        std::thread::sleep(whole.mul_f64(0.13 * f64::from(i)).min(Duration::from_secs(2)));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let output = tune(&disturbed).output().unwrap();
    assert!(output.status.success(), "{}", texts(&output).1);
    for file in ["iterations.jsonl", "parameters.txt", "parameters.md", "values.toml", "paths.svg"]
    {
        let text_of =
            |bench: &Bench| fs::read_to_string(bench.path("results/x").join(file)).unwrap();
        assert_eq!(text_of(&undisturbed), text_of(&disturbed), "{file}");
    }
    let svg = fs::read_to_string(disturbed.path("results/x/paths.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("late_move_reductions.divisor"));

    // A second run has nothing to play, and a directory with other files is left alone.
    let (again, errors) = texts(&tune(&disturbed).output().unwrap());
    assert_eq!(again, table);
    assert!(errors.contains("12 of 12 iterations are in the journal already"), "{errors}");
    let output = tune(&disturbed).arg("--out").arg(disturbed.directory.path()).output().unwrap();
    let errors = texts(&output).1;
    assert!(!output.status.success() && errors.contains("but no iterations.jsonl"), "{errors}");
}

#[test]
fn a_tuning_whose_readers_have_gone_ends_as_any_other() {
    let bench = Bench::with(&cheap());
    let (reader, gone) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = tune(&bench);
    command.stdout(gone.try_clone().unwrap()).stderr(gone);
    let status = command.status().unwrap();
    assert!(status.success(), "{status}");
    assert!(bench.path("results/x/paths.svg").exists());
}

#[test]
fn a_quiet_tuning_shows_no_progress() {
    let bench = Bench::with(&cheap());
    let (table, errors) = texts(&tune(&bench).arg("--quiet").output().unwrap());
    assert!(table.contains("5 of 5 iterations"), "{table}");
    assert!(errors.contains("results: ") && !errors.contains("iterations"), "{errors}");
    let (again, errors) = texts(&tune(&bench).output().unwrap());
    assert_eq!(again, table);
    assert!(errors.contains("Which reductions?\n  base: "), "{errors}");
}

#[test]
fn help_shows_a_tuning_file() {
    let output = Command::new(cargo_bin!("arena")).args(["tune", "--help"]).output().unwrap();
    let (text, _) = texts(&output);
    for part in ["[[parameter]]", "c_end", "confirm.toml", "--concurrency", "kill -9"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}
