//! Journals that were cut, altered or mixed. A match resumes correctly, or the error names
//! the damage and the file is left unchanged; numbers are never silently wrong.
//!
//! `tests/arena/journal.rs` has the same for single faults in fine detail, such as a cut at every
//! byte of the last game.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::slice::from_ref;

use arena::storage::facts::MatchFacts;
use arena::storage::journal::{Journal, JournalGame};
use rand::{Rng, RngExt};
use rand_chacha::ChaCha12Rng;
use tempfile::TempDir;

use crate::bench::Bench;
use crate::kills::Contenders;
use crate::trials::{Trials, directory_in_memory};

crate::tests![
    a_changed_byte_is_never_overlooked,
    a_changed_journal_is_never_misread,
    a_journal_that_cannot_be_written_is_refused,
];

const GAMES: usize = 6;

/// A complete journal and its games.
struct Original {
    bench: Bench,
    /// For its damaged copies.
    directory: TempDir,
    bytes: Vec<u8>,
    games: BTreeMap<u32, JournalGame>,
    facts: MatchFacts,
}

impl Original {
    fn new() -> Original {
        let text = Contenders::InProcess.text(GAMES, 1).replace("nodes = 300", "nodes = 20");
        let bench = Bench::new(&text.replace("max_moves = 40", "max_moves = 3"));
        assert_eq!(bench.run(&[]).code, Some(0));
        let bytes = fs::read(bench.path("results/x/games.pgn")).unwrap();
        let games = bench.games();
        let facts = (*games[0].facts).clone();
        let games = games.into_iter().map(|game| (game.record.spec.game, game)).collect();
        Original { bench, directory: directory_in_memory(), bytes, games, facts }
    }

    /// The games, each with its line breaks.
    fn texts(&self) -> Vec<Vec<u8>> {
        let text = String::from_utf8(self.bytes.clone()).unwrap();
        let halves: Vec<&str> = text.split_inclusive("\n\n").collect();
        halves.chunks(2).map(|game| game.concat().into_bytes()).collect()
    }

    /// The runner's reading of these bytes: the games, or an error that leaves the file alone.
    fn open(&self, bytes: &[u8]) -> Result<Vec<JournalGame>, String> {
        let path = self.directory.path().join("damaged.pgn");
        fs::write(&path, bytes).unwrap();
        let mut games = Vec::new();
        match Journal::open(&path, from_ref(&self.facts), |game| games.push(game.clone())) {
            Ok(opened) => {
                assert_eq!(opened.games.len(), games.len());
                // Its end is cut off, or nothing is.
                assert!(bytes.starts_with(&fs::read(&path).unwrap()));
                Ok(games)
            }
            Err(error) => {
                assert_eq!(fs::read(&path).unwrap(), bytes, "{error}");
                let error = error.to_string();
                assert!(error.starts_with(path.to_str().unwrap()), "{error}");
                Err(error)
            }
        }
    }

    /// Asserts that every game read from these bytes is as written and occurs once; returns the
    /// number of games.
    fn assert_not_misread(&self, bytes: &[u8], what: &str) -> Option<usize> {
        let mut seen = BTreeMap::new();
        let games = self.open(bytes).ok()?;
        for game in &games {
            let number = game.record.spec.game;
            assert!(seen.insert(number, ()).is_none(), "{what}: game {number} is there twice");
            assert_eq!(Some(game), self.games.get(&number), "{what}");
        }
        Some(games.len())
    }
}

fn a_changed_byte_is_never_overlooked(trials: &Trials) {
    let original = Original::new();
    let mut random = trials.random("byte");
    let all = original.bytes.len();
    let bytes: Vec<usize> = match trials.is_full() {
        true => (0..all).collect(),
        false => (0..200).map(|_| random.random_range(0..all)).collect(),
    };
    trials.survive(bytes.len(), || {
        for at in bytes {
            let mut damaged = original.bytes.clone();
            damaged[at] ^= 1 << random.random_range(0..8);
            let games = original.assert_not_misread(&damaged, &format!("byte {at}"));
            // At the very end the damage may look like a torn write, and the game is played again.
            assert!(games.is_none_or(|games| games == GAMES - 1), "byte {at}: {games:?} games");
        }
    });
}

fn a_changed_journal_is_never_misread(trials: &Trials) {
    let original = Original::new();
    let mut random = trials.random("journal");
    let changes = trials.count(200, 10_000);
    trials.survive(changes, || {
        for number in 0..changes {
            let mut bytes = original.bytes.clone();
            for _ in 0..random.random_range(1..4) {
                bytes = changed(bytes, &original, &mut random);
            }
            original.assert_not_misread(&bytes, &format!("change {number}"));
        }
    });
}

/// The bytes with something cut out, put in, doubled, moved or overwritten.
fn changed(mut bytes: Vec<u8>, original: &Original, random: &mut ChaCha12Rng) -> Vec<u8> {
    let texts = original.texts();
    let length = bytes.len().max(1);
    let (from, to) = (random.random_range(0..length), random.random_range(0..length));
    let range = from.min(to)..from.max(to).min(bytes.len());
    match random.random_range(0..9) {
        0 => bytes.truncate(from),
        1 => drop(bytes.drain(range)),
        2 => {
            let copy = bytes[range].to_vec();
            bytes.extend(copy);
        }
        3 => bytes.splice(range, [0; 64]).for_each(drop),
        4 => bytes = String::from_utf8_lossy(&bytes).replace('\n', "\r\n").into_bytes(),
        5 => bytes.extend(&texts[from % texts.len()]),
        6 => {
            // Games in another order are the same match.
            let mut texts = texts;
            texts.rotate_left(from % GAMES);
            bytes = texts.concat();
        }
        7 => {
            let at = from.min(bytes.len());
            let noise: Vec<u8> = (0..40).map(|_| random.next_u32().to_le_bytes()[0]).collect();
            bytes.splice(at..at, noise).for_each(drop);
        }
        _ => bytes.splice(..0, *b"\xef\xbb\xbf").for_each(drop),
    }
    bytes
}

fn a_journal_that_cannot_be_written_is_refused(trials: &Trials) {
    let original = Original::new();
    let journal = original.bench.path("results/x/games.pgn");
    let refuse = |what: &str| {
        let run = original.bench.run(&[]);
        assert_eq!(run.code, Some(1), "{what}: {}", run.errors);
        assert!(run.errors.contains(journal.to_str().unwrap()), "{what}: {}", run.errors);
        assert!(!run.errors.contains("panicked"), "{what}: {}", run.errors);
    };
    trials.survive(2, || {
        fs::remove_file(&journal).unwrap();
        fs::create_dir(&journal).unwrap();
        refuse("a directory");
        fs::remove_dir(&journal).unwrap();
        // Zeros without end.
        symlink("/dev/zero", &journal).unwrap();
        refuse("an endless file");
        fs::remove_file(&journal).unwrap();
    });
    fs::write(&journal, &original.bytes).unwrap();
    fs::set_permissions(&journal, fs::Permissions::from_mode(0o444)).unwrap();
    let Some(run) = run_unprivileged(&original.bench) else {
        return trials.skip(
            "a file without write permission: root may write it, and nobody else can \
                            reach the program here",
        );
    };
    trials.survive(1, || {
        assert_eq!(run.0, Some(1), "{}", run.1);
        let expected = format!("cannot open the journal {}: Permission denied", journal.display());
        assert!(run.1.contains(&expected), "{}", run.1);
        assert_eq!(fs::read(&journal).unwrap(), original.bytes);
    });
}

/// Runs the match as a user without privileges; `None` if that is impossible.
fn run_unprivileged(bench: &Bench) -> Option<(Option<i32>, String)> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.arg("run").arg(bench.path("x.toml"));
    if rustix::process::geteuid().is_root() {
        // A copy, for the project may be in a directory that only root may enter.
        let program = bench.path("arena");
        fs::copy(env!("CARGO_BIN_EXE_arena"), &program).unwrap();
        let directories = [".", "results", "results/x"];
        for path in directories.map(|name| bench.path(name)) {
            fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
        }
        command = Command::new(program);
        command.arg("run").arg(bench.path("x.toml")).uid(65_534).gid(65_534);
    }
    let output = command.output().ok()?;
    Some((output.status.code(), String::from_utf8(output.stderr).unwrap()))
}
