//! Pieces and the pawns around them: bishops, outposts, rooks on open files.

use shakmaty::{Bitboard, Role};

use super::account::Account;
use super::side::Side;
use super::weights::{
    BISHOP_PAIR, BISHOP_PAWNS, HALF_OPEN_FILE, MINOR_BEHIND_PAWN, OPEN_FILE, OUTPOST,
};
use crate::position::movegen::pawn_attacks;

pub(super) fn pieces<A: Account>(side: &Side, enemy: &Side, account: &mut A) {
    bishops(side, account);
    minors(side, enemy, account);
    rook_files(side, account);
}

fn bishops<A: Account>(side: &Side, account: &mut A) {
    let bishops = side.pieces(Role::Bishop);
    for colored in [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES] {
        let pawns = (side.pawns & colored).count() * (bishops & colored).count();
        account.add(BISHOP_PAWNS, pawns as i32);
    }
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
