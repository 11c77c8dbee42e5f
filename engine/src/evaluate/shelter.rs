//! The pawns around a king: its own shelter it, the enemy's storm it; it guards its own in turn.

use shakmaty::{Bitboard, File};

use super::side::Side;
use super::winnability::QUEEN_SIDE;
use crate::weights::tapered::Tapered;
use crate::weights::values::{
    DANGER_SHELTER, DANGER_STORM, KING_PAWN_DISTANCE, PAWNLESS_FLANK, SHELTER, STORM,
};

/// Ranks a pawn can stand on, and 0 for no pawn.
const RANKS: usize = 7;

/// Looks at the three files nearest to a side's king, and at its flank: the worth of the pawns there,
/// and the danger to the king.
pub(super) fn shelter(side: &Side, enemy: &Side, worth: &mut Tapered, danger: &mut Tapered) {
    let level = side.fill_forward(Bitboard::from_rank(side.king.rank()));
    let middle = side.king.file().to_usize().clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let lane = level & Bitboard::from_file(File::new(file as u32));
        let rim_distance = file.min(7 - file);
        let own = nearest(side, side.pawns & lane);
        worth.add_weight(SHELTER + RANKS * rim_distance + own, 1);
        danger.add_weight(DANGER_SHELTER + RANKS * rim_distance + own, 1);
        let storming = nearest(side, enemy.pawns & lane);
        let blocked = own != 0 && storming == own + 1;
        worth.add_weight(STORM + RANKS * usize::from(blocked) + storming, 1);
        danger.add_weight(DANGER_STORM + RANKS * usize::from(blocked) + storming, 1);
    }
    let pawns = side.state.board.pawns();
    worth.add_weight(PAWNLESS_FLANK, i32::from(pawns.is_disjoint(flank(side.king.file()))));
    let nearest = side.pawns.into_iter().map(|pawn| side.king.distance(pawn)).min();
    worth.add_weight(KING_PAWN_DISTANCE, nearest.unwrap_or(0) as i32);
}

/// The files on which a king's fate is decided: its half of the board, or the centre.
pub(super) fn flank(king: File) -> Bitboard {
    const CENTRE: Bitboard = Bitboard(0x3C3C_3C3C_3C3C_3C3C);
    match king.to_usize() {
        0..=2 => QUEEN_SIDE,
        3..=4 => CENTRE,
        _ => !QUEEN_SIDE,
    }
}

/// The rank of the first of these pawns, as this side sees it; 0 where there is none.
fn nearest(side: &Side, pawns: Bitboard) -> usize {
    let first = side.color.fold_wb(pawns.first(), pawns.last());
    first.map_or(0, |square| side.rank(square))
}
