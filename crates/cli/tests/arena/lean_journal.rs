//! Journals that have the settings of the match only once: games that refer to them are read
//! wherever the settings are, and journals of earlier versions, with settings in every game, are
//! read and resumed.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::slice::from_ref;
use std::sync::Arc;

use arena::config::Match;
use arena::storage::facts::MatchFacts;
use arena::storage::journal::{
    GameText, GameWriter, Journal, JournalGame, JournalReader, canonical,
};
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use crate::common::{Bench, facts, read, rewritten, run};

/// Every game has the settings of its match, as the version before lean journals wrote them.
const EVERY_GAME_FULL: &str = include_str!("../../../../arena/tests/data/every-game-full.pgn");
/// The match of [`EVERY_GAME_FULL`].
const LINES: &str = "question = \"Is it resumed?\"\nlimits = { nodes = 200 }\n\
                     adjudication = { max_moves = 12 }\nconcurrency = 1\nseed = 3";
/// A journal of version 0.1.
const OF_0_1: &str = include_str!("../../../../arena/tests/data/match.pgn");

/// The games of a text, each with its line breaks.
fn games_of(text: &str) -> Vec<String> {
    let halves: Vec<&str> = text.split_inclusive("\n\n").collect();
    halves.chunks(2).map(<[&str]>::concat).collect()
}

fn is_lean(game: &str) -> bool {
    game.contains("[Settings \"") && !game.contains("[WhiteConfiguration \"")
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
    let whole: Vec<String> = read(&bench.path("games.pgn")).into_iter().map(canonical).collect();
    let again: Vec<String> = read(&path).into_iter().map(canonical).collect();
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

#[test]
fn a_write_that_is_torn_leaves_whole_games_wherever_it_is_torn() {
    let bench = Bench::new(8, LINES);
    let (settings, path) = (bench.load(), bench.path("games.pgn"));
    let facts = facts(&settings);
    let texts = texts_of(&facts, EVERY_GAME_FULL);
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
        let missing = |text: &&GameText| {
            let number: u32 = text
                .full()
                .split_once("[Game \"")
                .unwrap()
                .1
                .split('"')
                .next()
                .unwrap()
                .parse()
                .unwrap();
            !found.contains(&(number - 1))
        };
        opened.journal.append(texts.iter().filter(missing)).unwrap();
        drop(opened);
        assert_eq!(read(&path).len(), 8, "cut at {cut}");
    }
}

/// The games of a text, in the two forms of a journal.
fn texts_of(facts: &MatchFacts, text: &str) -> Vec<GameText> {
    let writer = GameWriter::new(facts);
    let mut reader = JournalReader::new(text.as_bytes(), Path::new("old.pgn"));
    let mut texts = Vec::new();
    while let Some(game) = reader.next_game().unwrap() {
        let date = reader.date().to_owned();
        texts.push(writer.text(&game.record, &game.opening.into(), &date));
    }
    texts
}

#[tokio::test]
async fn a_journal_of_which_every_game_has_the_settings_is_resumed() {
    let bench = Bench::new(8, LINES);
    let settings = Arc::new(bench.load());
    let path = bench.path("games.pgn");
    let old = games_of(EVERY_GAME_FULL)[..3].concat();
    fs::write(&path, &old).unwrap();
    let before = read(&path);
    // A match keeps the bets of its interval, even if a later version would choose others.
    let kept = MatchFacts { anytime: before[0].facts.anytime.clone(), ..facts(&settings) };
    assert!(before.iter().all(|game| *game.facts == kept));
    run(&settings, &path).await.unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with(&old));
    let games = games_of(&text);
    assert_eq!(games.iter().filter(|game| is_lean(game)).count(), 4);
    let after = read(&path);
    assert_eq!((after.len(), &after[..3]), (8, &before[..]));
    // The same settings, whether a game has them or refers to them.
    assert!(after.iter().all(|game| *game.facts == kept));
}

#[test]
fn a_journal_of_the_first_version_goes_on_with_lean_games() {
    let bench = Bench::new(8, LINES);
    let path = bench.path("games.pgn");
    let games = games_of(OF_0_1);
    fs::write(&path, games[..5].concat()).unwrap();
    let before = read(&path);
    let facts = before[0].facts.clone();
    let mut opened = Journal::open(&path, from_ref(&facts), |_| {}).unwrap();
    assert_eq!(opened.games.len(), 5);
    opened.journal.append(texts_of(&facts, &games[5..].concat()).iter()).unwrap();
    drop(opened);
    let whole = bench.path("whole.pgn");
    fs::write(&whole, OF_0_1).unwrap();
    assert_eq!(read(&path), read(&whole));
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with(&games[..5].concat()));
    assert_eq!(games_of(&text).iter().filter(|game| is_lean(game)).count(), 2);
}

#[test]
fn what_a_full_game_says_is_written_to_the_byte_as_it_was() {
    for text in [OF_0_1, EVERY_GAME_FULL] {
        let mut reader = JournalReader::new(text.as_bytes(), Path::new("old.pgn"));
        let mut again = String::new();
        while let Some(game) = reader.next_game().unwrap() {
            let writer = GameWriter::new(&game.facts);
            let date = reader.date().to_owned();
            again += &writer.write(&game.record, &game.opening.into(), &date);
        }
        assert_eq!(again, text);
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
    assert!(games_of(&full).iter().all(|game| game.contains("[MatchFingerprint \"")));
    assert_eq!(try_read(&bench, &full).unwrap(), try_read(&bench, &text).unwrap());
    let lean = print("lean");
    for game in games_of(&lean) {
        let tags: Vec<&str> = game.lines().take_while(|line| !line.is_empty()).collect();
        assert_eq!(tags.len(), 7, "{game}");
        assert!(!game.contains('{') && !game.contains("Settings"), "{game}");
    }
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
    assert_eq!(score(&lean), score(&full));
    assert_eq!(score(&text), score(&full));
}
