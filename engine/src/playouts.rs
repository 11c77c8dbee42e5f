//! Positions for tests: random games from a start, the same every time.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use crate::position::board_state::BoardState;
use crate::position::movegen::legal_moves;

/// Every position of `games` random games from this one, each at most `plies` positions long.
pub(crate) fn playouts(
    fen: &str,
    seed: u64,
    games: usize,
    plies: usize,
) -> impl Iterator<Item = BoardState> {
    let chess: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
    let start = BoardState::new(&chess);
    let mut numbers = Numbers::new(seed);
    (0..games).flat_map(move |_| game(&start, &mut numbers, plies))
}

fn game(start: &BoardState, numbers: &mut Numbers, plies: usize) -> Vec<BoardState> {
    let mut positions = vec![start.clone()];
    while let Some(state) = positions.last().filter(|_| positions.len() < plies) {
        let moves = legal_moves(state);
        if moves.is_empty() {
            break;
        }
        let next = state.after(moves[numbers.below(moves.len())]);
        positions.push(next);
    }
    positions
}

/// A reproducible sequence of numbers, good enough to pick moves by.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }
}
