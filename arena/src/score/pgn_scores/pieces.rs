//! For tests: a source that is read in pieces.

use std::io::{self, Read};

/// Hands a text out in pieces of one size.
pub(super) struct Pieces<'a>(pub(super) &'a [u8], pub(super) usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let piece = self.1.min(buffer.len());
        (&mut self.0).take(piece as u64).read(buffer)
    }
}
