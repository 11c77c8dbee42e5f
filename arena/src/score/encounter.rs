//! The counts of two players' games: of a pairing of a match, and of the files of any match runner.

use std::collections::BTreeMap;

use serde::Serialize;

use stats::{Pentanomial, Wdl};

/// The games of two players, from the first one's view.
#[derive(Clone, Debug, Default)]
pub struct Encounter {
    /// The player whose view the counts take, and the opponent.
    pub players: [usize; 2],
    /// Games in which the first one was White.
    pub as_white: Wdl,
    /// Games in which the first one was Black.
    pub as_black: Wdl,
    /// Complete pairs.
    pub pairs: Pentanomial,
    /// The games of each opening, as far as openings are known.
    pub openings: BTreeMap<u64, OpeningCount>,
    /// Games of pairs that repeat earlier ones: they count in the score alone.
    pub repeated: Wdl,
}

/// The games of one opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OpeningCount {
    /// All games.
    pub games: Wdl,
    /// Complete pairs.
    pub pairs: Pentanomial,
}

impl Encounter {
    /// Counts a game with its opening, where that is known.
    pub(super) fn add_game(&mut self, first_is_white: bool, result: Wdl, opening: Option<u64>) {
        match first_is_white {
            true => self.as_white += result,
            false => self.as_black += result,
        }
        if let Some(opening) = opening {
            self.openings.entry(opening).or_default().games += result;
        }
    }

    /// Counts a pair, with both its games counted, by the first player's half points.
    pub(super) fn add_pair(&mut self, [one, other]: [u8; 2], opening: Option<u64>) {
        self.pairs.add_pair(one, other);
        if let Some(opening) = opening {
            self.openings.entry(opening).or_default().pairs.add_pair(one, other);
        }
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> Wdl {
        self.as_white + self.as_black
    }

    /// Games that belong to no complete pair, or to a pair that repeats an earlier one.
    #[must_use]
    pub fn singles(&self) -> Wdl {
        self.games() - self.pairs.games()
    }

    /// Games without a partner.
    #[must_use]
    pub fn unpaired(&self) -> Wdl {
        self.singles() - self.repeated
    }

    /// Complete pairs beyond the first one of their opening, as far as openings are known.
    #[must_use]
    pub fn pairs_reusing_an_opening(&self) -> u64 {
        self.openings.values().map(|opening| opening.pairs.pairs().saturating_sub(1)).sum()
    }
}
