//! The text of a book.

use std::ops::Range;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::super::builtin::{self, BuiltIn};
use super::super::format::Format;
use super::super::line_error::LineError;
use super::super::{Opening, epd, pgn};
use super::BookError;
use crate::system::input;

/// The text of a book, decompressed, and how it is read.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) bytes: Vec<u8>,
    pub(super) format: Format,
    /// The plies that openings are cut to.
    pub(super) plies: Option<usize>,
}

impl Source {
    /// Reads the text of a file or a built-in book.
    pub(super) fn open(path: &Path, plies: Option<usize>) -> Result<Source, BookError> {
        let built_in = builtin::book(path).map_err(BookError::NotBuiltIn)?;
        let read_error = |source| BookError::Read { path: path.to_owned(), source };
        let Some(format) = Format::of(path) else {
            // An archive is named as one.
            input::open(path).map_err(read_error)?;
            return Err(BookError::UnknownFormat(path.to_owned()));
        };
        if plies.is_some() && format == Format::Epd {
            return Err(BookError::PliesOfPositions(path.to_owned()));
        }
        let bytes =
            built_in.map_or_else(|| input::read(path), BuiltIn::text).map_err(read_error)?;
        Ok(Source { bytes, format, plies })
    }

    pub(super) fn digest(&self) -> [u8; 32] {
        Sha256::digest(&self.bytes).into()
    }

    /// Hands over the openings of a part of the text, each with its first byte. Bytes and lines count from the
    /// beginning of the part.
    pub(super) fn each(
        &self,
        part: Range<usize>,
        take: impl FnMut(usize, Opening) -> Result<(), LineError>,
    ) -> Result<(), LineError> {
        match self.format {
            Format::Epd => epd::each(&self.bytes[part], take),
            Format::Pgn => pgn::each(&self.bytes[part], self.plies, take),
        }
    }
}
