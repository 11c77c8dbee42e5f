//! A match explained: judged and resumed.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use arena::config::{self, Overrides};
use explain::course::Course;
use explain::explanation::Explanation;
use explain::settings::Settings;
use explain::subjects;
use explain::summary::Divergences;
use lab::suite::judging::estimate::Estimate;
use tempfile::TempDir;
use uci_client::Guard;

const MATCH: &str = r#"
games = 12
limits = { nodes = 600 }
openings = { file = "builtin:balanced" }
adjudication = { max_moves = 40 }
contender = [
  { name = "new", preset = "modern", search = { late_move_reductions = false }, hash = 1 },
  { name = "old", preset = "modern", hash = 1 },
]
"#;

/// A small match, played.
fn played(text: &str) -> (TempDir, PathBuf) {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("small.toml");
    fs::write(&file, text).unwrap();
    let settings = config::load(&file, &Overrides::default()).unwrap();
    let journal = place.path().join("games.pgn");
    arena::play(settings, &journal).unwrap();
    (place, journal)
}

fn explained(journal: &Path, directory: &Path, concurrency: usize) -> Explanation {
    let subjects = subjects::read(journal, 12).unwrap();
    let mut settings = Settings::of_match(&subjects.pairings);
    assert_eq!(settings.nodes, 50 * 600);
    settings.nodes = 4_000;
    let course = Course { directory: directory.to_owned(), concurrency, quiet: true };
    course.run(&settings, &subjects, &Guard::none()).unwrap()
}

#[test]
fn an_explanation_is_the_same_at_any_concurrency_and_after_a_kill() {
    let (place, journal) = played(MATCH);
    let [one, two] = ["one", "two"].map(|name| place.path().join(name));
    let explanation = explained(&journal, &one, 1);
    assert!(explanation.judged > 3);
    let pairing = &explanation.pairings[0];
    assert!(pairing.divergences.all.is_some());
    let Divergences { all, by_phase, by_move, by_depth, by_material } = &pairing.divergences;
    for group in all.iter().chain(by_phase).chain(by_move).chain(by_depth).chain(by_material) {
        for Estimate { mean, low, high } in [group.first_worse, group.second_worse, group.loss] {
            assert!(low <= mean && mean <= high, "{group:?}");
        }
    }
    explained(&journal, &two, 3);
    let text = |directory: &Path, name: &str| fs::read_to_string(directory.join(name)).unwrap();
    let names = ["explain.json", "explain.html", "explain.txt", "explain.md", "explain.tex"];
    let names = names.into_iter().chain(["positions.epd"]);
    names.clone().for_each(|name| assert_eq!(text(&one, name), text(&two, name), "{name}"));
    // A run that was killed in the middle of a line goes on.
    let lines = text(&one, "judged.jsonl");
    let third = lines.match_indices('\n').nth(2).unwrap().0;
    fs::write(two.join("judged.jsonl"), &lines[..third + 40]).unwrap();
    explained(&journal, &two, 2);
    names.for_each(|name| assert_eq!(text(&one, name), text(&two, name), "{name}"));
    let sorted = |text: String| text.lines().map(str::to_owned).collect::<BTreeSet<String>>();
    assert_eq!(sorted(lines), sorted(text(&two, "judged.jsonl")));
}

#[test]
fn every_key_of_explain_json_is_documented() {
    let (place, journal) = played(MATCH);
    let directory = place.path().join("x");
    explained(&journal, &directory, 2);
    let json = fs::read_to_string(directory.join("explain.json")).unwrap();
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/src/why.md");
    let manual = fs::read_to_string(manual).unwrap();
    let mut keys = BTreeSet::new();
    keys_of(&serde_json::from_str(&json).unwrap(), &mut keys);
    let missing: Vec<&String> =
        keys.iter().filter(|key| !manual.contains(&format!("`{key}`"))).collect();
    assert!(keys.len() > 30 && missing.is_empty(), "docs/guide/src/why.md lacks {missing:?}");
}

fn keys_of(value: &serde_json::Value, keys: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Array(list) => list.iter().for_each(|value| keys_of(value, keys)),
        serde_json::Value::Object(map) => map.iter().for_each(|(key, value)| {
            keys.insert(key.clone());
            keys_of(value, keys);
        }),
        _ => {}
    }
}
