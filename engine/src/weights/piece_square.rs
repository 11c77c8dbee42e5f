//! Material, piece-square values and the game phase.

use super::values::{
    BISHOP_SQUARES, KING_SQUARES, KNIGHT_SQUARES, MATERIAL, PAWN_SQUARES, QUEEN_SQUARES,
    ROOK_SQUARES, VALUES,
};
use shakmaty::{Color, Role};

use super::tapered::Tapered;

/// Weight of each role in the game phase; indexed by [`shakmaty::Role`], which begins at 1.
pub(crate) const PHASE: [i32; 7] = [0, 0, 1, 1, 2, 4, 0];

/// The phase with every piece on the board.
pub(crate) const FULL_PHASE: i32 = 24;

/// The half board of each role.
const HALF_BOARDS: [usize; 7] =
    [0, PAWN_SQUARES, KNIGHT_SQUARES, BISHOP_SQUARES, ROOK_SQUARES, QUEEN_SQUARES, KING_SQUARES];

/// Material and place together, positive for white and negative for black; indexed by
/// [`shakmaty::Color`], [`shakmaty::Role`] and [`shakmaty::Square`].
pub(crate) static PIECE_SQUARE: [[[Tapered; 64]; 7]; 2] = piece_square_table();

/// The weight of a role on a square as its owner sees it.
const fn weight(role: usize, square: usize) -> usize {
    let (rank, file) = (square / 8, square % 8);
    HALF_BOARDS[role] + 4 * rank + if file < 4 { file } else { 7 - file }
}

const fn piece_square_table() -> [[[Tapered; 64]; 7]; 2] {
    let mut table = [[[Tapered::ZERO; 64]; 7]; 2];
    let mut role = Role::Pawn as usize;
    while role <= Role::King as usize {
        let mut square = 0;
        while square < 64 {
            let mut value = VALUES[weight(role, square)];
            if role < Role::King as usize {
                value = value.plus(VALUES[MATERIAL + role - 1]);
            }
            table[Color::White as usize][role][square] = value;
            table[Color::Black as usize][role][square ^ 56] = value.negated();
            square += 1;
        }
        role += 1;
    }
    table
}
