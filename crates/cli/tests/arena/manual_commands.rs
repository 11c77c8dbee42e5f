//! Runs the commands of the manual and of the README, made small.
//!
//! Every block of the language `sh` that begins with `arena` or `cargo run --release --` is given
//! to a shell, in a directory that looks like a checkout: match files whose limits and games are
//! small, a suite of two positions, the results of `matches/smoke.toml`, and stand-ins for the
//! reader's own files. A comment before a block changes that:
//!
//! - `<!-- test: skip, because REASON -->`: it is not run;
//! - `<!-- test: A => B; C => D -->`: A and C are replaced before it is run;
//! - `<!-- test: needs PROGRAM; A => B -->`: it is run where this program is installed;
//! - `<!-- test: file NAME -->` before a `toml` block: it is written to this file, made small.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

use crate::manual::{chapters, documents, root};

/// The instructions of a comment for the block after it.
#[derive(Debug)]
enum Note {
    Skip(String),
    Replace(Vec<(String, String)>),
    Needs(String, Vec<(String, String)>),
    File(String),
}

impl Note {
    /// The note on this line, if there is one.
    fn of(line: &str) -> Option<Note> {
        let note = line.strip_prefix("<!-- test: ")?.strip_suffix(" -->").expect(line);
        Some(if let Some(reason) = note.strip_prefix("skip, because ") {
            Note::Skip(reason.to_owned())
        } else if let Some(name) = note.strip_prefix("file ") {
            Note::File(name.to_owned())
        } else {
            let pair = |text: &str| {
                let (from, to) = text.split_once(" => ").expect(line);
                (from.to_owned(), to.to_owned())
            };
            match note.strip_prefix("needs ") {
                Some(note) => {
                    let mut parts = note.split("; ");
                    let program = parts.next().expect(line).to_owned();
                    Note::Needs(program, parts.map(pair).collect())
                }
                None => Note::Replace(note.split("; ").map(pair).collect()),
            }
        })
    }
}

/// A fenced block of a document.
#[derive(Debug)]
struct Block {
    /// Line of the document on which it begins, from 1.
    line: usize,
    language: String,
    text: String,
    note: Option<Note>,
}

/// The fenced blocks of a document. Those within a list are indented.
fn blocks(document: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = document.lines().enumerate();
    let mut note = None;
    while let Some((number, line)) = lines.next() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            let inside = lines.by_ref().map(|(_, line)| line);
            let inside: Vec<&str> =
                inside.take_while(|line| !line.trim_start().starts_with("```")).collect();
            let (language, text) = (language.to_owned(), inside.join("\n") + "\n");
            blocks.push(Block { line: number + 1, language, text, note: note.take() });
        } else if !line.is_empty() {
            assert!(note.is_none(), "line {number}: no block after {note:?}");
            note = Note::of(line.trim_start());
        }
    }
    blocks
}

/// Keys that make a file long, and their replacements.
const SMALL: [(&str, &str); 8] = [
    ("games", "games = 4"),
    ("nodes", "nodes = 100"),
    ("time_control", "nodes = 100"),
    ("movetime", "nodes = 100"),
    ("depth", "depth = 2"),
    ("depths", "depths = \"1..2\""),
    ("iterations", "iterations = 2"),
    ("pairs", "pairs = 1"),
];

/// A match, tuning or experiment file with a few small games or searches.
fn small(text: &str) -> String {
    text.lines().map(small_line).collect()
}

/// A line of the file with small values, whether a key is alone or in a table.
fn small_line(line: &str) -> String {
    let mut line = line.to_owned();
    for (key, small) in SMALL {
        let assignment = format!("{key} = ");
        let is_key = |at: &usize| line[..*at].chars().next_back().is_none_or(|c| " {".contains(c));
        let Some(start) = line.find(&assignment).filter(is_key) else { continue };
        let end = start + end_of_value(&line[start..]);
        line.replace_range(start..end, small);
    }
    line + "\n"
}

/// The end of the value in `key = value`.
fn end_of_value(assignment: &str) -> usize {
    let value = assignment.find(" = ").map_or(0, |at| at + 3);
    let end = assignment[value..].find([',', ' ', '}']);
    end.map_or(assignment.len(), |end| value + end)
}

/// A directory that looks like a checkout.
struct Checkout(TempDir);

impl Checkout {
    fn new() -> Checkout {
        let checkout = Checkout(tempfile::tempdir().unwrap());
        symlink(root().join("openings"), checkout.path("openings")).unwrap();
        copy_small(&root().join("matches"), &checkout.path("matches"));
        let suite = fs::read_to_string(root().join("arena/suites/self-play.epd")).unwrap();
        let suite: String = suite.lines().take(2).map(|line| line.to_owned() + "\n").collect();
        fs::create_dir_all(checkout.path("arena/suites")).unwrap();
        fs::write(checkout.path("arena/suites/self-play.epd"), &suite).unwrap();
        checkout.run("arena run matches/smoke.toml --quiet").unwrap();
        // The reader's own files.
        fs::write(checkout.path("wac.epd"), &suite).unwrap();
        let book = fs::read_to_string(root().join("openings/twenty.pgn")).unwrap();
        let book: Vec<&str> = book.split("\n[Event ").take(3).collect();
        fs::write(checkout.path("others.pgn"), book.join("\n[Event ")).unwrap();
        for name in ["monday.pgn", "tuesday.pgn"] {
            fs::copy(checkout.path("matches/results/smoke/games.pgn"), checkout.path(name))
                .unwrap();
        }
        checkout
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs commands; the error is the standard error of the one that failed.
    fn run(&self, commands: &str) -> Result<(), String> {
        let arena = cargo_bin!("arena").parent().unwrap();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let games = Path::new("/usr/games").to_owned();
        let places =
            std::iter::once(arena.to_owned()).chain(std::env::split_paths(&path)).chain([games]);
        let mut command = Command::new("sh");
        command.args(["-ec", &commands.replace("cargo run --release -- ", "arena ")]);
        command.env("PATH", std::env::join_paths(places).unwrap()).env("HOME", self.0.path());
        command.current_dir(self.0.path()).stdin(Stdio::null());
        let output = command.output().unwrap();
        let error = || String::from_utf8_lossy(&output.stderr).into_owned();
        output.status.success().then_some(()).ok_or_else(error)
    }

    /// Whether a program is installed.
    fn has(&self, program: &str) -> bool {
        self.run(&format!("command -v {program}")).is_ok()
    }

    /// Executes a block; returns whether it was run.
    #[expect(clippy::print_stdout, reason = "a block that is skipped is to be seen")]
    fn try_block(&self, place: &str, block: &Block) -> bool {
        let Block { language, text, note, .. } = block;
        let is_ours =
            ["arena ", "cargo run --release -- "].iter().any(|start| text.starts_with(start));
        match (language.as_str(), note) {
            ("toml", Some(Note::File(name))) => {
                fs::write(self.path(name), small(text)).unwrap();
                return false;
            }
            ("sh", Some(Note::Skip(reason))) => {
                println!("{place}: skipped, because {reason}");
                return false;
            }
            ("sh", Some(Note::Needs(program, _))) if !self.has(program) => {
                println!("{place}: skipped, because {program} is not installed");
                return false;
            }
            ("sh", None | Some(Note::Replace(_) | Note::Needs(..))) if is_ours => {}
            (_, None) => return false,
            (_, Some(note)) => panic!("{place}: {note:?} is not for this block"),
        }
        let mut commands = text.clone();
        if let Some(Note::Replace(pairs) | Note::Needs(_, pairs)) = note {
            for (from, to) in pairs {
                assert!(commands.contains(from), "{place}: there is no {from}");
                commands = commands.replace(from, to);
            }
        }
        self.run(&commands).unwrap_or_else(|error| panic!("{place}\n{commands}\n{error}"));
        true
    }
}

/// Copies the match files of a directory and of those in it, made small.
fn copy_small(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let copy = to.join(path.file_name().unwrap());
        if path.is_dir() && !path.ends_with("results") {
            copy_small(&path, &copy);
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            fs::write(copy, small(&fs::read_to_string(&path).unwrap())).unwrap();
        }
    }
}

#[test]
fn every_command_of_the_manual_and_the_readme_runs() {
    let mut run = 0;
    for document in std::iter::once(root().join("README.md")).chain(documents(&chapters())) {
        let blocks = blocks(&fs::read_to_string(&document).unwrap());
        if blocks.iter().all(|block| block.language != "sh") {
            continue;
        }
        let checkout = Checkout::new();
        for block in &blocks {
            let name = document.file_name().unwrap().to_string_lossy();
            let place = format!("{name}:{}", block.line);
            run += usize::from(checkout.try_block(&place, block));
        }
    }
    assert!(run > 20, "{run}");
}
