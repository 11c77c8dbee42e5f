//! Pairs that repeat an earlier one move for move, from the match to the report and to `pairs.txt`.

use std::fs;
use std::sync::Arc;

use arena::storage::journal::{GameWriter, JournalGame};
use serde_json::Value;

use crate::common::{Bench, match_text, read, run};

/// The book has six openings.
const LINES: &str = "limits = { nodes = 50 }\nadjudication = { max_moves = 6 }";

/// The games of a match.
async fn played(bench: &Bench) -> Vec<JournalGame> {
    let path = bench.path("games.pgn");
    run(&Arc::new(bench.load()), &path).await.unwrap();
    read(&path)
}

/// Plays a match, and makes a game of its journal another one by a move.
async fn play_and_change(bench: &Bench, game: usize) {
    let mut games = played(bench).await;
    games[game].record.moves.pop();
    let text = games.into_iter().map(|JournalGame { record, facts, opening, .. }| {
        GameWriter::new(&facts).text(&record, &opening, "2026.01.01").full()
    });
    fs::write(bench.path("games.pgn"), text.collect::<String>()).unwrap();
}

/// The pairs in the output of `arena report`.
fn pairs(bench: &Bench) -> (Value, String) {
    let json: Value =
        serde_json::from_str(&bench.printed("report games.pgn --format json")).unwrap();
    let text = bench.printed("report games.pgn --format pairs");
    fs::write(bench.path("pairs.txt"), &text).unwrap();
    (json, text)
}

#[tokio::test]
async fn pairs_that_repeat_others_are_marked_and_left_out() {
    let bench = Bench::new(16, LINES);
    played(&bench).await;
    let (json, text) = pairs(&bench);
    assert_eq!((&json["pairs"]["complete"], &json["pairs"]["repeated"]), (&6.into(), &2.into()));
    assert_eq!(json["pairs"]["varying"], Value::Null);
    let characters = text.lines().last().unwrap();
    assert_eq!(characters.len(), 8);
    assert_eq!(characters[6..], characters[..2].to_ascii_uppercase());
    assert!(text.contains("\n# In capitals: pairs that are left out"), "{text}");
    assert!(!text.contains("pairs before repeats"), "{text}");
    let stats = bench.arena("report --pairs pairs.txt --format json");
    let told = String::from_utf8_lossy(&stats.stderr).into_owned();
    assert!(told.contains("new - old: left out 2 pairs that repeat earlier ones"), "{told}");
    let again: Value = serde_json::from_slice(&stats.stdout).unwrap();
    assert_eq!(again["headline"]["elo"], json["headline"]["elo"], "{again:#}");
}

#[tokio::test]
async fn an_engine_that_varies_at_fixed_nodes_is_named_and_every_pair_counts() {
    let bench = Bench::new(16, LINES);
    // The first game of pair 7, which plays the opening of pair 1 again.
    play_and_change(&bench, 12).await;
    let (json, text) = pairs(&bench);
    assert_eq!((&json["pairs"]["complete"], &json["pairs"]["repeated"]), (&8.into(), &0.into()));
    assert_eq!(json["pairs"]["varying"], serde_json::json!({ "pair": 7, "earlier": 1 }));
    let characters = text.lines().last().unwrap();
    assert!(characters.len() == 8 && characters == characters.to_ascii_lowercase(), "{text}");
    assert!(!text.contains("In capitals") && !text.contains("pairs before repeats"), "{text}");
    let report = bench.printed("report games.pgn");
    assert!(report.contains("An engine varies without a time limit: pair 7 played"), "{report}");
}

#[tokio::test]
async fn without_an_opening_played_again_the_pairs_are_written_as_before() {
    let bench = Bench::new(12, LINES);
    played(&bench).await;
    let (json, text) = pairs(&bench);
    assert_eq!(json["pairs"]["repeated"], 0);
    assert!(text.contains("\npairs before repeats: 6\npairing: new - old\n"), "{text}");
    assert!(!text.contains("In capitals"), "{text}");
}

#[tokio::test]
async fn of_a_tournament_the_players_are_named() {
    let third = "[[contender]]\nname = \"third\"\npreset = \"null-move\"\nhash = 1\n";
    let bench = Bench::with(&(match_text(14, LINES) + third));
    // The first game of the seventh pair of the first of three pairings.
    play_and_change(&bench, 2 * 3 * 6).await;
    let report = bench.printed("report games.pgn").replace('\n', " ");
    let found = "An engine varies without a time limit in the games of new and old: an opening";
    assert!(report.contains(found), "{report}");
    let json: Value =
        serde_json::from_str(&bench.printed("report games.pgn --format json")).unwrap();
    assert_eq!(json["varying"], serde_json::json!([["new", "old"]]));
    let text = bench.printed("report games.pgn --format pairs");
    let lines: Vec<&str> = text.lines().collect();
    let last = |names: &str| {
        let at = lines.iter().position(|line| *line == format!("pairing: {names}")).unwrap();
        lines[at + 1].chars().last().unwrap()
    };
    assert!(last("new - old").is_ascii_lowercase());
    assert!(last("new - third").is_ascii_uppercase() && last("old - third").is_ascii_uppercase());
}
