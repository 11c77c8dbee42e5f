//! Errors in making data.

use std::io;
use std::path::{Path, PathBuf};

use arena::storage::json_lines::JsonLinesError;

/// Why data cannot be made, or a file of games cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JsonLinesError),
    /// The file of games cannot be read or written.
    #[error("cannot {doing} {}", path.display())]
    Io {
        /// The attempted action.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The file of games does not match the journal.
    #[error(
        "{}: {problem}; what the journal {} says was written is not there, so that both are of no \
         use; delete them to begin anew", path.display(), journal.display()
    )]
    Damaged {
        /// The file of games.
        path: PathBuf,
        /// The journal.
        journal: PathBuf,
        /// The problem.
        problem: String,
    },
    /// There are games that the journal does not know.
    #[error(
        "{}: it has games that the journal {} does not know; choose another directory with --out, or \
         move the games away", path.display(), journal.display()
    )]
    Unknown {
        /// The file of games.
        path: PathBuf,
        /// The journal.
        journal: PathBuf,
    },
    /// A game in a file is invalid.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The problem and its place.
        source: game_data::ReadError,
    },
    /// A game cannot be written in the format.
    #[error("game {game} cannot be kept")]
    Write {
        /// Its number, from 0.
        game: u64,
        /// Why not.
        source: game_data::WriteError,
    },
    /// A book of Chess960.
    #[error(
        "{}:{line}: a position of Chess960; the games are kept in a format of standard chess, so that \
         the book must be one, too", path.display()
    )]
    Chess960 {
        /// The book.
        path: PathBuf,
        /// The line.
        line: usize,
    },
    /// The engine failed: only on a bug.
    #[error("the engine failed in game {game}: {problem}")]
    Engine {
        /// The game's number, from 0.
        game: u64,
        /// The panic's message.
        problem: String,
    },
}

/// The error of an operation on a file.
pub(super) fn failed(doing: &'static str, path: &Path) -> impl Fn(io::Error) -> DataError {
    move |source| DataError::Io { doing, path: path.to_owned(), source }
}
