//! `arena explain`, and the account at the end of a match.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

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

/// The account of a match whose players repeat themselves, left alone and killed in every part of it.
#[test]
#[ignore = "night: kills an account in each of its terms"]
fn an_account_that_is_killed_in_every_term_is_the_same_at_any_concurrency() {
    let text = match_text(40, "limits = { nodes = 400 }");
    let text = text.replace("book.pgn", "builtin:balanced").replace("null-move", "modern");
    let second = "preset = \"modern\"\nsearch = { futility = false }";
    let bench = Bench::with(&text.replace("preset = \"none\"", second));
    assert!(arena(&bench, &["run", "x.toml", "--quiet"]).0);
    let wishes = ["explain", "results/x", "--quiet", "--games", "80", "--positions", "100"];
    let place = bench.path("results/x/explain");
    let json = || fs::read_to_string(place.join("explain.json"));
    let (succeeds, told) = arena(&bench, &wishes);
    assert!(succeeds, "{told}");
    let undisturbed = json().unwrap();
    assert!(undisturbed.contains("\"verdict\""), "{told}");
    for concurrency in ["1", "2"] {
        fs::remove_dir_all(&place).unwrap();
        let wishes = [&wishes[..], &["--concurrency", concurrency]].concat();
        let lines = |file: &str, part: &str| {
            let text = fs::read_to_string(place.join(file)).unwrap_or_default();
            text.matches(part).count()
        };
        let depth = || {
            let entries = fs::read_dir(&place).into_iter().flatten().flatten();
            let names = entries.map(|entry| entry.file_name().into_string().unwrap());
            let games = names.filter(|name| name.starts_with("depth-"));
            games.map(|name| lines(&format!("{name}/games.pgn"), "[Checksum ")).sum()
        };
        let doubling = || lines("doubling/games.pgn", "[Checksum ");
        // The pilot of each term has 20 games.
        killed(&bench, &wishes, || lines("positions.jsonl", "\n"), 2..100);
        killed(&bench, &wishes, depth, 2..20);
        killed(&bench, &wishes, doubling, 2..20);
        killed(&bench, &wishes, || depth() + doubling(), 41..100);
        assert!(json().is_err());
        let (succeeds, told) = arena(&bench, &wishes);
        assert!(succeeds, "{told}");
        assert_eq!(json().unwrap(), undisturbed, "{concurrency}");
    }
}

/// Kills the command as soon as this much is done, in the middle of it.
fn killed(
    bench: &Bench,
    arguments: &[&str],
    done: impl Fn() -> usize,
    middle: std::ops::Range<usize>,
) {
    let mut command = Command::new(cargo_bin!("arena"))
        .current_dir(bench.directory.path())
        .args(arguments)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while done() < middle.start {
        assert!(command.try_wait().unwrap().is_none(), "it has ended at {}", done());
        thread::sleep(Duration::from_millis(1));
    }
    command.kill().unwrap();
    command.wait().unwrap();
    assert!(middle.contains(&done()), "{}", done());
}
