//! The text of a book.

use std::borrow::Cow;
use std::fs::File;
use std::io::Write;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context as _, Error, bail};
use sha2::{Digest, Sha256};

use super::super::builtin::{self, BuiltIn};
use super::super::format::Format;
use super::super::line_error::LineError;
use super::super::{Opening, epd, pgn};
use crate::system::input;

/// The text of a book, decompressed, and how it is read.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) bytes: Vec<u8>,
    pub(super) reading: Reading,
}

/// How a text is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    pub(super) format: Format,
    /// The plies that openings are cut to.
    pub(super) plies: Option<usize>,
}

/// Bytes of a text that memory holds while a match is played.
const IN_MEMORY: usize = 8 << 20;

/// The text from which openings are read while a match is played. The file of the book may change meanwhile.
#[derive(Debug)]
pub(super) enum Text {
    Memory(Vec<u8>),
    /// A copy that has no name, so that it ends with the process.
    Copy(File),
}

impl Source {
    /// Reads the text of a file or a built-in book.
    pub(super) fn open(path: &Path, plies: Option<usize>) -> anyhow::Result<Source> {
        let built_in = builtin::book(path).map_err(Error::msg)?;
        let shown = path.display();
        let unreadable = || format!("cannot read the opening book {shown}");
        let Some(format) = Format::of(path) else {
            // An archive is named as one.
            input::open(path).with_context(unreadable)?;
            bail!(
                "{shown}: an opening book ends in .pgn, .epd or .fen, before .gz, .zst or .bz2 where it is compressed"
            );
        };
        if plies.is_some() && format == Format::Epd {
            bail!(
                "{shown}: `plies` cuts the move sequences of a PGN book; this is a book of positions"
            );
        }
        let bytes =
            built_in.map_or_else(|| input::read(path), BuiltIn::text).with_context(unreadable)?;
        Ok(Source { bytes, reading: Reading { format, plies } })
    }

    pub(super) fn digest(&self) -> [u8; 32] {
        Sha256::digest(&self.bytes).into()
    }

    /// A copy of a long text in the directory of temporary files, if that has room.
    pub(super) fn copy(&self) -> Option<File> {
        let mut file = (self.bytes.len() > IN_MEMORY).then(tempfile::tempfile)?.ok()?;
        file.write_all(&self.bytes).ok()?;
        Some(file)
    }
}

impl Reading {
    /// Hands over the openings of a text, each with its first byte. Bytes and lines count from its beginning.
    pub(super) fn each(
        self,
        text: &[u8],
        take: impl FnMut(usize, Opening) -> Result<(), LineError>,
    ) -> Result<(), LineError> {
        match self.format {
            Format::Epd => epd::each(text, take),
            Format::Pgn => pgn::each(text, self.plies, take),
        }
    }
}

impl Text {
    /// A part of it; `None` where the disk fails.
    pub(super) fn part(&self, part: Range<usize>) -> Option<Cow<'_, [u8]>> {
        match self {
            Text::Memory(bytes) => bytes.get(part).map(Cow::Borrowed),
            Text::Copy(file) => {
                let mut bytes = vec![0; part.len()];
                system::files::read_at(file, &mut bytes, part.start as u64).ok()?;
                Some(bytes.into())
            }
        }
    }
}
