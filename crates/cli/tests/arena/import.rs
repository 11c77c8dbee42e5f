//! Games and positions in the formats of other programs' files: each file of `data/import` holds
//! the same two games, and each command reads the same from it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use arena::chess::openings::Book;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, EnPassantMode};
use tempfile::TempDir;

fn files() -> Vec<PathBuf> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../arena/tests/data/import");
    let files = fs::read_dir(directory).unwrap();
    files.map(|file| file.unwrap().path()).collect()
}

fn arena(directory: &Path, arguments: &str, file: &Path) -> Output {
    let mut command = Command::new(cargo_bin!("arena"));
    command.current_dir(directory).args(arguments.split(' ')).arg(file).output().unwrap()
}

/// The output of a command that accepts a file.
fn works(directory: &Path, arguments: &str, file: &Path) -> String {
    let output = arena(directory, arguments, file);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    assert!(output.status.success(), "{}: {}", file.display(), text(output.stderr));
    text(output.stdout) + &text(output.stderr)
}

fn written(place: &TempDir, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = place.path().join(name);
    fs::write(&path, text).unwrap();
    path
}

/// The first position and the moves of each opening of a book.
fn openings(path: &Path) -> Vec<(String, Vec<String>)> {
    let book = Book::read(path, None).unwrap_or_else(|error| panic!("{error}"));
    let openings = book.iter().map(|opening| {
        let fen = Fen::from_position(&opening.start, EnPassantMode::Legal).to_string();
        let moves = opening.moves.iter().map(|m| m.to_uci(CastlingMode::Standard).to_string());
        (fen, moves.collect())
    });
    openings.collect()
}

const RUN: &str =
    "run --first none --second null-move --nodes 1 --games 2 --out results --quiet --book";

/// The report of a file as JSON.
fn report(directory: &Path, file: &Path) -> Value {
    serde_json::from_str(&works(directory, "report --format json", file)).unwrap()
}

#[test]
fn a_book_is_the_same_in_all_ways_of_writing_it() {
    let expected = openings(&files()[0]).len();
    assert_eq!(expected, 2);
    for path in files() {
        let moves: Vec<String> = openings(&path).iter().map(|(_, moves)| moves.join(" ")).collect();
        assert_eq!(moves, ["e2e4 e7e5 g1f3 b8c6 f1c4", "d2d4 d7d5 c2c4"], "{}", path.display());
    }
}

#[test]
fn a_match_takes_every_book() {
    for path in files() {
        let place = tempfile::tempdir().unwrap();
        works(place.path(), RUN, &path);
        let journal = fs::read_to_string(place.path().join("results/games.pgn")).unwrap();
        assert_eq!(journal.matches("[Event ").count(), 2, "{}", path.display());
        // Only the first game has the settings of the match.
        assert_eq!(journal.matches("[Match \"").count(), 1, "{}", path.display());
    }
}

#[test]
fn a_report_counts_the_same_games_in_all_ways_of_writing_them() {
    let place = tempfile::tempdir().unwrap();
    for path in files() {
        let report = report(place.path(), &path);
        let name = path.display();
        assert_eq!(
            (report["games"].as_u64(), report["comments"]["moves"].as_u64()),
            (Some(2), Some(8)),
            "{name}"
        );
        assert_eq!(report["encounters"][0]["players"], serde_json::json!(["A", "B"]), "{name}");
        let counts = &report["encounters"][0]["all"];
        assert_eq!(counts, &serde_json::json!({ "losses": 0, "draws": 1, "wins": 1 }), "{name}");
        assert_eq!(report["faults"], serde_json::json!([]), "{name}");
        assert_eq!(
            (report["nameless"].as_u64(), report["unfinished"].as_u64()),
            (Some(0), Some(0)),
            "{name}"
        );
    }
}

/// A game of two players with a result.
fn game(players: [&str; 2], result: &str, movetext: &str) -> String {
    let [white, black] = players;
    format!(
        "[Event \"?\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n{movetext}\n\n"
    )
}

/// Kinds of faults of a report, how many there are, and the line of the first.
fn faults(report: &Value) -> Vec<(String, u64, u64)> {
    let faults = report["faults"].as_array().unwrap().iter();
    let number = |fault: &Value, key: &str| fault[key].as_u64().unwrap();
    let fault = |fault: &Value| {
        let what = fault["what"].as_str().unwrap().split(", NOT READ").next().unwrap();
        (what.to_owned(), number(fault, "times"), number(fault, "line"))
    };
    faults.map(fault).collect()
}

#[test]
fn the_tag_counts_where_the_movetext_contradicts_it() {
    let place = tempfile::tempdir().unwrap();
    let text = game(["A", "B"], "1-0", "1. e4 0-1") + &game(["A", "B"], "0-1", "1. e4 *");
    let report = report(place.path(), &written(&place, "a.pgn", text));
    assert_eq!(
        report["encounters"][0]["all"],
        serde_json::json!({ "losses": 1, "draws": 0, "wins": 1 })
    );
    let kind = "results that tag and movetext contradict: the tag counts".to_owned();
    assert_eq!(faults(&report), [(kind, 1, 6)]);
}

#[test]
fn what_is_not_read_is_counted_with_its_line_and_the_reason() {
    let place = tempfile::tempdir().unwrap();
    let text = "A preface.\n\n".to_owned()
        + &game(["A", "B"], "1-0", "1. e4 Zc6 2. d4 1-0")
        + &game(["A", "B"], "1-0", "1. e4 e5 2. Ke3 1-0")
        + &game(["A", "B"], "1-0", "1. e4 (1. d4\n")
        + &game(["B", "A"], "1-0", "1. e4 { open\n")
        + &game(["A", "B"], "1-0", "1. e4 1-0");
    let path = written(&place, "a.pgn", text);
    let report = report(place.path(), &path);
    assert_eq!(report["games"].as_u64(), Some(4));
    let expected = [
        ("comments that are never closed", 1, 30),
        ("games within a comment", 1, 30),
        ("lines that belong to no game", 1, 1),
        ("words that are no move", 1, 8),
        ("moves that are not legal", 1, 15),
        ("variations that are never closed, rest of the game NOT READ", 1, 22),
    ];
    let mut found = faults(&report);
    found[0].0 = found[0].0.replace(" NOT READ from there on", "");
    let found: Vec<(&str, u64, u64)> =
        found.iter().map(|(what, times, line)| (what.as_str(), *times, *line)).collect();
    assert_eq!(found, expected);
    let text = works(place.path(), "report", &path);
    assert!(text.contains("a.pgn:8: \"Zc6\" is not a move)"), "{text}");
    // A quotation in a comment loses no game.
    let quoted = game(["A", "B"], "1-0", "1. e4 {\n[Event \"?\"]\n} e5 1-0");
    assert_eq!(faults(&self::report(place.path(), &written(&place, "b.pgn", quoted))), []);
}
