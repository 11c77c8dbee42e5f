//! Positions for tests: random games from the start, valued by their material.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Color, KnownOutcome, Position, Role};

use crate::position::TrainingPosition;

/// This many positions of random games.
pub(crate) fn positions(seed: u64, count: usize) -> Vec<TrainingPosition> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = Vec::with_capacity(count);
    let mut position = Chess::default();
    while positions.len() < count {
        let moves = position.legal_moves();
        if moves.is_empty() || position.halfmoves() > 60 || position.is_insufficient_material() {
            position = Chess::default();
            continue;
        }
        let score = material(&position, Color::White) - material(&position, Color::Black);
        let outcome = match score {
            i16::MIN..0 => KnownOutcome::Decisive { winner: Color::Black },
            0 => KnownOutcome::Draw,
            1.. => KnownOutcome::Decisive { winner: Color::White },
        };
        positions.push(TrainingPosition::new(&position, score, outcome));
        position.play_unchecked(moves[random.random_range(0..moves.len())]);
    }
    positions
}

fn material(position: &Chess, color: Color) -> i16 {
    let values = [(Role::Pawn, 100), (Role::Knight, 300), (Role::Bishop, 300), (Role::Rook, 500)];
    let values = values.into_iter().chain([(Role::Queen, 900)]);
    let board = position.board();
    values.map(|(role, value)| board.by_piece(role.of(color)).count() as i16 * value).sum()
}
