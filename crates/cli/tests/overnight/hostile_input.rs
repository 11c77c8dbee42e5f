//! Malformed files: match files, books, PGN of other programs. No panic, no unbounded memory, no
//! unbounded time.
//!
//! The lines of an engine, and those of a runner to `ziggurat`, have such tests beside their
//! parsers; damaged journals are a family of their own.

mod large;
mod words;

use std::fs;

use arena::chess::epd;
use arena::chess::openings::Book;
use arena::config::{self, Overrides};
use arena::score::pgn_scores::PgnScores;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::bench::Bench;
use crate::kills::Contenders;
use crate::trials::{Trials, directory_in_memory};
use large::{books_that_take_their_time, large_files_are_read_in_little_memory};
use words::{ABSURD, EPD_WORDS, GAME, PGN_WORDS, POSITION, TOML_WORDS};

crate::tests![
    match_files_of_any_kind,
    position_books_of_any_kind,
    game_books_of_any_kind,
    games_of_others_of_any_kind,
    absurd_positions_are_refused_or_played,
    books_that_take_their_time,
    large_files_are_read_in_little_memory,
];

/// Tries a property on `count` inputs that the seed draws.
fn hold<S: Strategy>(trials: &Trials, count: usize, inputs: S, property: impl Fn(S::Value)) {
    let config = Config {
        cases: u32::try_from(count).unwrap(),
        failure_persistence: None,
        ..Config::default()
    };
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&trials.seed().to_le_bytes());
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    trials.survive(count, || {
        let held = runner.run(&inputs, |input| {
            property(input);
            Ok(())
        });
        held.unwrap_or_else(|failure| panic!("{failure}"));
    });
}

/// A change of a text: its place, the length replaced, and the replacement.
type Change = (prop::sample::Index, usize, Vec<u8>);

/// Some changes; each inserts one of these words, or arbitrary bytes.
fn changes(words: &'static [&'static str]) -> impl Strategy<Value = Vec<Change>> {
    let bytes = prop::collection::vec(any::<u8>(), 0..12);
    let word = prop::sample::select(words).prop_map(|word| word.as_bytes().to_vec());
    let change = (any::<prop::sample::Index>(), 0..30usize, prop_oneof![3 => word, 1 => bytes]);
    prop::collection::vec(change, 1..6)
}

fn apply(text: &str, changes: &[Change]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for (at, length, new) in changes {
        let at = at.index(bytes.len() + 1);
        let end = (at + length).min(bytes.len());
        bytes.splice(at..end, new.iter().copied()).for_each(drop);
    }
    bytes
}

fn match_files_of_any_kind(trials: &Trials) {
    let bench = Bench::new(&Contenders::InProcess.text(4, 1));
    let directory = directory_in_memory();
    let file = directory.path().join("any.toml");
    fs::copy(bench.path("book.pgn"), directory.path().join("book.pgn")).unwrap();
    let text = fs::read_to_string(bench.path("x.toml")).unwrap()
        + "options = { Hash = 16 }\nargs = [\"a\"]\n[stop]\nsprt = { elo0 = 0, elo1 = 5 }\nuntil = \"07:00\"\n\
           [supervision]\nhang = \"1\"\n";
    let count = trials.count(500, 20_000);
    hold(trials, count, changes(TOML_WORDS), |changes| {
        fs::write(&file, apply(&text, &changes)).unwrap();
        if let Err(error) = config::load(&file, &Overrides::default()) {
            let error = error.to_string();
            assert!(error.contains("any.toml"), "{error}");
        }
    });
}

fn position_books_of_any_kind(trials: &Trials) {
    let directory = directory_in_memory();
    let file = directory.path().join("any.epd");
    let count = trials.count(1000, 50_000);
    hold(trials, count, changes(EPD_WORDS), |changes| {
        let text = apply(POSITION, &changes);
        let _ = epd::lines(&text).count();
        fs::write(&file, text).unwrap();
        let _ = Book::read(&file, None);
    });
}

fn game_books_of_any_kind(trials: &Trials) {
    let directory = directory_in_memory();
    let file = directory.path().join("any.pgn");
    let count = trials.count(1000, 50_000);
    hold(trials, count, changes(PGN_WORDS), |changes| {
        fs::write(&file, apply(&GAME.repeat(2), &changes)).unwrap();
        let _ = Book::read(&file, Some(4));
    });
}

fn games_of_others_of_any_kind(trials: &Trials) {
    let count = trials.count(1000, 50_000);
    hold(trials, count, changes(PGN_WORDS), |changes| {
        let text = apply(&GAME.repeat(3), &changes);
        let mut tournament = PgnScores::default();
        if tournament.read("x.pgn", text.as_slice(), |_, _| ()).is_ok() {
            tournament.finish();
            assert!(tournament.games() <= 3 + changes.len() as u64 * 2);
        }
    });
}

fn absurd_positions_are_refused_or_played(trials: &Trials) {
    let mut random = trials.random("absurd");
    let drawn = trials.count(10, 400);
    let drawn: Vec<String> = (0..drawn).map(|_| drawn_position(&mut random)).collect();
    let positions = ABSURD.iter().map(ToString::to_string).chain(drawn);
    let mut played = 0;
    for position in positions {
        trials.survive(1, || {
            let text = Contenders::InProcess.text(2, 1).replace("book.pgn", "book.epd");
            let bench = Bench::new(&text.replace("max_moves = 40", "max_moves = 3"));
            fs::write(bench.path("book.epd"), format!("{position}\n")).unwrap();
            match Book::read(&bench.path("book.epd"), None) {
                Err(error) => assert!(error.to_string().contains("book.epd:1: "), "{error}"),
                Ok(_) => {
                    played += 1;
                    let run = bench.run(&[]);
                    assert_eq!(run.code, Some(0), "{position}: {}", run.errors);
                    // An engine that panics loses the game, which is a failure here.
                    let sound = |game: &arena::storage::journal::JournalGame| {
                        game.record.incident.is_none()
                    };
                    assert!(bench.games().iter().all(sound), "{position}: {}", run.errors);
                }
            }
        });
    }
    assert!(played > 0, "all were refused");
}

/// A position with two kings and many other pieces anywhere.
fn drawn_position(random: &mut impl rand::Rng) -> String {
    let mut squares = ['1'; 64];
    for _ in 0..random.random_range(1..60) {
        let pieces = ['Q', 'q', 'R', 'r', 'B', 'b', 'N', 'n', 'P', 'p'];
        squares[random.random_range(0..64)] = *pieces.choose(random).unwrap();
    }
    squares[random.random_range(0..32)] = 'k';
    squares[random.random_range(32..64)] = 'K';
    let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.iter().collect()).collect();
    format!("{} w - - 0 1", ranks.join("/"))
}
