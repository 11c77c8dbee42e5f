//! King safety: pieces that attack the squares around a king, and the pawns that shelter it.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::Side;
use crate::position::tapered::{Tapered, tapered};

/// Weight of an attacker on the king's neighbourhood; indexed by [`Role`].
const ATTACKER: [i32; 7] = [0, 0, 22, 20, 32, 48, 0];
/// Weight of each attacked square.
const ATTACKED_SQUARE: i32 = 9;
/// Squares around a king, its own among them, that a piece can attack at once; by [`Role`].
const MOST_HITS: [i32; 7] = [0, 0, 2, 3, 4, 6, 0];
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

    /// The attack's worth.
    pub(super) fn value(&self) -> Tapered {
        worth(self.attackers, self.weight)
    }
}

/// It grows with the square of the weight, and one piece alone is no attack.
fn worth(attackers: i32, weight: i32) -> Tapered {
    if attackers < 2 {
        return Tapered::ZERO;
    }
    let danger = (100 * weight * weight / (PAWNS_WORTH * PAWNS_WORTH)).min(600);
    tapered(danger, danger / 8)
}

/// The most that an attack by these pieces can be worth, wherever they stand.
pub(super) fn most(side: &Side) -> Tapered {
    let mut attackers = 0;
    let mut weight = 0;
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let count = (side.own & side.state.board.by_role(role)).count() as i32;
        attackers += count;
        weight += count * (ATTACKER[role as usize] + ATTACKED_SQUARE * MOST_HITS[role as usize]);
    }
    worth(attackers, weight)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_piece_attacks_more_squares_around_a_king_than_it_is_said_to() {
        let empty = Bitboard::EMPTY;
        let pairs = || {
            let kings = Square::ALL.into_iter();
            kings.flat_map(|king| Square::ALL.map(|piece| (king, piece)))
        };
        let most = |attacked: fn(Square, Bitboard) -> Bitboard| {
            let hits = pairs().filter(|(king, piece)| king != piece).map(|(king, piece)| {
                let zone = attacks::king_attacks(king).with(king);
                (attacked(piece, empty) & zone).count() as i32
            });
            hits.max().unwrap()
        };
        assert_eq!(most(|square, _| attacks::knight_attacks(square)), MOST_HITS[2]);
        assert_eq!(most(attacks::bishop_attacks), MOST_HITS[3]);
        assert_eq!(most(attacks::rook_attacks), MOST_HITS[4]);
        assert_eq!(most(attacks::queen_attacks), MOST_HITS[5]);
    }
}
