//! A book as a whole: read and checked before the first game.

mod places;
mod source;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;

use super::Opening;
use super::builtin;
use super::format::Format;
use super::line_error::LineError;
use crate::system::input;
use places::{Checked, Place};
use source::{Reading, Source, Text};

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
    /// The openings that were left out.
    pub duplicates: Vec<Duplicate>,
    /// The openings that are played as Chess960, since their castling rights need it; `None` where there are none.
    pub chess960: Option<Chess960Openings>,
    /// SHA-256 of its text.
    pub digest: [u8; 32],
    openings: Kept,
}

/// The openings of a book, each position once.
#[derive(Clone, Debug)]
enum Kept {
    /// In the text of the book, where an opening is read again when its game begins: millions of positions would need
    /// much memory.
    Text(Arc<BookText>),
    /// By their numbers.
    Given(Arc<BTreeMap<usize, Opening>>),
}

/// A text with the places of its openings.
#[derive(Debug)]
struct BookText {
    text: Text,
    reading: Reading,
    places: Vec<Place>,
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

/// The openings of a book that are played as Chess960.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chess960Openings {
    /// How many there are.
    pub count: usize,
    /// Line of the first.
    pub first: usize,
}

impl Book {
    /// Reads a book, each opening cut to this many plies, and checks all of it.
    ///
    /// # Errors
    /// When the file cannot be read or has no opening, or on the first opening that has an illegal
    /// move, an impossible position, or a position in which the game is already over.
    pub fn read(path: &Path, plies: Option<usize>) -> anyhow::Result<Book> {
        let source = Source::open(path, plies)?;
        let (checked, copied) = std::thread::scope(|scope| {
            let copied = scope.spawn(|| (source.digest(), source.copy()));
            (places::checked(&source), copied.join())
        });
        let (digest, copy) = copied.unwrap_or_else(|_| (source.digest(), None));
        let Checked { places, duplicates, chess960 } =
            checked.map_err(|error| wrong_line(path, error))?;
        if places.is_empty() {
            return Err(empty(path));
        }
        let Source { bytes, reading } = source;
        let text = copy.map_or(Text::Memory(bytes), Text::Copy);
        let openings = Kept::Text(Arc::new(BookText { text, reading, places }));
        Ok(Book { path: path.to_owned(), openings, duplicates, chess960, digest })
    }

    /// A book of these openings, by their numbers in it, from another source than a file of this name.
    #[must_use]
    pub fn of(path: PathBuf, digest: [u8; 32], openings: BTreeMap<usize, Opening>) -> Book {
        let lines = openings.values().filter(|opening| opening.castling_mode().is_chess960());
        let mut lines = lines.map(|opening| opening.line);
        let chess960 =
            lines.next().map(|first| Chess960Openings { count: 1 + lines.count(), first });
        let openings = Kept::Given(Arc::new(openings));
        Book { path, openings, duplicates: Vec::new(), chess960, digest }
    }

    /// The number of openings, which is never 0 for a book that was read.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.openings {
            Kept::Text(text) => text.places.len(),
            Kept::Given(openings) => openings.len(),
        }
    }

    /// Whether it has none: those of another machine's match are dealt one by one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The opening of this number, from 0, in the order of the file; `None` if it has no such one.
    #[must_use]
    pub fn opening(&self, index: usize) -> Option<Opening> {
        match &self.openings {
            Kept::Text(text) => text.opening(index),
            Kept::Given(openings) => openings.get(&index).cloned(),
        }
    }

    /// Its openings, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = Opening> + '_ {
        (0..self.len()).filter_map(|index| self.opening(index))
    }
}

impl BookText {
    /// The opening at the place of this number.
    fn opening(&self, index: usize) -> Option<Opening> {
        let place = self.places.get(index)?;
        let mut found = None;
        let read = self.reading.each(&self.text.part(place.bytes())?, |_, opening| {
            found = Some(Opening { line: place.line(), ..opening });
            Ok(())
        });
        read.ok().and(found)
    }
}

fn wrong_line(path: &Path, LineError { line, problem }: LineError) -> anyhow::Error {
    anyhow!("{}:{line}: {problem}", path.display())
}

fn empty(path: &Path) -> anyhow::Error {
    anyhow!("{}: the opening book has no opening in it", path.display())
}
