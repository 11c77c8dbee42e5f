//! Text that cannot be read.

use std::fmt;

use crate::{LONGEST_COMMENT, LONGEST_TAG};

/// An unreadable part of a file. Reading continues after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line on which it begins, from 1.
    pub line: u64,
    /// Its kind.
    pub kind: FaultKind,
}

/// The kinds of text that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// A bracket outside of a comment that begins no tag; the line was passed over.
    NoTag,
    /// A tag with a value that does not end on its line; the line was skipped.
    OpenTag {
        /// The tag's name.
        name: String,
    },
    /// A tag line of more than [`LONGEST_TAG`] bytes, passed over.
    LongTag {
        /// The tag's name.
        name: String,
    },
    /// A word in a movetext that is not a move, number, annotation or result.
    Word(String),
    /// A line between games that is neither a tag nor a comment nor a move; it was passed over.
    Text,
    /// A result between games.
    StrayResult,
    /// A comment of more than [`LONGEST_COMMENT`] bytes, passed over.
    LongComment,
    /// A comment that is never closed: the whole rest is its text.
    OpenComment {
        /// Tag sections in that text.
        games: u64,
    },
    /// A variation that is not closed before the next game; the rest of its game was passed over.
    OpenVariation,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::NoTag => write!(f, "a bracket that begins no tag"),
            FaultKind::OpenTag { name } => {
                write!(f, "the tag {name} has no closing quote and bracket on its line")
            }
            FaultKind::LongTag { name } => {
                write!(f, "the line of the tag {name} has more than {LONGEST_TAG} bytes")
            }
            FaultKind::Word(word) => write!(f, "{word:?} is not a move"),
            FaultKind::Text => write!(f, "a line that belongs to no game"),
            FaultKind::StrayResult => write!(f, "a result that belongs to no game"),
            FaultKind::LongComment => {
                write!(f, "a comment of more than {LONGEST_COMMENT} bytes")
            }
            FaultKind::OpenComment { .. } => write!(f, "a comment that is never closed"),
            FaultKind::OpenVariation => write!(f, "a variation that is never closed"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl std::error::Error for Fault {}
