//! Errors in reading a journal.

use std::io;
use std::path::PathBuf;

/// Why a journal cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error("cannot read the journal {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file was not written by this program.
    #[error(
        "{}: not the journal of a match: the game that begins on line {line} is not one that arena \
         wrote ({problem})",
        path.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// First line of the game.
        line: u64,
        /// The problem.
        problem: String,
    },
    /// A game was changed after it was written.
    #[error(
        "{}:{first}: the game on lines {first} to {last} is damaged ({problem}); delete these \
         lines to have it played again, or restore the file",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// First line of the game.
        first: u64,
        /// Last line of the game.
        last: u64,
        /// The problem.
        problem: String,
    },
    /// A program that took the file for any text has changed how it is written.
    #[error(
        "{}:{line}: the game that begins here is as it was written but for {what}; an editor or a \
         transfer put that there: restore the file, or take it out again with: {remedy}",
        path.display()
    )]
    Converted {
        /// The file.
        path: PathBuf,
        /// First line of the game.
        line: u64,
        /// The text that was inserted.
        what: &'static str,
        /// A command that takes it out.
        remedy: String,
    },
    /// A game is intact, but has a value that this version of the program does not know.
    #[error(
        "{}:{first}: the game on lines {first} to {last} is as it was written, but cannot be read \
         ({problem}); it seems that another version of arena wrote it: use that version, or give \
         this match a directory of its own with --out DIR",
        path.display()
    )]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// First line of the game.
        first: u64,
        /// Last line of the game.
        last: u64,
        /// The unknown value.
        problem: String,
    },
    /// It was written by an earlier version, which kept the settings in other tags.
    #[error(
        "{}: this is the journal of a match that version 0.2 or earlier played: go on with it with that \
         version, or play it from the beginning with --out DIR; `arena report {}` reads its games as those \
         of any other match runner",
        path.display(), uci_client::quoted(&path.to_string_lossy())
    )]
    EarlierVersion {
        /// The file.
        path: PathBuf,
    },
    /// A game refers to settings that no game has.
    #[error(
        "{}:{line}: the game that begins here refers to the settings {settings} of its match, which no game \
         of the file has: it was taken out of its journal, or the game with the settings was; `arena run` \
         with the match file knows them, and writes them again with the next game that it plays",
        path.display()
    )]
    WithoutSettings {
        /// The file.
        path: PathBuf,
        /// First line of the game.
        line: u64,
        /// Its reference to them.
        settings: String,
    },
    /// A game is there twice.
    #[error(
        "{}:{line}: game {game}, which begins here, is in the journal twice; delete one of the two",
        path.display()
    )]
    Twice {
        /// The file.
        path: PathBuf,
        /// First line of the second of the two.
        line: u64,
        /// The game's number, from 1.
        game: u32,
    },
    /// Journals of different matches were put together.
    #[error(
        "{}:{line}: the game that begins here is of another match than those before it: {}; a \
         journal has one match",
        path.display(), differences.join("; ")
    )]
    Mixed {
        /// The file.
        path: PathBuf,
        /// First line of the game.
        line: u64,
        /// This game's differences from the match.
        differences: Vec<String>,
    },
}
