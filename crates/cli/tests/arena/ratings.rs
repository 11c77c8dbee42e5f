//! Ratings of more than two players on the command line: anchors, and players that won all.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

/// Four players: two that are level with a third, and one that won all its games.
fn games(place: &TempDir) -> PathBuf {
    let mut text = String::new();
    let mut play = |white: &str, black: &str, result: &str| {
        let _ = write!(
            text,
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n1. e4 {result}\n\n"
        );
    };
    for _ in 0..4 {
        for (one, other) in [("A", "B"), ("B", "C"), ("C", "A")] {
            play(one, other, "1-0");
            play(other, one, "1/2-1/2");
        }
        play("Winner", "A", "1-0");
        play("A", "Winner", "0-1");
    }
    let path = place.path().join("games.pgn");
    fs::write(&path, text).unwrap();
    path
}

fn report(file: &PathBuf, arguments: &[&str]) -> Output {
    Command::new(cargo_bin!("arena")).arg("report").arg(file).args(arguments).output().unwrap()
}

fn json(file: &PathBuf, arguments: &[&str]) -> serde_json::Value {
    let output = report(file, &[arguments, &["--format", "json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn player<'a>(report: &'a serde_json::Value, name: &str) -> &'a serde_json::Value {
    report["players"].as_array().unwrap().iter().find(|player| player["name"] == name).unwrap()
}

#[test]
fn ratings_are_relative_to_anchors() {
    let place = tempfile::tempdir().unwrap();
    let file = games(&place);
    let free = json(&file, &[]);
    assert!(free.get("anchors").is_none());
    let anchored = json(&file, &["--anchor", "A=3000"]);
    let elo =
        |report: &serde_json::Value, name: &str| player(report, name)["elo"].as_f64().unwrap();
    assert!((elo(&anchored, "A") - 3000.0).abs() < 1e-9);
    assert!((elo(&anchored, "B") - elo(&free, "B") - 3000.0 + elo(&free, "A")).abs() < 1e-6);
    assert!(
        player(&anchored, "A")["elo_pm"].is_null() && player(&anchored, "B")["elo_pm"].is_number()
    );
    assert_eq!(anchored["anchors"][0]["player"], "A");
    let two = json(&file, &["--anchor", "A=3000", "--anchor", "B=2800"]);
    assert!((elo(&two, "A") - 3000.0).abs() < 1e-9 && (elo(&two, "B") - 2800.0).abs() < 1e-9);
    let told = String::from_utf8(report(&file, &["--anchor", "A=3000"]).stdout).unwrap();
    assert!(told.contains("relative to A = 3000"), "{told}");
}

#[test]
fn an_anchor_that_cannot_be_one_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let file = games(&place);
    for (arguments, problem) in [
        (&["--anchor", "Winer=0"][..], "did you mean `Winner`?"),
        (&["--anchor", "Winner=0"], "has no rating"),
        (&["--anchor", "A=0", "--anchor", "A=1"], "given twice"),
        (&["--anchor", "A"], "NAME=ELO"),
        (&["--anchor", "A=nan"], "NAME=ELO"),
    ] {
        let output = report(&file, arguments);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && told.contains(problem), "{arguments:?}: {told}");
    }
}
