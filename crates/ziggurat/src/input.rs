//! Lines from standard input, whatever their bytes.

use std::io::{BufRead, Read};

/// Longest line that is read, in bytes: a game of a hundred thousand moves.
pub(crate) const LONGEST: usize = 1 << 20;

/// A line of input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Its text, invalid UTF-8 replaced.
    Text(String),
    /// It is longer than [`LONGEST`] and was skipped.
    TooLong,
}

/// The lines of an input.
pub(crate) struct Lines<R> {
    input: R,
    bytes: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R) -> Lines<R> {
        Lines { input, bytes: Vec::new() }
    }

    /// The next line; `None` at the end, and where reading fails.
    pub(crate) fn next(&mut self) -> Option<Line> {
        self.bytes.clear();
        let limit = LONGEST as u64 + 1;
        let read = (&mut self.input).take(limit).read_until(b'\n', &mut self.bytes).ok()?;
        if read == 0 {
            return None;
        }
        if read > LONGEST && self.bytes.last() != Some(&b'\n') {
            self.input.skip_until(b'\n').ok()?;
            return Some(Line::TooLong);
        }
        Some(Line::Text(String::from_utf8_lossy(&self.bytes).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Line> {
        let mut lines = Lines::new(bytes);
        std::iter::from_fn(|| lines.next()).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    #[test]
    fn lines_come_one_by_one_the_last_even_without_an_end() {
        assert_eq!(lines(b"uci\r\n\nquit"), [text("uci\r\n"), text("\n"), text("quit")]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn a_line_too_long_is_skipped_and_the_next_one_read() {
        let mut bytes = vec![b'x'; 3 * LONGEST];
        bytes.extend(b"\nquit\n");
        assert_eq!(lines(&bytes), [Line::TooLong, text("quit\n")]);
        let longest = [vec![b'x'; LONGEST], b"\nquit".to_vec()].concat();
        assert!(matches!(lines(&longest)[..], [Line::Text(_), Line::Text(_)]));
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(lines(b"go \xff\0\n"), [text("go \u{fffd}\0\n")]);
    }
}
