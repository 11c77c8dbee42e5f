//! A game as data.

use shakmaty::{Chess, KnownOutcome, Move};

/// A game of standard chess with the score of every move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredGame {
    /// The position before the first move.
    pub start: Chess,
    /// The outcome of the game.
    pub outcome: KnownOutcome,
    /// The moves, each with the score of the search that chose it: in centipawns, from White's view;
    /// mates at the ends of the range.
    pub moves: Vec<(Move, i16)>,
}
