//! The pawns before a king: its own shelter it, the enemy's storm it.

use shakmaty::{Bitboard, File};

use super::account::Account;
use super::side::Side;
use super::weights::{SHELTER, STORM};

/// Ranks a pawn can stand on, and 0 for no pawn.
const RANKS: usize = 7;

/// Looks at the three files nearest to the king.
pub(super) fn shelter<A: Account>(side: &Side, enemy: &Side, account: &mut A) {
    let level = side.fill_forward(Bitboard::from_rank(side.king.rank()));
    let middle = side.king.file().to_usize().clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let lane = level & Bitboard::from_file(File::new(file as u32));
        let rim_distance = file.min(7 - file);
        let own = nearest(side, side.pawns & lane);
        account.add(SHELTER + RANKS * rim_distance + own, 1);
        let storming = nearest(side, enemy.pawns & lane);
        let blocked = own != 0 && storming == own + 1;
        account.add(STORM + RANKS * usize::from(blocked) + storming, 1);
    }
}

/// The rank of the first of these pawns, as this side sees it; 0 where there is none.
fn nearest(side: &Side, pawns: Bitboard) -> usize {
    let first = side.color.fold_wb(pawns.first(), pawns.last());
    first.map_or(0, |square| side.rank(square))
}
