//! Reports of PGN files written by several match runners.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write as _;

use arena::report::pgn_results::PgnGames;
use arena::report::{PgnResults, Report};
use arena::score::pgn_scores::PgnScores;

fn summary(files: &[&str]) -> PgnResults {
    let mut tournament = PgnScores::default();
    for file in files {
        tournament.read("games.pgn", file.as_bytes(), |_, _| ()).unwrap();
    }
    tournament.finish();
    PgnResults::of(&tournament, &PgnGames::default())
}

const FASTCHESS: &str = include_str!("data/fastchess.pgn");
const CUTECHESS: &str = include_str!("data/cutechess.pgn");
const C_CHESS: &str = include_str!("data/c-chess.pgn");

/// The report of these results, as it is rendered.
fn document(results: &PgnResults) -> document::Document {
    Report::PgnResults(Box::new(results.clone())).document()
}

#[test]
fn pairs_are_found_in_the_files_of_other_runners() {
    for (file, unfinished, unpaired) in [(FASTCHESS, 1, 1), (CUTECHESS, 0, 0), (C_CHESS, 0, 0)] {
        let summary = summary(&[file]);
        let [encounter] = summary.standings.encounters.as_slice() else { panic!("two players") };
        assert_eq!(encounter.players, ["new", "old"]);
        let pairs = encounter.pairs;
        assert_eq!([pairs.wd, pairs.wl, pairs.pairs()], [1, 1, 2], "{file}");
        assert_eq!((summary.unfinished, encounter.unpaired_games), (unfinished, unpaired));
        let text = document(&summary).text();
        assert!(text.starts_with("new vs old\n"), "{text}");
        assert_eq!(text.contains("has no partner"), unpaired > 0, "{text}");
    }
}

#[test]
fn several_files_are_one_report() {
    let merged = summary(&[FASTCHESS, CUTECHESS, C_CHESS]);
    assert_eq!(merged.standings.encounters[0].pairs.pairs(), 6);
    assert_eq!(merged.games, 13);
}

/// Pairs of a round robin of four players; the last one loses everything.
fn round_robin() -> String {
    let mut text = String::new();
    let mut round = 0;
    for (first, second) in [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)] {
        for pair in 0..6 {
            round += 1;
            for game in 0..2 {
                let (white, black) = if game == 0 { (first, second) } else { (second, first) };
                let first_wins = second == 3 || (pair + first) % 3 != 1;
                let result = match (first_wins, game) {
                    (true, 0) | (false, 1) => "1-0",
                    (true, _) if second == 3 => "0-1",
                    _ => "1/2-1/2",
                };
                let _ = write!(
                    text,
                    "[Round \"{round}\"]\n[White \"P{white}\"]\n[Black \"P{black}\"]\n\
                     [Result \"{result}\"]\n\n1. e4 {{+0.1/9 0.1s}} {result}\n\n"
                );
            }
        }
    }
    text
}

#[test]
fn more_than_two_players_get_ratings_and_a_cross_table() {
    let summary = summary(&[&round_robin()]);
    assert_eq!(summary.standings.players.len(), 4);
    assert_eq!(summary.standings.players[3].name, "P3");
    assert!(summary.standings.players[3].elo.0.is_none(), "who lost everything has no rating");
    assert!(summary.standings.players[..3].iter().all(|player| player.elo_pm.0.is_some()));
    let mean: f64 = summary.standings.players[..3].iter().filter_map(|player| player.elo.0).sum();
    assert!(mean.abs() < 1e-9);
    let text = document(&summary).text();
    assert!(text.contains("by its results alone") && text.contains("(-630.0)"), "{text}");
    assert!(text.contains("0.0/12"), "{text}");
}

/// A file of many pairs that is made while it is read.
struct LongFile {
    pairs: std::ops::Range<u32>,
    buffer: Vec<u8>,
}

impl std::io::Read for LongFile {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        while self.buffer.len() < out.len() {
            let Some(pair) = self.pairs.next() else { break };
            for (white, black, result) in [("A", "B", "1-0"), ("B", "A", "1/2-1/2")] {
                let moves = "2. Kd2 {+0.31/12 0.103s} Kd7 {-0.28/11 0.110s}\n".repeat(40);
                let game = format!(
                    "[Round \"{}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
                     [Result \"{result}\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n\
                     {moves}{result}\n\n",
                    pair + 1
                );
                self.buffer.extend_from_slice(game.as_bytes());
            }
        }
        let length = self.buffer.len().min(out.len());
        out[..length].copy_from_slice(&self.buffer[..length]);
        self.buffer.drain(..length);
        Ok(length)
    }
}

#[test]
fn a_long_file_is_read_as_it_comes() {
    let mut tournament = PgnScores::default();
    let mut heard = 0;
    let file = LongFile { pairs: 0..10_000, buffer: Vec::new() };
    tournament.read("long.pgn", file, |_, _| heard += 1).unwrap();
    tournament.finish();
    assert_eq!(tournament.games(), 20_000);
    assert_eq!(heard, 20_000);
    let encounter = &tournament.encounters[0];
    assert_eq!(encounter.pairs.wd, 10_000);
    assert_eq!(encounter.openings.len(), 1);
}

#[test]
fn nothing_printed_is_infinite_or_not_a_number() {
    let game = |players: [&str; 2], round: u32, result: &str| {
        let [white, black] = players;
        format!(
            "[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
             [Result \"{result}\"]\n\n*\n\n"
        )
    };
    let mut files = vec![round_robin()];
    for result in ["1-0", "0-1", "1/2-1/2"] {
        for other in ["1-0", "0-1", "1/2-1/2"] {
            let pair = game(["A", "B"], 1, result) + &game(["B", "A"], 1, other);
            files.push(game(["A", "B"], 1, result));
            files.push(pair.clone() + &game(["A", "C"], 1, other));
            files.push(pair.clone() + &game(["A", "A"], 1, other));
            files
                .push((1..9).map(|round| pair.replace("\"1\"", &format!("\"{round}\""))).collect());
            files.push(pair);
        }
    }
    for file in files {
        let summary = summary(&[&file]);
        for text in
            [document(&summary).text(), document::Format::Markdown.render(&document(&summary))]
        {
            let said = text.replace("-inf (lost all)", "").replace("inf (won all)", "");
            let words: Vec<&str> = said.split(|c: char| !c.is_alphanumeric()).collect();
            assert!(!words.iter().any(|word| ["NaN", "nan", "inf"].contains(word)), "{text}");
            assert!(!text.contains("± 0") && !text.contains("-0.0 "), "{text}");
        }
    }
}
