//! Absurd positions, large files, and directories with strange names: no panic, no unbounded memory, no unbounded time, and
//! nothing of a name that does a terminal harm.
//!
//! Changed bytes of every input are for the fuzzer (`fuzz/README.md`); damaged journals are a family of their own.

mod large;

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use arena::chess::openings::Book;
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::bench::Bench;
use crate::kills::Contenders;
use crate::trials::Trials;
use large::{books_that_take_their_time, large_files_are_read_in_little_memory};

crate::tests![
    a_match_may_be_in_a_directory_of_any_name,
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

/// Asserts that a text may be shown on a terminal.
fn assert_harmless(what: &str, text: &str) {
    let harmful = |c: char| {
        (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c) || c == '\u{2066}'
    };
    let found = text.chars().find(|&c| harmful(c));
    assert!(found.is_none(), "{what}: {found:?} in {text}");
}

fn outputs(output: &Output) -> [String; 2] {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned())
}

/// A directory with this name.
fn place(parent: &Path, name: &[u8]) -> PathBuf {
    parent.join(OsString::from_vec(name.to_vec()))
}

fn a_match_may_be_in_a_directory_of_any_name(trials: &Trials) {
    let names: [&[u8]; 6] = [
        b"with blanks  and 'quotes\" $HOME `id` ; rm -rf x",
        b"line\nbreak\r\n",
        b"\x1b[31mred\x07",
        b"-dash --out",
        "将棋 \u{202e}♞".as_bytes(),
        b"no \xff\xfe utf-8",
    ];
    let bench = Bench::new(
        "games = 2\nsame = true\nconcurrency = 1\npin = false\nlimits = { nodes = 1 }\n\
         adjudication = { max_moves = 4 }\n[openings]\nfile = \"book.pgn\"\n\
         [[contender]]\nname = \"one\"\nENGINE cheap\n[[contender]]\nname = \"other\"\nENGINE cheap\n",
    );
    trials.survive(names.len(), || {
        for name in names {
            let directory = place(bench.directory.path(), name);
            fs::create_dir(&directory).unwrap();
            let file = directory.join(OsString::from_vec([name, b".toml"].concat()));
            fs::copy(bench.path("x.toml"), &file).unwrap();
            fs::copy(bench.path("book.pgn"), directory.join("book.pgn")).unwrap();
            // Played, and then only reported.
            for _ in 0..2 {
                let mut run = Command::new(env!("CARGO_BIN_EXE_arena"));
                let output = run.arg("run").arg(&file).output().unwrap();
                let [text, errors] = outputs(&output);
                assert_eq!(output.status.code(), Some(0), "{errors}");
                assert_harmless("standard output", &text);
                assert_harmless("standard error", &errors);
            }
            // An error in a file is reported without its name doing any harm.
            fs::write(&file, "games = 3\n\x1b[31m = 4\n").unwrap();
            let mut run = Command::new(env!("CARGO_BIN_EXE_arena"));
            let output = run.arg("run").arg(&file).output().unwrap();
            assert_eq!(output.status.code(), Some(1));
            assert_harmless("standard error", &outputs(&output)[1]);
        }
    });
}
