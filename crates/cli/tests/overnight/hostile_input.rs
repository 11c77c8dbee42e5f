//! Absurd positions, and large files: no panic, no unbounded memory, no unbounded time.
//!
//! Changed bytes of every input are for the fuzzer (`fuzz/README.md`); damaged journals are a family of their own.

mod large;

use std::fs;

use arena::chess::openings::Book;
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::bench::Bench;
use crate::kills::Contenders;
use crate::trials::Trials;
use large::{books_that_take_their_time, large_files_are_read_in_little_memory};

crate::tests![
    absurd_positions_are_refused_or_played,
    books_that_take_their_time,
    large_files_are_read_in_little_memory,
];

/// Positions that can be written but not, or hardly, be reached.
const ABSURD: [&str; 10] = [
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "8/8/8/3pp3/3PP3/8/8/8 w - - 0 1",
    "kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w - - 0 1",
    "4k3/QQQQQQQQ/QQQQQQQQ/QQQQ4/8/8/8/4K3 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "PPPPPPPP/4k3/8/8/8/8/4K3/pppppppp w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w KQkq e3 0 1",
    "nnnnknnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNKNNN w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4294967295 4294967295",
    "3k4/8/8/8/8/8/8/3K4 w - - 150 9999",
];

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
