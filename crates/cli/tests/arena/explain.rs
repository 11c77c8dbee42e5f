//! `arena explain`, and the explanation at the end of a match.

use std::process::Command;

use assert_cmd::cargo::cargo_bin;

use crate::common::{Bench, match_text};

fn arena(bench: &Bench, arguments: &[&str]) -> String {
    let output = Command::new(cargo_bin!("arena"))
        .current_dir(bench.directory.path())
        .args(arguments)
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout).unwrap() + &error
}

#[test]
fn a_match_is_explained_at_its_end_where_its_file_or_the_command_says_so() {
    let text = match_text(4, "limits = { nodes = 200 }\nexplain = { nodes = 500, positions = 3 }");
    let bench = Bench::with(&text);
    let told = arena(&bench, &["run", "x.toml", "--quiet"]);
    assert!(told.contains("Why one side won") && told.contains("results/x/explain"), "{told}");
    for file in ["explain.html", "explain.json", "explain.txt", "positions.epd", "judged.jsonl"] {
        assert!(bench.path("results/x/explain").join(file).is_file(), "{file}");
    }
    let json = std::fs::read_to_string(bench.path("results/x/explain/explain.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["nodes"], &json["judged"]), (&500.into(), &3.into()));
    // Once more, with other judges: the judgements there are of other settings.
    let judges = ["--judge", "none", "--judge", "null-move", "--nodes", "500"];
    let other = [&["explain", "results/x", "--out", "other", "--positions", "2"][..], &judges];
    let told = arena(&bench, &other.concat());
    assert!(told.contains("none and null-move"), "{told}");
}

#[test]
fn one_judge_is_too_few() {
    let bench = Bench::with(&match_text(2, "limits = { nodes = 100 }"));
    arena(&bench, &["run", "x.toml", "--quiet"]);
    let output = Command::new(cargo_bin!("arena"))
        .current_dir(bench.directory.path())
        .args(["explain", "results/x", "--judge", "none"])
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && error.contains("--judge is given twice"), "{error}");
}
