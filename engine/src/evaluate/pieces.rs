//! Pieces and the pawns around them: bishops, outposts, rooks on open files.

use shakmaty::{Bitboard, Role};

use super::side::Side;
use crate::position::movegen::pawn_attacks;
use crate::weights::tapered::Tapered;
use crate::weights::values::{
    BISHOP_PAIR, HALF_OPEN_FILE, MATERIAL_BY_PAWNS, MINOR_BEHIND_PAWN, MINOR_KING_DISTANCE,
    OPEN_FILE, OUTPOST, QUEEN_DISCOVERED,
};

pub(super) fn pieces(side: &Side, enemy: &Side, sum: &mut Tapered) {
    by_pawns(side, sum);
    bishops(side, sum);
    minors(side, enemy, sum);
    rook_files(side, sum);
    queens(side, enemy, sum);
}

/// Knights like closed positions, rooks open ones: the gain of a piece with each own pawn beyond
/// five.
fn by_pawns(side: &Side, sum: &mut Tapered) {
    const ROLES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let pawns = side.pawns.count() as i32 - 5;
    for (i, role) in ROLES.into_iter().enumerate() {
        sum.add_weight(MATERIAL_BY_PAWNS + i, side.pieces(role).count() as i32 * pawns);
    }
}

fn bishops(side: &Side, sum: &mut Tapered) {
    let bishops = side.pieces(Role::Bishop);
    let pair =
        bishops.intersects(Bitboard::LIGHT_SQUARES) && bishops.intersects(Bitboard::DARK_SQUARES);
    sum.add_weight(BISHOP_PAIR, i32::from(pair));
}

/// Knights and bishops that pawns support.
fn minors(side: &Side, enemy: &Side, sum: &mut Tapered) {
    let attackable = pawn_attacks(enemy.fill_forward(enemy.pawns), enemy.color);
    let advanced = side.color.fold_wb(Bitboard(0x00FF_FFFF_0000_0000), Bitboard(0xFFFF_FF00));
    let outposts = side.pawn_attacks & advanced & !attackable;
    let (knights, bishops) = (side.pieces(Role::Knight), side.pieces(Role::Bishop));
    sum.add_weight(OUTPOST, (knights & outposts).count() as i32);
    sum.add_weight(OUTPOST + 1, (bishops & outposts).count() as i32);
    let sheltered = side.forward(knights | bishops) & side.state.board.pawns();
    sum.add_weight(MINOR_BEHIND_PAWN, sheltered.count() as i32);
    for (i, minors) in [knights, bishops].into_iter().enumerate() {
        let far: u32 = minors.into_iter().map(|minor| side.king.distance(minor)).sum();
        sum.add_weight(MINOR_KING_DISTANCE + i, far as i32);
    }
}

fn rook_files(side: &Side, sum: &mut Tapered) {
    for rook in side.pieces(Role::Rook) {
        let pawns = side.state.board.pawns() & Bitboard::from_file(rook.file());
        if pawns.is_empty() {
            sum.add_weight(OPEN_FILE, 1);
        } else if pawns.is_disjoint(side.own) {
            sum.add_weight(HALF_OPEN_FILE, 1);
        }
    }
}

/// A queen that an enemy rook or bishop aims at through a single piece.
fn queens(side: &Side, enemy: &Side, sum: &mut Tapered) {
    let sliders = enemy.pieces(Role::Rook) | enemy.pieces(Role::Bishop);
    for queen in side.pieces(Role::Queen) {
        let blockers = enemy.lone_blockers(sliders, queen);
        sum.add_weight(QUEEN_DISCOVERED, i32::from(blockers.any()));
    }
}
