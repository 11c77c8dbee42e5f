//! Journals that have the settings of the match only once: games that refer to them are read
//! wherever the settings are. Journals of versions 0.1 and 0.2 are refused, and their games read like any
//! other runner's.

use std::fs;
use std::process::Command;
use std::slice::from_ref;
use std::sync::Arc;

use arena::config::Match;
use arena::storage::journal::{
    GameText, GameWriter, Journal, JournalGame, JournalReader, canonical,
};
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use crate::common::{Bench, facts, read, rewritten, run};

const LINES: &str = "question = \"Is it resumed?\"\nlimits = { nodes = 200 }\n\
                     adjudication = { max_moves = 12 }\nconcurrency = 1\nseed = 3";
/// A journal of version 0.1, and one of version 0.2.
const EARLIER: [&str; 2] = [
    include_str!("../../../../arena/tests/data/version-0.1.pgn"),
    include_str!("../../../../arena/tests/data/version-0.2.pgn"),
];

/// The games of a text, each with its line breaks.
fn games_of(text: &str) -> Vec<String> {
    let halves: Vec<&str> = text.split_inclusive("\n\n").collect();
    halves.chunks(2).map(<[&str]>::concat).collect()
}

fn is_lean(game: &str) -> bool {
    game.contains("[Settings \"") && !game.contains("[Match \"")
}

fn tags_of(game: &str) -> usize {
    game.split_once("\n\n").unwrap().0.len() + 1
}

/// The whole journal of a match of eight games, as one run writes it.
async fn journal_of(bench: &Bench) -> (Arc<Match>, String) {
    let settings = Arc::new(bench.load());
    let path = bench.path("games.pgn");
    run(&settings, &path).await.unwrap();
    (settings, fs::read_to_string(path).unwrap())
}

/// The games of a text as a file, in the order of the schedule; an error is its words.
fn try_read(bench: &Bench, text: &str) -> Result<Vec<JournalGame>, String> {
    let path = bench.path("any.pgn");
    fs::write(&path, text).unwrap();
    let mut reader = JournalReader::open(&path).unwrap();
    let mut games = Vec::new();
    while let Some(game) = reader.next_game().map_err(|error| error.to_string())? {
        games.push(game);
    }
    games.sort_by_key(|game| game.record.spec.game);
    Ok(games)
}

#[tokio::test]
async fn the_settings_stand_once_and_the_tags_of_the_other_games_are_few() {
    let bench = Bench::new(8, LINES);
    let (settings, text) = journal_of(&bench).await;
    let games = games_of(&text);
    assert_eq!(games.len(), 8);
    assert!(!is_lean(&games[0]));
    for game in &games[1..] {
        assert!(is_lean(game), "{game}");
        assert!(tags_of(game) <= 400, "{}", tags_of(game));
        for tag in ["Event \"x\"", "White \"", "Black \"", "Result \"", "Round \"", "PlyCount \""] {
            assert!(game.contains(&format!("[{tag}")), "{game}");
        }
    }
    assert!(read(&bench.path("games.pgn")).iter().all(|game| *game.facts == facts(&settings)));
}

#[tokio::test]
async fn the_settings_are_found_wherever_they_stand() {
    let bench = Bench::new(8, LINES);
    let (_, text) = journal_of(&bench).await;
    let whole = try_read(&bench, &text).unwrap();
    let mut games = games_of(&text);
    for _ in 0..games.len() {
        games.rotate_left(1);
        assert_eq!(try_read(&bench, &games.concat()).unwrap(), whole);
    }
    // Two parts of a match, put together with the settings of both, and in either order.
    let path = bench.path("part.pgn");
    let settings = Arc::new(bench.load());
    fs::write(&path, games[..5].concat()).unwrap();
    run(&settings, &path).await.unwrap();
    let second = fs::read_to_string(&path).unwrap().split_off(games[..5].concat().len());
    assert!(!is_lean(&games_of(&second)[0]), "a run begins with the settings");
    for text in [games[..5].concat() + &second, second.clone() + &games[..5].concat()] {
        let read = try_read(&bench, &text).unwrap();
        assert_eq!(read.len(), 8);
    }
}

#[tokio::test]
async fn a_game_without_its_settings_is_named_and_the_match_knows_them() {
    let bench = Bench::new(8, LINES);
    let (settings, text) = journal_of(&bench).await;
    let games = games_of(&text);
    let rest = games[1..].concat();
    let error = try_read(&bench, &rest).unwrap_err();
    assert!(
        error.contains("any.pgn:1: the game that begins here refers to the settings "),
        "{error}"
    );
    // The match knows its settings, and the game that had them is played again and has them again.
    let path = bench.path("any.pgn");
    run(&settings, &path).await.unwrap();
    let healed = fs::read_to_string(&path).unwrap();
    assert!(healed.starts_with(&rest));
    let whole: Vec<String> =
        read(&bench.path("games.pgn")).into_iter().map(|game| canonical(&game)).collect();
    let again: Vec<String> = read(&path).into_iter().map(|game| canonical(&game)).collect();
    assert_eq!(again, whole);
}

#[tokio::test]
async fn a_lean_game_has_the_players_and_the_match_of_its_settings() {
    let bench = Bench::new(8, LINES);
    let (_, text) = journal_of(&bench).await;
    let games = games_of(&text);
    for (from, to) in [("[White \"", "[White \"x"), ("[Event \"", "[Event \"x")] {
        let text = games[0].clone() + &rewritten(&games[1], from, to);
        let error = try_read(&bench, &text).unwrap_err();
        assert!(error.contains("its settings have"), "{error}");
    }
    let text = games[0].clone() + &rewritten(&games[1], "[Round \"1.2\"]", "[Round \"1.3\"]");
    assert!(try_read(&bench, &text).unwrap_err().contains("the tag Round is \"1.3\""));
}

#[tokio::test]
async fn a_write_that_is_torn_leaves_whole_games_wherever_it_is_torn() {
    let bench = Bench::new(8, LINES);
    let (settings, text) = journal_of(&bench).await;
    let (facts, path) = (facts(&settings), bench.path("torn.pgn"));
    let writer = GameWriter::new(&facts);
    let games = try_read(&bench, &text).unwrap();
    let texts: Vec<GameText> =
        games.iter().map(|game| writer.text(&game.record, &game.opening, "2026.11.21")).collect();
    let mut opened = Journal::open(&path, from_ref(&facts), |_| {}).unwrap();
    opened.journal.append(texts.iter()).unwrap();
    drop(opened);
    let whole = fs::read(&path).unwrap();
    for cut in (0..whole.len()).step_by(97) {
        fs::write(&path, &whole[..cut]).unwrap();
        let mut found = Vec::new();
        let mut opened =
            Journal::open(&path, from_ref(&facts), |game| found.push(game.record.spec.game))
                .unwrap();
        let missing =
            (0..).zip(&texts).filter(|(game, _)| !found.contains(game)).map(|(_, text)| text);
        opened.journal.append(missing).unwrap();
        drop(opened);
        assert_eq!(read(&path).len(), 8, "cut at {cut}");
    }
}

#[test]
fn a_journal_of_an_earlier_version_is_refused_and_its_games_are_read_like_any_others() {
    let bench = Bench::new(8, LINES);
    let (settings, path) = (bench.load(), bench.path("games.pgn"));
    for (text, games) in EARLIER.into_iter().zip([8, 8]) {
        fs::write(&path, text).unwrap();
        let error = Journal::open(&path, from_ref(&facts(&settings)), |_| {}).unwrap_err();
        let error = error.to_string();
        assert!(
            error.contains("games.pgn: this is the journal of a match that version 0.2"),
            "{error}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        let mut command = Command::new(cargo_bin!("arena"));
        let output = command.args(["report", "--format", "json"]).arg(&path).output().unwrap();
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(json["games"], games, "{json:#}");
    }
}

#[tokio::test]
async fn games_are_printed_for_other_tools() {
    let bench = Bench::new(8, LINES);
    let (_, text) = journal_of(&bench).await;
    let print = |format: &str| {
        let mut command = Command::new(cargo_bin!("arena"));
        let output = command.arg("report").arg(bench.path("games.pgn")).args(["--format", format]);
        let output = output.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let full = print("pgn");
    assert_eq!(games_of(&full).len(), 8);
    assert!(games_of(&full).iter().all(|game| game.contains("[Match \"")));
    assert_eq!(try_read(&bench, &full).unwrap(), try_read(&bench, &text).unwrap());
    // Others read the same results from either.
    let score = |text: &str| {
        // Without checksums they are the games of any match runner.
        let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("[Checksum"));
        fs::write(bench.path("a.pgn"), lines.collect::<String>()).unwrap();
        let mut command = Command::new(cargo_bin!("arena"));
        let output = command.args(["report", "--format", "json"]).arg(bench.path("a.pgn"));
        let json: Value = serde_json::from_slice(&output.output().unwrap().stdout).unwrap();
        assert_eq!(json["games"], 8, "{json:#}");
        json["players"].clone()
    };
    assert_eq!(score(&text), score(&full));
}
