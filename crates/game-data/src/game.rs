//! A game as data.

use shakmaty::{Chess, KnownOutcome, Move, Position};

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

/// Whether the static evaluation describes a position well: the side to move is not in check, and
/// the move played is neither a capture nor a promotion.
#[must_use]
pub fn is_quiet(position: &impl Position, m: Move) -> bool {
    !m.is_capture() && !m.is_promotion() && !position.is_check()
}
