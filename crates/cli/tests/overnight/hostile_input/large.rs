//! Large files, and files that look harmless and take long.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use arena::chess::openings::Book;
use arena::score::pgn_scores::PgnScores;

use super::words::GAME;
use crate::process::peak_memory;
use crate::trials::Trials;

/// Books that look harmless and are a trap for a parser that recurses or begins again and again.
pub(super) fn books_that_take_their_time(trials: &Trials) {
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
            let mut tournament = PgnScores::default();
            let _ = tournament.read("x.pgn", text.as_bytes(), |_, _| ());
            let patience = Duration::from_secs(trials.count(5, 60) as u64);
            assert!(begun.elapsed() < patience, "{what}: {:?}", begun.elapsed());
        }
    });
}

/// Memory in KiB that reading a file may take, whatever its length.
const LITTLE: u64 = 96 * 1024;

/// Large files, by their repeated part.
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
pub(super) fn large_files_are_read_in_little_memory(trials: &Trials) {
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
        // Every game has an opening and players of its own, so every count grows.
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
