//! The squares around a king, and the attacks on them.

use shakmaty::{Bitboard, Role, attacks};

use super::side::Side;

/// The squares around a king, and the attacks on them.
pub(super) struct Zone {
    pub(super) squares: Bitboard,
    pub(super) attackers: [i32; 7],
    pub(super) hits: i32,
}

impl Zone {
    /// That of this side's king: the squares it can go to, its own, and three more before it.
    pub(super) fn around_king_of(side: &Side) -> Zone {
        let near = attacks::king_attacks(side.king).with(side.king);
        Zone { squares: near | side.forward(near), attackers: [0; 7], hits: 0 }
    }

    /// Adds a piece that attacks these squares.
    #[inline(always)]
    pub(super) fn note(&mut self, role: Role, attacked: Bitboard) {
        let hits = (attacked & self.squares).count() as i32;
        self.attackers[role as usize] += i32::from(hits > 0);
        self.hits += hits;
    }
}
