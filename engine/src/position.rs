//! What the search stands on: a board with its key and evaluation kept up to date, the moves
//! from it, and the game that led to it.

pub(crate) mod board_state;
pub(crate) mod movegen;
pub(crate) mod packed_move;
pub(crate) mod tapered;

#[cfg(test)]
mod tests;

use shakmaty::{Chess, Move};

use board_state::BoardState;

/// A position together with the game so far, so that the search sees repetitions.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) state: BoardState,
    /// Keys of the earlier positions of the game, oldest first.
    pub(crate) past: Vec<u64>,
}

impl Position {
    /// A position without history.
    #[must_use]
    pub fn new(chess: &Chess) -> Position {
        Position { state: BoardState::new(chess), past: Vec::new() }
    }

    /// Plays a move, which must be legal here.
    pub fn play(&mut self, m: Move) {
        self.past.push(self.state.key);
        self.state = self.state.after(m);
        if self.state.halfmoves == 0 {
            // Nothing before a capture or pawn move can recur.
            self.past.clear();
        }
    }

    /// Starts over from this position, keeping the memory already reserved.
    pub fn reset(&mut self, chess: &Chess) {
        self.past.clear();
        self.state = BoardState::new(chess);
    }
}
