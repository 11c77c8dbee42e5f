//! Files that are not what they should be: match files, books, PGN of others. No panic, no
//! unbounded memory, no unbounded time.
//!
//! The lines of an engine, and those of a runner to `ziggurat`, have such tests beside their
//! parsers; damaged journals are a family of their own.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use arena::config::{self, Overrides};
use arena::epd;
use arena::openings::Book;
use arena::tournament::Tournament;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::bench::Bench;
use crate::kills::Contenders;
use crate::process::peak_memory;
use crate::trials::Trials;

crate::tests![
    match_files_of_any_kind,
    position_books_of_any_kind,
    game_books_of_any_kind,
    games_of_others_of_any_kind,
    absurd_positions_are_refused_or_played,
    books_that_take_their_time,
    large_files_are_read_in_little_memory,
];

/// Tries a property on so many inputs that the seed draws.
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

/// A change of a text: where, of how much, and what comes there instead.
type Change = (prop::sample::Index, usize, Vec<u8>);

/// Some changes; what is put in is of these words, or is any bytes.
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

const TOML_WORDS: &[&str] = &[
    "\n",
    "\"",
    "=",
    "[",
    "]",
    "[[contender]]",
    "{",
    "}",
    "-1",
    "0",
    "1e400",
    "nan",
    "inf",
    "99999999999999999999",
    "9223372036854775807",
    "\0",
    "\u{202e}",
    "\\u0000",
    "\"\"\"",
    "'''",
    "games = 2",
    "limits = {}",
    "time_control = \"1/0+0\"",
    "movetime = \"0\"",
    "true",
    "false",
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    "x.y.z = 1",
    "1979-05-27",
    "0x7f",
    "command = \"\"",
    "#",
];

fn match_files_of_any_kind(trials: &Trials) {
    let bench = Bench::new(&Contenders::InProcess.text(4, 1));
    let file = bench.path("any.toml");
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

const EPD_WORDS: &[&str] = &[
    " ",
    "/",
    "8",
    "9",
    "k",
    "K",
    "QQQQQQQQ",
    "w",
    "b",
    "-",
    "KQkq",
    "HAha",
    "e3",
    "e6",
    "0",
    "150",
    "99999999999999",
    "bm",
    ";",
    "\"",
    "id \"",
    "hmvc 4294967296;",
    "fmvn 0;",
    "\n",
    "\r",
    "\0",
    "♞",
];

const POSITION: &str =
    "rnbqkb1r/pp2pppp/3p1n2/2p5/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 2 4 bm d4; id \"a\";\n";

fn position_books_of_any_kind(trials: &Trials) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("any.epd");
    let count = trials.count(1000, 50_000);
    hold(trials, count, changes(EPD_WORDS), |changes| {
        let text = apply(POSITION, &changes);
        let _ = epd::lines(&text).count();
        fs::write(&file, text).unwrap();
        let _ = Book::read(&file, None);
    });
}

const PGN_WORDS: &[&str] = &[
    "(",
    ")",
    "((((((((((((((((",
    "))))))))",
    "{",
    "}",
    ";",
    "%",
    "\n",
    "\n\n",
    "[",
    "]",
    "\"",
    "\\",
    "[FEN \"",
    "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n",
    "[Event \"",
    "1-0",
    "1/2-1/2",
    "*",
    "$1",
    "$999999",
    "e4",
    "O-O-O-O",
    "--",
    "Z0",
    "@@@@",
    "Nf3",
    "e8=K",
    "1.",
    "1...",
    "99999999999999999.",
    "\0",
    "\u{feff}",
    "♞",
    "[White \"A\"]\n",
    "[Black \"B\"]\n",
    "[Result \"1-0\"]\n",
    "[Round \"4294967296.4294967296\"]\n",
];

const GAME: &str = "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Round \"1\"]\n[Result \"1-0\"]\n\n\
    1. e4 {book} (1. d4 d5 (1... Nf6 2. c4)) e5 $1 {a comment} 2. Nf3 Nc6 ; rest\n3. Bb5 a6! 1-0\n\n";

fn game_books_of_any_kind(trials: &Trials) {
    let directory = tempfile::tempdir().unwrap();
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
        let mut tournament = Tournament::default();
        if tournament.read(text.as_slice(), |_| {}).is_ok() {
            tournament.finish();
            assert!(tournament.games() <= 3 + changes.len() as u64 * 2);
        }
    });
}

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
                    let sound = |game: &arena::journal::JournalGame| game.record.incident.is_none();
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

/// Books that look harmless and are a trap for a parser that recurses or begins again and again.
fn books_that_take_their_time(trials: &Trials) {
    let directory = tempfile::tempdir().unwrap();
    let length = trials.count(20_000, 2_000_000);
    let moves = "1. Nf3 Nf6 2. Ng1 Ng8\n".repeat(length / 20);
    let traps = [
        ("deep variations", format!("1. e4 {}", "(".repeat(length))),
        (
            "closed variations",
            format!("1. e4 {}{} e5 *\n", "(1. d4 ".repeat(length), ")".repeat(length)),
        ),
        ("an open comment", format!("1. e4 {{{}", "x\n".repeat(length))),
        ("a long game with a fault at its end", format!("{moves}1. Ke5 *\n")),
        ("a long word", format!("1. e4 {} *\n", "x".repeat(length))),
        ("a long tag", format!("[Opening \"{}\"]\n\n1. e4 e5 *\n", "x".repeat(length))),
        ("many tags", format!("{}\n1. e4 *\n", "[A \"b\"]\n".repeat(length))),
        ("nothing but ends", "*\n\n".repeat(length)),
        ("zeros", "\0".repeat(length)),
    ];
    trials.survive(traps.len(), || {
        for (what, text) in traps {
            let file = directory.path().join("trap.pgn");
            fs::write(&file, &text).unwrap();
            let begun = Instant::now();
            let _ = Book::read(&file, None);
            let mut tournament = Tournament::default();
            let _ = tournament.read(text.as_bytes(), |_| {});
            let patience = Duration::from_secs(trials.count(5, 60) as u64);
            assert!(begun.elapsed() < patience, "{what}: {:?}", begun.elapsed());
        }
    });
}

/// Memory in KiB that reading a file may take, whatever its length.
const LITTLE: u64 = 96 * 1024;

/// Large files, by what they have again and again.
const LARGE: [(&str, &str); 6] = [
    ("games", GAME),
    ("zeros", "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"),
    ("one line", "1. e4 e5 2. Nf3 Nc6 "),
    ("open variations", "(((((((((((((((("),
    (
        "games that are never paired",
        "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n",
    ),
    ("open comments", "{ {{{ ;;; \n"),
];

#[expect(clippy::print_stdout, reason = "figures are what the full form is for")]
fn large_files_are_read_in_little_memory(trials: &Trials) {
    let bytes = trials.count(2_000_000, 300_000_000);
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("large.pgn");
    trials.survive(LARGE.len() + 1, || {
        for (what, text) in LARGE {
            let mut out = BufWriter::new(File::create(&file).unwrap());
            (0..bytes / text.len()).for_each(|_| out.write_all(text.as_bytes()).unwrap());
            out.into_inner().unwrap();
            let (memory, took) = report(&file);
            println!(
                "{what}: {bytes} bytes read in {:.1} s, at most {memory} KiB",
                took.as_secs_f64()
            );
            assert!(memory < LITTLE, "{what}: {memory} KiB");
        }
        // Every game has an opening and players of its own: what is counted, grows.
        let mut text = String::new();
        for number in 0..trials.count(2_000, 100_000) {
            let _ = write!(
                text,
                "[White \"A{}\"]\n[Black \"B\"]\n[Round \"{number}\"]\n[Result \"0-1\"]\n\
                 [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 {number}\"]\n\n1. e4 0-1\n\n",
                number % 40
            );
        }
        fs::write(&file, text).unwrap();
        let (memory, _) = report(&file);
        assert!(memory < LITTLE, "players and rounds: {memory} KiB");
    });
}

/// Reports a file; returns the most memory that took, and the time.
fn report(file: &Path) -> (u64, Duration) {
    let begun = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.arg("report").arg(file);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut report = command.spawn().unwrap();
    let mut memory = 0;
    while report.try_wait().unwrap().is_none() {
        memory = memory.max(peak_memory(report.id()).unwrap_or(0));
        assert!(begun.elapsed() < Duration::from_secs(300), "it takes too long");
        std::thread::sleep(Duration::from_millis(2));
    }
    let errors = String::from_utf8_lossy(&report.wait_with_output().unwrap().stderr).into_owned();
    assert!(!errors.contains("panicked"), "{errors}");
    (memory, begun.elapsed())
}
