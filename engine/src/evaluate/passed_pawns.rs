//! Passed pawns and the pieces around them.

use shakmaty::{Bitboard, Role, Square};

use super::account::Account;
use super::side::Side;
use super::weights::{
    PASSED_BLOCKED, PASSED_ENEMY_KING, PASSED_OWN_KING, PASSED_SAFE, ROOK_BEHIND_PASSED, VALUES,
};
use crate::position::tapered::Tapered;

/// From this rank on, which is the fourth, a passed pawn is looked at closely.
const CLOSELY: usize = 3;

/// What stands before and behind the passed pawns of a side.
pub(super) fn settled<A: Account>(side: &Side, enemy: &Side, passed: Bitboard, account: &mut A) {
    for (square, stop, rank) in advanced(side, passed) {
        let blocked = side.state.board.occupied().contains(stop);
        account.add(PASSED_BLOCKED + rank, i32::from(blocked));
        let steps = (rank - CLOSELY + 1) as i32;
        account.add(PASSED_OWN_KING + side.king.distance(stop) as usize, steps);
        account.add(PASSED_ENEMY_KING + enemy.king.distance(stop) as usize, steps);
        let lane = Bitboard::from_file(square.file());
        let behind = lane & !side.fill_forward(Bitboard::from(square));
        let rook = side.pieces(Role::Rook).intersects(behind);
        account.add(ROOK_BEHIND_PASSED, i32::from(rook));
    }
}

/// Whether the next squares of a side's passed pawns are attacked.
#[inline(always)]
pub(super) fn safe_steps<A: Account>(side: &Side, enemy: &Side, passed: Bitboard, account: &mut A) {
    for (_, stop, rank) in advanced(side, passed) {
        account.add(PASSED_SAFE + rank, i32::from(!enemy.attacked.contains(stop)));
    }
}

/// The most that safe steps can be worth to a side, and the least.
pub(super) fn bounds(side: &Side, passed: Bitboard) -> [Tapered; 2] {
    let (mut most, mut least) = (Tapered::ZERO, Tapered::ZERO);
    for (_, _, rank) in advanced(side, passed) {
        most += VALUES[PASSED_SAFE + rank].at_least(Tapered::ZERO);
        least += VALUES[PASSED_SAFE + rank].at_most(Tapered::ZERO);
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
