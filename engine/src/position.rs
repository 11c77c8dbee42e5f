//! The ground that the search stands on: a board with its key and evaluation kept up to date, the moves
//! from it, and the game that led to it.

pub(crate) mod board_state;
pub(crate) mod checks;
pub(crate) mod movegen;
pub(crate) mod packed_move;
pub(crate) mod static_exchange;

#[cfg(test)]
mod tests;

use shakmaty::{Chess, Move};

use board_state::BoardState;
use movegen::MoveGenerator;
pub use movegen::MoveList;

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

    /// All legal moves, captures and promotions first.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        movegen::legal_moves(&self.state)
    }

    /// The legal captures and promotions.
    #[must_use]
    pub fn tactical_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        MoveGenerator::new(&self.state).tactical(&mut moves);
        moves
    }

    /// The number of move sequences of this length from here; it proves the move generation.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        perft(&self.state, depth)
    }
}

fn perft(state: &BoardState, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    movegen::legal_moves(state).into_iter().map(|m| perft(&state.after(m), depth - 1)).sum()
}
