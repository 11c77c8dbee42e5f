//! Splits a stream of bytes into lines, and makes bytes safe to display.

use std::ops::Range;

use document::terminal;
use memchr::memchr;

/// Bytes that are read at once, and the longest line that is kept whole.
const CAPACITY: usize = 64 * 1024;
/// The number of bytes kept of a longer line.
const KEPT: usize = 1024;

/// The words of a line.
pub(crate) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// Splits an engine's output into lines, wherever reads divide it. Memory is bounded: a line that
/// does not fit is represented by its beginning.
#[derive(Debug)]
pub(crate) struct Lines {
    buffer: Vec<u8>,
    /// The first byte not yet given out, the first not yet looked at, and the first free one.
    begin: usize,
    searched: usize,
    end: usize,
    /// Whether the rest of an overlong line is still to come.
    overlong: bool,
}

impl Lines {
    pub(crate) fn new() -> Lines {
        Lines { buffer: vec![0; CAPACITY], begin: 0, searched: 0, end: 0, overlong: false }
    }

    /// The buffer for the next read; never empty. To be called when [`Lines::next`] has nothing
    /// more.
    pub(crate) fn space(&mut self) -> &mut [u8] {
        if self.begin == self.end {
            (self.begin, self.searched, self.end) = (0, 0, 0);
        } else if self.end == CAPACITY {
            self.make_room();
        }
        &mut self.buffer[self.end..]
    }

    fn make_room(&mut self) {
        if self.begin == 0 {
            self.overlong = true;
            self.end = KEPT;
        } else {
            self.buffer.copy_within(self.begin..self.end, 0);
            self.end -= self.begin;
            self.begin = 0;
        }
        self.searched = self.end;
    }

    /// This many bytes have been read into the space.
    pub(crate) fn filled(&mut self, bytes: usize) {
        self.end += bytes;
    }

    /// The next whole line, as a place for [`Lines::text`].
    pub(crate) fn next(&mut self) -> Option<Range<usize>> {
        let Some(at) = memchr(b'\n', &self.buffer[self.searched..self.end]) else {
            self.searched = self.end;
            return None;
        };
        let line = self.begin..self.searched + at;
        self.begin = line.end + 1;
        self.searched = self.begin;
        if std::mem::take(&mut self.overlong) {
            return Some(line.start..line.end.min(line.start + KEPT));
        }
        Some(line)
    }

    /// The line at this place without blanks and carriage returns at its ends.
    pub(crate) fn text(&self, line: Range<usize>) -> &[u8] {
        self.buffer[line].trim_ascii()
    }

    /// The beginning of a line that is incomplete so far.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.buffer[self.begin..self.end]
    }
}

/// Bytes of an engine as text that cannot harm a terminal, cut if it is too long.
#[must_use]
pub fn printable(bytes: &[u8]) -> String {
    const LONGEST: usize = 4096;
    terminal::line(&String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)])).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn feed(lines: &mut Lines, mut bytes: &[u8]) -> Vec<String> {
        let mut texts = Vec::new();
        while !bytes.is_empty() {
            let space = lines.space();
            let count = bytes.len().min(space.len());
            space[..count].copy_from_slice(&bytes[..count]);
            bytes = &bytes[count..];
            lines.filled(count);
            while let Some(line) = lines.next() {
                texts.push(String::from_utf8_lossy(lines.text(line)).into_owned());
            }
        }
        texts
    }

    #[test]
    fn a_line_may_come_in_pieces() {
        let mut lines = Lines::new();
        assert!(feed(&mut lines, b"best").is_empty());
        assert!(feed(&mut lines, b"move e2").is_empty());
        assert_eq!(lines.rest(), b"bestmove e2");
        assert_eq!(feed(&mut lines, b"e4\r\nreadyok\n\nx"), ["bestmove e2e4", "readyok", ""]);
    }

    #[test]
    fn of_an_endless_line_the_beginning_is_kept() {
        let mut lines = Lines::new();
        let mut long = b"info string ".to_vec();
        long.resize(1 << 20, b'x');
        long.extend_from_slice(b"\nbestmove e2e4\n");
        let texts = feed(&mut lines, &long);
        assert_eq!(texts.len(), 2);
        assert!(texts[0].starts_with("info string xxx") && texts[0].len() <= KEPT);
        assert_eq!(texts[1], "bestmove e2e4");
    }

    proptest! {
        #[test]
        fn no_cut_changes_the_lines(
            texts in proptest::collection::vec("[a-z]{0,30}", 0..40),
            pieces in proptest::collection::vec(1usize..50, 1..20),
        ) {
            let whole: String = texts.iter().map(|text| format!("{text}\n")).collect();
            let mut lines = Lines::new();
            let (mut read, mut rest) = (Vec::new(), whole.as_bytes());
            for piece in pieces.iter().cycle() {
                if rest.is_empty() {
                    break;
                }
                let (now, later) = rest.split_at(rest.len().min(*piece));
                read.extend(feed(&mut lines, now));
                rest = later;
            }
            prop_assert_eq!(read, texts);
        }
    }
}
