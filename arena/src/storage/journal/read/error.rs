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
    /// A game is damaged, cannot be read, is there twice, or does not belong to the others.
    #[error("{}:{line}: {problem}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// First line of the game.
        line: u64,
        /// The problem, and the remedy.
        problem: String,
    },
}
