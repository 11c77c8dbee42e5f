//! The last lines sent to an engine and received from it.

use std::fmt::Write as _;
use std::time::Instant;

use crate::lines::printable;

/// The number of lines kept of each side: an endless stream must not displace the other side's
/// lines.
const LINES: usize = 200;
/// Bytes of a line that are remembered.
const LENGTH: usize = 2048;

/// The writer of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Client,
    Engine,
}

/// The last lines both ways, with the time of each. Once it is full it allocates nothing more.
#[derive(Debug)]
pub struct Transcript {
    begun: Instant,
    /// By source; once they are full, the newest takes the place of the oldest.
    lines: [Vec<Line>; 2],
    /// The place of the next line, by source.
    places: [usize; 2],
    /// The number of the next line.
    next: u64,
}

#[derive(Debug)]
struct Line {
    at: Instant,
    number: u64,
    /// Its bytes, as far as they are remembered.
    text: Vec<u8>,
    /// Its length in bytes.
    length: usize,
}

impl Transcript {
    pub(crate) fn new() -> Transcript {
        Transcript::begun_at(Instant::now())
    }

    /// A transcript with times counted from this moment.
    pub(crate) fn begun_at(begun: Instant) -> Transcript {
        let lines = [Vec::with_capacity(LINES), Vec::with_capacity(LINES)];
        Transcript { begun, lines, places: [0; 2], next: 0 }
    }

    /// Remembers a line.
    pub(crate) fn note(&mut self, source: Source, at: Instant, text: &[u8]) {
        let (lines, place) = (&mut self.lines[source as usize], &mut self.places[source as usize]);
        if lines.len() < LINES {
            lines.push(Line { at, number: 0, text: Vec::new(), length: 0 });
        }
        let line = &mut lines[*place];
        *place = (*place + 1) % LINES;
        line.text.clear();
        line.text.extend_from_slice(&text[..text.len().min(LENGTH)]);
        (line.at, line.number, line.length) = (at, self.next, text.len());
        self.next += 1;
    }

    /// The number of the next line.
    #[must_use]
    pub fn mark(&self) -> u64 {
        self.next
    }

    /// The whole transcript as text: seconds since the engine was started, direction, line.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.since(0)
    }

    /// The same from the line of this number on.
    #[must_use]
    pub fn since(&self, mark: u64) -> String {
        let [client, engine] = &self.lines;
        let sent = client.iter().map(|line| (line, '>'));
        let mut lines: Vec<_> = sent.chain(engine.iter().map(|line| (line, '<'))).collect();
        lines.retain(|(line, _)| line.number >= mark);
        lines.sort_by_key(|(line, _)| line.number);
        let mut out = String::new();
        for (Line { at, text, length, .. }, arrow) in lines {
            let seconds = at.saturating_duration_since(self.begun).as_secs_f64();
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
            transcript.note(Source::Client, now, format!("line {number}").as_bytes());
        }
        transcript.note(Source::Engine, now, b"\x1b[2Jhello\0");
        for _ in 0..3 {
            transcript.note(Source::Client, now, b"go");
        }
        let mut long = b"go".to_vec();
        long.resize(10_000, b'x');
        transcript.note(Source::Engine, now, &long);
        let text = transcript.to_text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), LINES + 2);
        assert!(lines[0].ends_with("> line 10"), "{}", lines[0]);
        assert!(lines[LINES - 3].ends_with(r"< \u{1b}[2Jhello\0"), "{}", lines[LINES - 3]);
        assert!(lines[LINES].ends_with("> go"));
        assert!(lines[LINES + 1].ends_with("xx ... (10000 bytes in all)"));
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()));
    }
}
