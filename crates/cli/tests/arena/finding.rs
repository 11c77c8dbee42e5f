//! Names that a user looks for: presets, techniques, topics, commands.

use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;

use crate::common::printed;

fn arena(arguments: &[&str]) -> Output {
    Command::new(cargo_bin!("arena")).args(arguments).output().unwrap()
}

#[test]
fn presets_and_techniques_have_a_line_each() {
    let presets = printed(&["help", "presets"]);
    assert_eq!(presets.lines().count(), engine::PRESETS.len());
    assert_eq!(printed(&["help", "presets"]), presets);
    let techniques = printed(&["help", "techniques"]);
    assert_eq!(techniques.lines().count(), engine::Technique::ALL.len());
    assert_eq!(printed(&["help", "techniques"]), techniques);
    let json: serde_json::Value =
        serde_json::from_str(&printed(&["help", "presets", "--format", "json"])).unwrap();
    let default =
        json.as_array().unwrap().iter().find(|preset| preset["name"] == "default").unwrap();
    assert!(default["techniques"].as_array().unwrap().iter().any(|name| name == "null_move"));
    let json: serde_json::Value =
        serde_json::from_str(&printed(&["help", "techniques", "--format", "json"])).unwrap();
    let null_move =
        json.as_array().unwrap().iter().find(|entry| entry["name"] == "null_move").unwrap();
    let parameters = null_move["parameters"].as_array().unwrap();
    assert!(parameters.iter().any(|parameter| parameter["name"] == "reduction"), "{null_move}");
}

#[test]
fn a_mistyped_command_is_answered_with_the_nearest() {
    for (typed, meant) in [("rnu", "'run'"), ("reprot", "'report'"), ("tnue", "'tune'")] {
        let output = arena(&[typed]);
        assert_eq!(output.status.code(), Some(2), "{typed}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(meant), "{typed}: {told}");
    }
    let far = String::from_utf8(arena(&["zzzzzz"]).stderr).unwrap();
    assert!(!far.contains("similar"), "{far}");
}

#[test]
fn a_shell_completes_presets_books_and_topics() {
    let knows = |shell: &str, name: &str| printed(&["setup", "completions", shell]).contains(name);
    for shell in ["bash", "zsh", "fish"] {
        for name in ["modern+mc-a", "chess960-balanced"] {
            assert!(knows(shell, name), "{shell} does not know {name}");
        }
    }
    // Scripts for fish offer nothing for an argument without an option.
    for shell in ["bash", "zsh"] {
        assert!(knows(shell, "tuning-file") && knows(shell, "techniques"), "{shell}");
    }
    // The names are offered, and stay out of the help.
    assert!(!printed(&["run", "--help"]).contains("turk-uncertainty-unsafe"));
}

#[test]
fn what_has_left_or_is_another_programs_is_answered_with_its_replacement() {
    for (line, told) in [
        (&["stats", "--wdl", "1,2,3"][..], "`arena report --wdl`"),
        (&["merge", "x.toml", "a"], "`arena run FILE --merge DIR..`"),
        (&["report", "--format", "lean", "x"], "take `pgn`"),
        (&["plan", "--e-sprt", "0,5"], "take `--sprt`"),
        (&["run", "-engine", "cmd=./new"], "`arena fastchess -engine ..`"),
        (&["run", "--first", "a", "--second", "b", "--alpha", "0.1"], "stop.sprt="),
    ] {
        let output = arena(line);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{line:?}: {errors}");
        assert!(errors.lines().next().unwrap().contains(told), "{line:?}: {errors}");
    }
}

#[test]
fn a_report_without_a_path_is_of_the_match_played_last() {
    let directory = tempfile::tempdir().unwrap();
    let here = |arguments: &[&str]| {
        let mut arena = Command::new(cargo_bin!("arena"));
        arena.current_dir(directory.path()).args(arguments).output().unwrap()
    };
    let errors = |output: Output| String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors(here(&["report"])).contains("no match has results here"));
    let line =
        ["run", "--first", "null-move", "--second", "none", "--nodes", "20k", "--games", "2", "-q"];
    let short = ["--set", "adjudication.max_moves=2", "--out", "results/last"];
    assert!(here(&[&line[..], &short].concat()).status.success());
    let report = here(&["report"]);
    assert!(errors(report.clone()).contains("results/last"), "{report:?}");
    assert!(String::from_utf8_lossy(&report.stdout).contains("null-move"));
}
