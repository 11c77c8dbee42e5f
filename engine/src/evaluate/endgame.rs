//! Endgames in which material hardly wins.

use shakmaty::{Bitboard, Color};

use crate::position::board_state::BoardState;

/// The whole of an advantage.
pub(crate) const WHOLE: i32 = 64;
/// What is left of it where the stronger side has nothing to win with.
const HARDLY: i32 = 8;

/// The part of an advantage that counts, in 64ths, if this side is the stronger one.
pub(super) fn scale(state: &BoardState, stronger: Color) -> i32 {
    if hardly_wins(state, stronger) { HARDLY } else { WHOLE }
}

/// Without pawns, less than a rook's advantage in material rarely wins.
fn hardly_wins(state: &BoardState, stronger: Color) -> bool {
    let board = &state.board;
    let ours = board.by_color(stronger);
    if (ours & board.pawns()).any() {
        return false;
    }
    let material = |color: Color| -> i32 {
        let pieces = board.by_color(color);
        let count = |role: Bitboard| (pieces & role).count() as i32;
        3 * count(board.knights() | board.bishops())
            + 5 * count(board.rooks())
            + 9 * count(board.queens())
    };
    let (own, other) = (material(stronger), material(!stronger));
    own - other < 4 && own < 9
}
