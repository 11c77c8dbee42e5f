//! Counts the games that a PGN file begins, apart from reading them.

use std::io::{self, Read};

use memchr::memmem;

/// What a game of a PGN file begins with, the line break before it included.
const GAME_START: &[u8] = b"\n[Event \"";

/// Passes a file on and counts the lines that begin a game.
///
/// A comment that is never closed swallows all games after it: to any reader they are its text.
/// The count tells that they are missing.
pub(super) struct EventLines<R> {
    source: R,
    /// The end of what was passed on last; the next line may begin in it.
    tail: Vec<u8>,
    /// Games begun.
    pub(super) count: u64,
}

impl<R: Read> EventLines<R> {
    pub(super) fn new(source: R) -> EventLines<R> {
        // The first line of the file has no line break before it.
        EventLines { source, tail: b"\n".to_vec(), count: 0 }
    }
}

impl<R: Read> Read for EventLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        let new = &buffer[..read];
        let overlap = GAME_START.len() - 1;
        // A start across the border lies within the last bytes before it and the first after it.
        let before = self.tail.len();
        self.tail.extend_from_slice(&new[..read.min(overlap)]);
        let across = memmem::find_iter(&self.tail, GAME_START).count();
        let within = memmem::find_iter(new, GAME_START).count();
        self.count += (across + within) as u64;
        self.tail.truncate(before);
        self.tail.extend_from_slice(&new[read.saturating_sub(overlap)..]);
        let surplus = self.tail.len().saturating_sub(overlap);
        self.tail.drain(..surplus);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::pgn_scores::pieces::Pieces;

    #[test]
    fn games_are_counted_however_the_file_is_cut_up() {
        let text =
            "[Event \"a\"]\n\n1. e4 {[Event \"no\"]} *\n\n[Event \"b\"]\n\n*\n\n[Event \"c\"]\n";
        for size in 1..=text.len() {
            let mut lines = EventLines::new(Pieces(text.as_bytes(), size));
            let mut copy = String::new();
            lines.read_to_string(&mut copy).unwrap();
            assert_eq!((lines.count, copy.as_str()), (3, text), "pieces of {size}");
        }
    }
}
