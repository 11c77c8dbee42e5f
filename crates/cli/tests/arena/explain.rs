//! `arena explain`, and the account at the end of a match.

use std::fs;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

use crate::common::{Bench, match_text};

fn arena(bench: &Bench, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(cargo_bin!("arena"))
        .current_dir(bench.directory.path())
        .args(arguments)
        .output()
        .unwrap();
    let told = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.success(), told.concat())
}

#[test]
fn a_match_is_explained_at_its_end_and_once_more_from_what_was_played() {
    let text = match_text(20, "limits = { nodes = 200 }\nexplain = { games = 20, positions = 30 }");
    let bench = Bench::with(&text);
    let (succeeds, told) = arena(&bench, &["run", "x.toml", "--quiet"]);
    assert!(
        succeeds && told.contains("at equal depth") && told.contains("results/x/explain"),
        "{told}"
    );
    let place = bench.path("results/x/explain");
    for file in
        ["explain.html", "explain.json", "explain.txt", "positions.jsonl", "doubling/games.pgn"]
    {
        assert!(place.join(file).is_file(), "{file}");
    }
    let json = fs::read_to_string(place.join("explain.json")).unwrap();
    let parsed: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(parsed["schema"], 2);
    // The same command finds everything played, even after a line was torn, and comes to the same account.
    let searches = fs::read_to_string(place.join("positions.jsonl")).unwrap();
    fs::write(place.join("positions.jsonl"), &searches[..searches.len() - 20]).unwrap();
    let wishes = ["explain", "results/x", "--quiet", "--games", "20", "--positions", "30"];
    let (succeeds, told) = arena(&bench, &wishes);
    assert!(succeeds, "{told}");
    assert_eq!(json, fs::read_to_string(place.join("explain.json")).unwrap());
    // Nor does the number of games at a time change it.
    let elsewhere = [&wishes[..], &["--out", "other", "--concurrency", "3"]].concat();
    let (succeeds, told) = arena(&bench, &elsewhere);
    assert!(succeeds, "{told}");
    assert_eq!(json, fs::read_to_string(bench.path("other/explain.json")).unwrap());
}

#[test]
fn a_match_at_equal_depth_has_no_account() {
    let bench = Bench::with(&match_text(4, "limits = { depth = 2 }"));
    assert!(arena(&bench, &["run", "x.toml", "--quiet"]).0);
    let (succeeds, told) = arena(&bench, &["explain", "results/x"]);
    assert!(!succeeds && told.contains("was played at equal depth"), "{told}");
}
