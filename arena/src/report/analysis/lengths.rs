//! Results by the length of the games.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{MatchCounts, Subject};
use crate::score::tally::{half_points, wdl};
use crate::storage::journal::JournalGame;
use stats::Wdl;

/// Plies of a bin: ten moves of each side.
const WIDTH: usize = 20;

/// Games of about one length.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LengthBin {
    /// Plies of the shortest such game, without the opening's.
    pub from_plies: usize,
    /// Plies of the longest, in so far as it is counted here.
    pub to_plies: usize,
    /// Their results.
    #[serde(flatten)]
    pub games: Wdl,
}

/// Games by length.
#[derive(Clone, Debug, Default)]
pub(super) struct Lengths(BTreeMap<usize, Wdl>);

impl Subject for Lengths {
    type Numbers = Vec<LengthBin>;

    fn add(&mut self, JournalGame { record, .. }: &JournalGame) {
        *self.0.entry(record.moves.len() / WIDTH).or_default() += wdl(half_points(record));
    }

    /// Every bin from the shortest game to the longest, the empty ones too.
    fn numbers(&self, _: &MatchCounts<'_>) -> Vec<LengthBin> {
        let (Some(first), Some(last)) = (self.0.keys().next(), self.0.keys().next_back()) else {
            return Vec::new();
        };
        let bin = |number: usize| LengthBin {
            from_plies: number * WIDTH,
            to_plies: number * WIDTH + WIDTH - 1,
            games: self.0.get(&number).copied().unwrap_or_default(),
        };
        (*first..=*last).map(bin).collect()
    }
}
