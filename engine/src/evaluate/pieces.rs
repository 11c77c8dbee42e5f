//! Pieces and the pawns around them: bishops, outposts, rooks on open files.

use shakmaty::{Bitboard, Role};

use super::side::Side;
use crate::position::movegen::pawn_attacks;
use crate::weights::account::Account;
use crate::weights::values::{
    BISHOP_PAIR, HALF_OPEN_FILE, MATERIAL_BY_PAWNS, MINOR_BEHIND_PAWN, MINOR_KING_DISTANCE,
    OPEN_FILE, OUTPOST, QUEEN_DISCOVERED,
};

pub(super) fn pieces<A: Account>(side: &Side, enemy: &Side, account: &mut A) {
    by_pawns(side, account);
    bishops(side, account);
    minors(side, enemy, account);
    rook_files(side, account);
    queens(side, enemy, account);
}

/// Knights like closed positions, rooks open ones: the gain of a piece with each own pawn beyond
/// five.
fn by_pawns<A: Account>(side: &Side, account: &mut A) {
    const ROLES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let pawns = side.pawns.count() as i32 - 5;
    for (i, role) in ROLES.into_iter().enumerate() {
        account.add(MATERIAL_BY_PAWNS + i, side.pieces(role).count() as i32 * pawns);
    }
}

fn bishops<A: Account>(side: &Side, account: &mut A) {
    let bishops = side.pieces(Role::Bishop);
    let pair =
        bishops.intersects(Bitboard::LIGHT_SQUARES) && bishops.intersects(Bitboard::DARK_SQUARES);
    account.add(BISHOP_PAIR, i32::from(pair));
}

/// Knights and bishops that pawns support.
fn minors<A: Account>(side: &Side, enemy: &Side, account: &mut A) {
    let attackable = pawn_attacks(enemy.fill_forward(enemy.pawns), enemy.color);
    let advanced = side.color.fold_wb(Bitboard(0x00FF_FFFF_0000_0000), Bitboard(0xFFFF_FF00));
    let outposts = side.pawn_attacks & advanced & !attackable;
    let (knights, bishops) = (side.pieces(Role::Knight), side.pieces(Role::Bishop));
    account.add(OUTPOST, (knights & outposts).count() as i32);
    account.add(OUTPOST + 1, (bishops & outposts).count() as i32);
    let sheltered = side.forward(knights | bishops) & side.state.board.pawns();
    account.add(MINOR_BEHIND_PAWN, sheltered.count() as i32);
    for (i, minors) in [knights, bishops].into_iter().enumerate() {
        let far: u32 = minors.into_iter().map(|minor| side.king.distance(minor)).sum();
        account.add(MINOR_KING_DISTANCE + i, far as i32);
    }
}

fn rook_files<A: Account>(side: &Side, account: &mut A) {
    for rook in side.pieces(Role::Rook) {
        let pawns = side.state.board.pawns() & Bitboard::from_file(rook.file());
        if pawns.is_empty() {
            account.add(OPEN_FILE, 1);
        } else if pawns.is_disjoint(side.own) {
            account.add(HALF_OPEN_FILE, 1);
        }
    }
}

/// A queen that an enemy rook or bishop aims at through a single piece.
fn queens<A: Account>(side: &Side, enemy: &Side, account: &mut A) {
    let sliders = enemy.pieces(Role::Rook) | enemy.pieces(Role::Bishop);
    for queen in side.pieces(Role::Queen) {
        let blockers = enemy.lone_blockers(sliders, queen);
        account.add(QUEEN_DISCOVERED, i32::from(blockers.any()));
    }
}
