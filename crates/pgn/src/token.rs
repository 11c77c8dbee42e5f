//! The parts of a game.

use std::borrow::Cow;

use shakmaty::Outcome;

use crate::{Fault, WrittenMove, decode};

/// The first bytes of the line that begins a tag section, and of a line in every section.
pub(crate) const EVENT: &[u8] = b"[Event ";
const RESULT: &[u8] = b"[Result ";

/// A part of a file, in its order. Every game is a `Begin`, its tags, its moves with their comments, and an `End`;
/// comments before a game's first tag come before its `Begin`. Move numbers, annotations and variations are
/// passed over.
#[derive(Clone, Debug, PartialEq)]
pub enum Token<'a> {
    /// A game begins.
    Begin,
    /// A tag.
    Tag {
        /// Its name.
        name: Cow<'a, str>,
        /// Its value, without quotes and without the backslashes before quotes and backslashes.
        value: Cow<'a, str>,
    },
    /// A move of the main line.
    Move(WrittenMove),
    /// A comment, without its braces or its semicolon.
    Comment(Comment<'a>),
    /// The game is over, with the result of its termination marker if it has one.
    End(Option<Outcome>),
    /// Text that cannot be read.
    Fault(Fault),
}

/// The text of a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment<'a> {
    bytes: &'a [u8],
    is_line: bool,
}

impl<'a> Comment<'a> {
    pub(crate) fn new(bytes: &'a [u8], is_line: bool) -> Comment<'a> {
        Comment { bytes, is_line }
    }

    /// Its bytes, with the blanks at its ends.
    #[must_use]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Its text, with the blanks at its ends.
    #[must_use]
    pub fn text(&self) -> Cow<'a, str> {
        decode(self.bytes)
    }

    /// Whether it runs from a semicolon to the end of its line, rather than in braces.
    #[must_use]
    pub fn is_line(&self) -> bool {
        self.is_line
    }

    /// Whole tag sections in it, each with an event and a result. They are text, by the standard; where the comment
    /// was to be closed before them, they are games that are lost.
    #[must_use]
    pub fn tag_sections(&self) -> u64 {
        let count = |start| {
            let mut lines = LineCount::new(start);
            lines.pass(self.bytes);
            lines.count
        };
        match self.bytes.contains(&b'[') {
            true => count(EVENT).min(count(RESULT)),
            false => 0,
        }
    }
}

/// Counts the lines that begin with some bytes in a text that comes in pieces.
#[derive(Debug)]
pub(crate) struct LineCount {
    pub(crate) count: u64,
    start: &'static [u8],
    /// Bytes of the start seen since the last line break; `None` where the line is another one.
    matched: Option<usize>,
}

impl LineCount {
    pub(crate) fn new(start: &'static [u8]) -> LineCount {
        LineCount { count: 0, start, matched: None }
    }

    pub(crate) fn pass(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.matched = match self.matched {
                _ if matches!(byte, b'\n' | b'\r') => Some(0),
                Some(matched) if self.start[matched] == byte => Some(matched + 1),
                _ => None,
            };
            if self.matched == Some(self.start.len()) {
                self.count += 1;
                self.matched = None;
            }
        }
    }
}
