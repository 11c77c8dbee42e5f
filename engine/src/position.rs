//! What the search stands on.

use shakmaty::{Chess, Move, Position as _};

/// A position with its history.
#[derive(Clone, Debug)]
pub struct Position {
    chess: Chess,
}

impl Position {
    /// A position without history.
    #[must_use]
    pub fn new(chess: &Chess) -> Position {
        Position { chess: chess.clone() }
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.chess.play_unchecked(m);
    }

    pub(crate) fn chess(&self) -> &Chess {
        &self.chess
    }
}
