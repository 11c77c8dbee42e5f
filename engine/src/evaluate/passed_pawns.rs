//! Passed pawns and the pieces around them.

use shakmaty::{Bitboard, Role, Square};

use super::side::Side;
use crate::weights::tapered::Tapered;
use crate::weights::values::{
    PASSED_BLOCKED, PASSED_ENEMY_KING, PASSED_FREE, PASSED_OWN_KING, PASSED_SAFE, PASSED_SUPPORTED,
    ROOK_BEHIND_PASSED, UNSTOPPABLE, VALUES,
};

/// From this rank on, which is the fourth, a passed pawn is looked at closely.
const CLOSELY: usize = 3;

/// The worth of the pieces before and behind the passed pawns of a side.
pub(super) fn settled(side: &Side, enemy: &Side, passed: Bitboard, sum: &mut Tapered) {
    for (square, stop, rank) in advanced(side, passed) {
        let blocked = side.state.board.occupied().contains(stop);
        sum.add_weight(PASSED_BLOCKED + rank, i32::from(blocked));
        let steps = (rank - CLOSELY + 1) as i32;
        sum.add_weight(PASSED_OWN_KING + side.king.distance(stop) as usize, steps);
        sum.add_weight(PASSED_ENEMY_KING + enemy.king.distance(stop) as usize, steps);
        let lane = Bitboard::from_file(square.file());
        let behind = lane & !side.fill_forward(Bitboard::from(square));
        let rook = side.pieces(Role::Rook).intersects(behind);
        sum.add_weight(ROOK_BEHIND_PASSED, i32::from(rook));
        sum.add_weight(UNSTOPPABLE, i32::from(outruns_the_king(side, enemy, square)));
    }
}

/// Whether a passed pawn queens before the enemy king, which has no pieces, can come near (the rule
/// of the square).
fn outruns_the_king(side: &Side, enemy: &Side, pawn: Square) -> bool {
    let way = side.fill_forward(side.forward(Bitboard::from(pawn)));
    if enemy.own != enemy.pawns.with(enemy.king) || way.intersects(side.state.board.occupied()) {
        return false;
    }
    let goal = Square::from_coords(pawn.file(), enemy.color.backrank());
    let tempo = u32::from(side.state.turn == enemy.color);
    enemy.king.distance(goal) > way.count() as u32 + tempo
}

/// Whether the next squares of a side's passed pawns are attacked and defended, and the whole way.
#[inline(always)]
pub(super) fn safe_steps(side: &Side, enemy: &Side, passed: Bitboard, sum: &mut Tapered) {
    for (_, stop, rank) in advanced(side, passed) {
        sum.add_weight(PASSED_SAFE + rank, i32::from(!enemy.attacked.contains(stop)));
        sum.add_weight(PASSED_SUPPORTED + rank, i32::from(side.attacked.contains(stop)));
        let way = side.fill_forward(Bitboard::from(stop));
        let hindered = way.intersects(enemy.attacked | side.state.board.occupied());
        sum.add_weight(PASSED_FREE + rank, i32::from(!hindered));
    }
}

/// The most that the steps of passed pawns can be worth to a side, and the least.
pub(super) fn bounds(side: &Side, passed: Bitboard) -> [Tapered; 2] {
    let (mut most, mut least) = (Tapered::ZERO, Tapered::ZERO);
    for (_, _, rank) in advanced(side, passed) {
        for weights in [PASSED_SAFE, PASSED_SUPPORTED, PASSED_FREE] {
            most += VALUES[weights + rank].at_least(Tapered::ZERO);
            least += VALUES[weights + rank].at_most(Tapered::ZERO);
        }
    }
    [most, least]
}

/// The passed pawns of a side that are far enough: square, next square, and rank.
fn advanced(side: &Side, passed: Bitboard) -> impl Iterator<Item = (Square, Square, usize)> {
    (passed & side.own).into_iter().filter_map(|square| {
        let rank = side.rank(square);
        let stop = square.offset(side.color.fold_wb(8, -8))?;
        (rank >= CLOSELY).then_some((square, stop, rank))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::board_state::BoardState;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Color};

    #[test]
    fn a_pawn_outruns_the_king_outside_its_square() {
        for (fen, expected) in [
            // The king on f6 steps into the square a5-a8-d8-d5 too late, on e6 only if it moves first.
            ("8/8/5k2/P7/8/8/8/7K w - - 0 1", true),
            ("8/8/5k2/P7/8/8/8/7K b - - 0 1", true),
            ("8/8/4k3/P7/8/8/8/7K w - - 0 1", true),
            ("8/8/4k3/P7/8/8/8/7K b - - 0 1", false),
            ("8/8/3k4/P7/8/8/8/7K w - - 0 1", false),
            ("8/K7/5k2/P7/8/8/8/8 w - - 0 1", false),
            ("8/8/5k2/P7/8/8/7n/7K w - - 0 1", false),
        ] {
            let chess: Fen = fen.parse().unwrap();
            let chess: Chess = chess.into_position(CastlingMode::Standard).unwrap();
            let state = BoardState::new(&chess);
            let sides = [Side::new(&state, Color::White), Side::new(&state, Color::Black)];
            let outruns = outruns_the_king(&sides[0], &sides[1], Square::A5);
            assert_eq!(outruns, expected, "{fen}");
        }
    }
}
