//! The study in `docs/study`: its numbers follow from what is kept of its games, and its games can be
//! played again.

#[path = "../../examples/study/played.rs"]
mod played;
#[path = "../../examples/study/tables.rs"]
mod tables;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use arena::report::pairs;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use stats::anytime::{Evidence, Method};
use stats::stop::{Decision, StopRule};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/study")
}

/// The directories of the matches that are kept.
fn matches() -> Vec<PathBuf> {
    let entries = fs::read_dir(directory()).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    found.sort();
    assert!(found.len() >= 2, "{found:?}");
    found
}

fn report(directory: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(directory.join("report.json")).unwrap()).unwrap()
}

#[test]
fn the_pages_have_the_numbers_of_the_matches() {
    let played = played::all(&directory()).unwrap();
    for name in ["../study.md", "../../README.md"] {
        let page = fs::read_to_string(directory().join(name)).unwrap();
        let renewed = tables::renewed(&page, &played).unwrap();
        assert!(page == renewed, "run: cargo run --release -p arena --example study -- write");
    }
}

#[test]
fn every_verdict_follows_from_the_pairs() {
    for directory in matches() {
        let json = report(&directory);
        let text = fs::read_to_string(directory.join("pairs.txt")).unwrap();
        let [(_, pairs)] = &pairs::read(&text).unwrap()[..] else { panic!("one pairing") };
        let counts = pairs::counts(pairs);
        assert_eq!(json["pairs"]["complete"], counts.pairs(), "{directory:?}");
        for (name, count) in [
            ("LL", counts.ll),
            ("LD", counts.ld),
            ("DD", counts.dd),
            ("WL", counts.wl),
            ("WD", counts.wd),
            ("WW", counts.ww),
        ] {
            assert_eq!(json["pairs"][name], count, "{directory:?}: {name}");
        }
        let method: Method = json["match"]["anytime"].as_str().unwrap().parse().unwrap();
        let mut evidence = Evidence::new(method);
        let rule = StopRule::Confidence { confidence: played::PRIMARY, margin: 0.0 };
        let decision = (1_u64..).zip(pairs).find_map(|(number, pair)| {
            evidence.add(*pair);
            Some((number, rule.decide(pairs::counts(&[]), &evidence)?))
        });
        let outcome = json["stop"]["outcome"].as_str().unwrap();
        match decision {
            Some((number, Decision::Stronger)) => {
                assert_eq!((outcome, &json["stop"]["pairs"]), ("stronger", &number.into()))
            }
            Some((number, Decision::Weaker)) => {
                assert_eq!((outcome, &json["stop"]["pairs"]), ("weaker", &number.into()))
            }
            other => assert_eq!((outcome, other), ("inconclusive", None)),
        }
    }
}

/// A minute and a half of one core a match; run by `cargo test -p arena --test arena -- --ignored`.
#[test]
#[ignore = "plays 40 games of 20,000 nodes a move for each of two matches"]
fn the_first_20_pairs_of_two_matches_come_to_their_digests() {
    for directory in matches().iter().take(2) {
        let out = tempfile::tempdir().unwrap();
        let mut command = Command::new(cargo_bin!("arena"));
        command
            .arg("run")
            .arg(directory.join("match.toml"))
            .args(["--games", "40", "--quiet", "--out"]);
        let output = command.arg(out.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let played: Value =
            serde_json::from_str(&fs::read_to_string(out.path().join("report.json")).unwrap())
                .unwrap();
        let first = |json: &Value| json["games_digest"]["blocks"][0].clone();
        assert_eq!(first(&played), first(&report(directory)), "{directory:?}");
        assert!(first(&played)["sha256"].is_string());
    }
}
