//! King safety: pieces that attack the squares around a king, and the pawns that shelter it.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::Side;
use crate::position::tapered::{Tapered, tapered};

/// Weight of an attacker on the king's neighbourhood; indexed by [`Role`].
const ATTACKER: [i32; 7] = [0, 0, 22, 20, 32, 48, 0];
/// Weight of each attacked square.
const ATTACKED_SQUARE: i32 = 9;
/// Sum of weights that is worth a pawn; twice the sum is worth four.
const PAWNS_WORTH: i32 = 140;

/// The pieces of one side that attack the other's king, gathered one by one.
pub(super) struct KingAttack {
    zone: Bitboard,
    attackers: i32,
    weight: i32,
}

impl KingAttack {
    /// No attackers yet on the king on this square.
    pub(super) fn on(king: Square) -> KingAttack {
        KingAttack { zone: attacks::king_attacks(king).with(king), attackers: 0, weight: 0 }
    }

    /// Adds a piece that attacks these squares.
    pub(super) fn note(&mut self, role: Role, attacked: Bitboard) {
        let hits = (attacked & self.zone).count() as i32;
        if hits > 0 {
            self.attackers += 1;
            self.weight += ATTACKER[role as usize] + ATTACKED_SQUARE * hits;
        }
    }

    /// The attack's worth: it grows with the square of its weight, and one piece alone is none.
    pub(super) fn value(&self) -> Tapered {
        if self.attackers < 2 {
            return Tapered::ZERO;
        }
        let danger = (100 * self.weight * self.weight / (PAWNS_WORTH * PAWNS_WORTH)).min(600);
        tapered(danger, danger / 8)
    }
}

/// A shelter pawn one rank, and two ranks, ahead of the king, on its file or beside it.
const CLOSE_SHELTER: i32 = 14;
const FAR_SHELTER: i32 = 7;
/// A file at the king without own pawns.
const OPEN_SHELTER: i32 = 20;

/// The own pawns in front of the king.
pub(super) fn shelter(side: &Side) -> Tapered {
    let king = side.state.king(side.color);
    let pawns = side.own & side.state.board.pawns();
    let beside = Bitboard::from(king) | attacks::king_attacks(king);
    let forward = |squares: Bitboard| match side.color {
        Color::White => squares.shift(8),
        Color::Black => squares.shift(-8),
    };
    let row = beside & Bitboard::from_rank(king.rank());
    let close = forward(row);
    let far = forward(close);
    let mut value =
        CLOSE_SHELTER * (pawns & close).count() as i32 + FAR_SHELTER * (pawns & far).count() as i32;
    for square in row {
        if pawns.is_disjoint(Bitboard::from_file(square.file())) {
            value -= OPEN_SHELTER;
        }
    }
    tapered(value, 0)
}
