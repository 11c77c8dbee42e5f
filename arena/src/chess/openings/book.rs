//! A book as a whole: read and checked before the first game.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Outcome, Position};

use super::builtin::{self, BuiltIn};
use super::format::Format;
use super::line_error::LineError;
use super::{Opening, epd, pgn};
use crate::system::input;

impl Format {
    /// The format of a built-in book, or the one of the file's extension: `.pgn`, or `.epd` and
    /// `.fen`; a compression's extension after it is ignored.
    #[must_use]
    pub fn of(path: &Path) -> Option<Format> {
        if let Some(book) = builtin::book(path).ok()? {
            return Some(book.format);
        }
        match input::uncompressed_name(path).extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "pgn" => Some(Format::Pgn),
            "epd" | "fen" => Some(Format::Epd),
            _ => None,
        }
    }
}

/// An opening book.
#[derive(Clone, Debug)]
pub struct Book {
    /// Its source: a file, or `builtin:` and the name of a book of the program's own.
    pub path: PathBuf,
    /// The openings, in the file's order, each position once; never empty.
    pub openings: Vec<Opening>,
    /// The openings that were left out.
    pub duplicates: Vec<Duplicate>,
    /// SHA-256 of its text.
    pub digest: [u8; 32],
}

/// An opening that leads to the same position as an earlier one. It would be the same opening once
/// more, and its games no new evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// Line of the opening.
    pub line: usize,
    /// Line of the earlier one.
    pub earlier: usize,
}

/// Why a book cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("cannot read the opening book {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The extension names no format.
    #[error("{}: an opening book ends in .pgn, .epd or .fen, before .gz, .zst or .bz2 where it is compressed", .0.display())]
    UnknownFormat(PathBuf),
    /// No built-in book has this name.
    #[error("{0}")]
    NotBuiltIn(String),
    /// A line is malformed.
    #[error("{}:{line}: {problem}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The problem.
        problem: String,
    },
    /// It has no opening.
    #[error("{}: the opening book has no opening in it", .0.display())]
    Empty(PathBuf),
    /// A number of plies was asked of a book of positions.
    #[error("{}: `plies` cuts the move sequences of a PGN book; this is a book of positions", .0.display())]
    PliesOfPositions(PathBuf),
}

impl Book {
    /// Reads a book, each opening cut to this many plies, and checks all of it.
    ///
    /// # Errors
    /// When the file cannot be read or has no opening, or on the first opening that has an illegal
    /// move, an impossible position, or a position in which the game is already over.
    pub fn read(path: &Path, plies: Option<usize>) -> Result<Book, BookError> {
        let (mut openings, digest) = Book::openings_of(path, plies)?;
        let over = openings.iter().find_map(|opening| Some((opening.line, is_over(opening)?)));
        if let Some((line, how)) = over {
            let problem = format!("the game is already over {how}");
            return Err(BookError::Line { path: path.to_owned(), line, problem });
        }
        let duplicates = without_duplicates(&mut openings);
        Ok(Book { path: path.to_owned(), openings, duplicates, digest })
    }

    /// The openings of a book as they are, doubles and games that are over among them, and the
    /// SHA-256 of its file.
    ///
    /// # Errors
    /// When the file cannot be read or has no opening, or on the first opening that has an illegal
    /// move or an impossible position.
    pub fn openings_of(
        path: &Path,
        plies: Option<usize>,
    ) -> Result<(Vec<Opening>, [u8; 32]), BookError> {
        let built_in = builtin::book(path).map_err(BookError::NotBuiltIn)?;
        let format = Format::of(path).ok_or_else(|| BookError::UnknownFormat(path.to_owned()))?;
        if plies.is_some() && format == Format::Epd {
            return Err(BookError::PliesOfPositions(path.to_owned()));
        }
        let read_error = |source| BookError::Read { path: path.to_owned(), source };
        let bytes =
            built_in.map_or_else(|| input::read(path), BuiltIn::text).map_err(read_error)?;
        let openings = match format {
            Format::Epd => epd::parse(&bytes),
            Format::Pgn => pgn::parse(&bytes, plies),
        };
        let openings = openings.map_err(|LineError { line, problem }| BookError::Line {
            path: path.to_owned(),
            line,
            problem,
        })?;
        if openings.is_empty() {
            return Err(BookError::Empty(path.to_owned()));
        }
        Ok((openings, Sha256::digest(&bytes).into()))
    }

    /// The openings that are played as Chess960: their castling rights need it.
    pub fn chess960(&self) -> impl Iterator<Item = &Opening> {
        self.openings.iter().filter(|opening| opening.castling_mode().is_chess960())
    }
}

/// Takes out the openings that lead to the position of an earlier one, and returns them.
fn without_duplicates(openings: &mut Vec<Opening>) -> Vec<Duplicate> {
    let mut first = HashMap::new();
    let mut duplicates = Vec::new();
    openings.retain(|opening| {
        let key: Zobrist64 = opening.position.zobrist_hash(EnPassantMode::Legal);
        let earlier = *first.entry(key).or_insert(opening.line);
        if earlier != opening.line {
            duplicates.push(Duplicate { line: opening.line, earlier });
        }
        earlier == opening.line
    });
    duplicates
}

/// The reason that the game is over where an opening ends; `None` if it is not.
fn is_over(opening: &Opening) -> Option<&'static str> {
    match opening.position.outcome() {
        Outcome::Unknown if opening.position.halfmoves() >= 100 => Some("by the fifty-move rule"),
        Outcome::Unknown if is_third_occurrence(opening) => Some("by threefold repetition"),
        Outcome::Unknown => None,
        Outcome::Known(_) if opening.position.is_checkmate() => Some("by checkmate"),
        Outcome::Known(_) if opening.position.is_stalemate() => Some("by stalemate"),
        Outcome::Known(_) => Some("by insufficient material"),
    }
}

/// Whether the moves lead to a threefold repetition of the final position.
fn is_third_occurrence(opening: &Opening) -> bool {
    let key = |position: &Chess| position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal);
    let mut position = opening.start.clone();
    let mut keys = vec![key(&position)];
    for &m in &opening.moves {
        position.play_unchecked(m);
        keys.push(key(&position));
    }
    keys.iter().filter(|&&earlier| earlier == key(&position)).count() >= 3
}
