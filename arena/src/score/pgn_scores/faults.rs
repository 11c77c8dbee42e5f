//! Text of PGN files that was not read, and why.

use std::collections::BTreeMap;
use std::fmt;

use pgn::FaultKind;
use serde::Serialize;

/// Text that was not read or contradicts itself, by its kind.
#[derive(Clone, Debug, Default)]
pub struct FileFaults {
    found: BTreeMap<FaultReason, FaultCount>,
    /// The file that is being read.
    pub(super) file: String,
}

/// The faults of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultCount {
    /// Such faults, and what becomes of them.
    pub what: &'static str,
    /// How many there are.
    pub times: u64,
    /// The file that has the first of them.
    pub file: String,
    /// Its line there, from 1.
    pub line: u64,
    /// The first, in words.
    pub first: String,
}

/// The kinds of faults, and what becomes of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultReason {
    /// A comment that is never closed, and all behind it.
    OpenComment,
    /// A whole tag section within a comment.
    SwallowedGame,
    /// A line between games.
    Text,
    /// A result between games.
    StrayResult,
    /// A bracket that begins no tag.
    NoTag,
    /// A tag without an end.
    OpenTag,
    /// A tag that is too long.
    LongTag,
    /// A `FEN` tag that is no position.
    Start,
    /// A word that is no move.
    Word,
    /// A move that is not legal.
    IllegalMove,
    /// A comment that is too long.
    LongComment,
    /// A variation that is never closed.
    OpenVariation,
    /// A `Result` tag that has no result.
    Result,
    /// A result that tag and movetext contradict.
    Contradiction,
    /// A game of another variant of chess.
    Variant,
}

impl FaultReason {
    /// Such faults, and what becomes of them.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            FaultReason::OpenComment => "comments that are never closed, NOT READ from there on",
            FaultReason::SwallowedGame => "games within a comment, NOT READ",
            FaultReason::Text => "lines that belong to no game, NOT READ",
            FaultReason::StrayResult => "results that belong to no game, NOT READ",
            FaultReason::NoTag => "brackets that begin no tag, NOT READ",
            FaultReason::OpenTag => "tags without an end on their line, NOT READ",
            FaultReason::LongTag => "tags of more than 1 MiB, NOT READ",
            FaultReason::Start => "FEN tags that are no position, moves NOT READ",
            FaultReason::Word => "words that are no move, NOT READ",
            FaultReason::IllegalMove => "moves that are not legal, NOT READ from there on",
            FaultReason::LongComment => "comments of more than 1 MiB, NOT READ",
            FaultReason::OpenVariation => {
                "variations that are never closed, rest of the game NOT READ"
            }
            FaultReason::Result => "results in no form that is read, games NOT COUNTED",
            FaultReason::Contradiction => {
                "results that tag and movetext contradict: the tag counts"
            }
            FaultReason::Variant => "games of other variants of chess, NOT COUNTED",
        }
    }
}

impl From<&FaultKind> for FaultReason {
    fn from(kind: &FaultKind) -> FaultReason {
        match kind {
            FaultKind::NoTag => FaultReason::NoTag,
            FaultKind::OpenTag { .. } => FaultReason::OpenTag,
            FaultKind::LongTag { .. } => FaultReason::LongTag,
            FaultKind::Word(_) => FaultReason::Word,
            FaultKind::Text => FaultReason::Text,
            FaultKind::StrayResult => FaultReason::StrayResult,
            FaultKind::LongComment => FaultReason::LongComment,
            FaultKind::OpenComment { .. } => FaultReason::OpenComment,
            FaultKind::OpenVariation => FaultReason::OpenVariation,
        }
    }
}

impl FileFaults {
    /// Counts faults of the file that is being read.
    pub(super) fn add(
        &mut self,
        reason: FaultReason,
        times: u64,
        line: u64,
        first: impl FnOnce() -> String,
    ) {
        let (what, file) = (reason.words(), &self.file);
        let found = self.found.entry(reason).or_insert_with(|| FaultCount {
            what,
            times: 0,
            file: file.clone(),
            line,
            first: first(),
        });
        found.times += times;
    }
    /// The faults by their kind.
    pub fn iter(&self) -> impl Iterator<Item = (FaultReason, &FaultCount)> {
        self.found.iter().map(|(&reason, found)| (reason, found))
    }
}

impl fmt::Display for FaultCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FaultCount { what, file, line, first, .. } = self;
        write!(f, "{what} ({file}:{line}: {first})")
    }
}
