//! Games that did not end by chess, as far as PGN's `Termination` tags tell.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

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
