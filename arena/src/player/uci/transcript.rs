//! The last lines that went to an engine and came from it.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::time::Instant;

use super::printable;

/// Lines that are remembered, both ways together.
const LINES: usize = 200;
/// Bytes of a line that are remembered.
const LENGTH: usize = 2048;

/// Who wrote a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Runner,
    Engine,
}

/// The last lines both ways, with the time of each. Once it is full it allocates nothing more.
#[derive(Debug)]
pub(super) struct Transcript {
    begun: Instant,
    lines: VecDeque<Line>,
}

#[derive(Debug)]
struct Line {
    at: Instant,
    source: Source,
    /// Its bytes, as far as they are remembered.
    text: Vec<u8>,
    /// Its length in bytes.
    length: usize,
}

impl Transcript {
    pub(super) fn new() -> Transcript {
        Transcript { begun: Instant::now(), lines: VecDeque::with_capacity(LINES) }
    }

    /// Remembers a line.
    pub(super) fn note(&mut self, source: Source, at: Instant, text: &[u8]) {
        let mut bytes = if self.lines.len() == LINES {
            self.lines.pop_front().map_or_else(Vec::new, |line| line.text)
        } else {
            Vec::new()
        };
        bytes.clear();
        bytes.extend_from_slice(&text[..text.len().min(LENGTH)]);
        self.lines.push_back(Line { at, source, text: bytes, length: text.len() });
    }

    /// All of it as text: seconds since the engine was started, direction, line.
    pub(super) fn to_text(&self) -> String {
        let mut out = String::new();
        for Line { at, source, text, length } in &self.lines {
            let seconds = at.saturating_duration_since(self.begun).as_secs_f64();
            let arrow = if *source == Source::Runner { '>' } else { '<' };
            let _ = write!(out, "{seconds:12.6} {arrow} {}", printable(text));
            if *length > text.len() {
                let _ = write!(out, " ... ({length} bytes in all)");
            }
            out.push('\n');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_and_cannot_harm_a_terminal() {
        let mut transcript = Transcript::new();
        let now = Instant::now();
        for number in 0..LINES + 7 {
            transcript.note(Source::Runner, now, format!("line {number}").as_bytes());
        }
        transcript.note(Source::Engine, now, b"\x1b[2Jhello\0");
        let mut long = b"go".to_vec();
        long.resize(10_000, b'x');
        transcript.note(Source::Engine, now, &long);
        let text = transcript.to_text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), LINES);
        assert!(lines[0].ends_with("> line 9"), "{}", lines[0]);
        assert!(lines[LINES - 2].ends_with(r"< \u{1b}[2Jhello\0"), "{}", lines[LINES - 2]);
        assert!(lines[LINES - 1].ends_with("xx ... (10000 bytes in all)"));
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()));
    }
}
