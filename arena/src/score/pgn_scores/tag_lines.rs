//! Tag lines that no reader of PGN takes, made such as one does.

use std::io::{self, Read};

/// Bytes of a tag line, at most, without its end. The standard has 255; some programs write whole
/// analyses into one.
pub(super) const LONGEST: usize = 8 * 1024 - 1;

/// Passes a PGN file on, and cuts tag lines at [`LONGEST`] bytes. A last line that is torn is ended.
pub(super) struct TagLines<R> {
    source: R,
    /// Bytes of the present line so far.
    length: usize,
    /// Whether the present line is one of a tag.
    is_tag: bool,
    /// Lines ended.
    pub(super) lines: u64,
    /// Tag lines that were cut.
    pub(super) cut: u64,
}

impl<R: Read> TagLines<R> {
    pub(super) fn new(source: R) -> TagLines<R> {
        TagLines { source, length: 0, is_tag: false, lines: 0, cut: 0 }
    }

    /// Moves what is to be passed on to the front; returns how much it is.
    fn pass(&mut self, bytes: &mut [u8]) -> usize {
        let (mut kept, mut at) = (0, 0);
        while at < bytes.len() {
            if self.length == 0 {
                self.is_tag = bytes[at] == b'[';
            }
            let line_end = memchr::memchr(b'\n', &bytes[at..]);
            let piece = line_end.unwrap_or(bytes.len() - at);
            let room = if self.is_tag { LONGEST.saturating_sub(self.length) } else { piece };
            bytes.copy_within(at..at + piece.min(room), kept);
            kept += piece.min(room);
            self.cut += u64::from(self.is_tag && self.length <= LONGEST && piece > room);
            self.length += piece;
            at += piece;
            if line_end.is_some() {
                bytes[kept] = b'\n';
                (kept, at) = (kept + 1, at + 1);
                self.length = 0;
                self.lines += 1;
            }
        }
        kept
    }
}

impl<R: Read> Read for TagLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.source.read(buffer)?;
            if read == 0 && self.length > 0 && !buffer.is_empty() {
                self.length = 0;
                buffer[0] = b'\n';
                return Ok(1);
            }
            let kept = self.pass(&mut buffer[..read]);
            // Nothing would mean the end of the file.
            if kept > 0 || read == 0 {
                return Ok(kept);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::pgn_scores::pieces::Pieces;

    #[test]
    fn long_tag_lines_are_cut_and_nothing_else() {
        let long = "x".repeat(3 * LONGEST);
        let edge = format!("[{}", "y".repeat(LONGEST - 1));
        let text = format!("[A \"{long}\"]\n{edge}\n[B \"b\"]\n\n{{[{long}\n}} 1. e4 *\n\n[C \"c");
        let cut = format!("[A \"{long}");
        let expected =
            format!("{}\n{edge}\n", &cut[..LONGEST]) + &text[text.find("[B").unwrap()..] + "\n";
        for size in [1, 7, LONGEST - 1, LONGEST, LONGEST + 1, 1 << 20] {
            let mut lines = TagLines::new(Pieces(text.as_bytes(), size));
            let mut copy = String::new();
            lines.read_to_string(&mut copy).unwrap();
            assert_eq!(copy, expected, "pieces of {size}");
            assert_eq!((lines.cut, lines.lines), (1, 7), "pieces of {size}");
        }
    }
}
