//! Text of PGN files that was not read, and why; and games that did not end by chess, as far as the tags tell.

use std::collections::BTreeMap;
use std::fmt;

use pgn::FaultKind;
use serde::{Serialize, Serializer};

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
    /// Such faults, and how they are handled.
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

/// The kinds of faults, and how each is handled.
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
    /// Such faults, and how they are handled.
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

/// The values of the `Termination` tag that name a fault of a player, a program or a connection. The tags do not say
/// which; the result says which player lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultTag {
    /// A player overstepped its time.
    TimeForfeit,
    /// A game was left: a program that crashed, or a player that went away.
    Abandoned,
    /// A move that is against the rules, in the standard's word.
    RulesInfraction,
    /// The same in the word of match runners.
    IllegalMove,
    /// A program that did not answer.
    StalledConnection,
}

impl FaultTag {
    const ALL: [FaultTag; 5] = [
        FaultTag::TimeForfeit,
        FaultTag::Abandoned,
        FaultTag::RulesInfraction,
        FaultTag::IllegalMove,
        FaultTag::StalledConnection,
    ];

    /// The tag's value in small letters.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FaultTag::TimeForfeit => "time forfeit",
            FaultTag::Abandoned => "abandoned",
            FaultTag::RulesInfraction => "rules infraction",
            FaultTag::IllegalMove => "illegal move",
            FaultTag::StalledConnection => "stalled connection",
        }
    }

    /// That of a tag in small letters; `None` for a game that ended by chess or by adjudication.
    #[must_use]
    pub fn of(termination: &str) -> Option<FaultTag> {
        FaultTag::ALL.into_iter().find(|tag| tag.name() == termination)
    }
}

/// As the tag has it.
impl Serialize for FaultTag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The games with such tags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FaultyEndings {
    /// Games by their tag, drawn ones among them.
    pub games: BTreeMap<FaultTag, u64>,
    /// Games by their tag and the player that lost them.
    pub lost: BTreeMap<(FaultTag, usize), u64>,
}

impl FaultyEndings {
    /// Counts a game with its players, White first, and White's half points.
    pub(super) fn add(&mut self, termination: &str, players: [usize; 2], white_half_points: u8) {
        let Some(tag) = FaultTag::of(termination) else { return };
        *self.games.entry(tag).or_default() += 1;
        let loser = match white_half_points {
            0 => Some(players[0]),
            2 => Some(players[1]),
            _ => None,
        };
        if let Some(loser) = loser {
            *self.lost.entry((tag, loser)).or_default() += 1;
        }
    }
}
