//! King danger: enemy pieces around a king. Each adds to the danger, and the worth of an attack
//! grows with the danger's square, since attackers help each other.

use shakmaty::{Bitboard, Role, attacks};

use super::account::Account;
use super::side::Side;
use super::weights::{
    DANGER_ATTACKER, DANGER_BASE, DANGER_NO_QUEEN, DANGER_OPEN_FILES, DANGER_SAFE_CHECK,
    DANGER_SQUARES, DANGER_WEAK_SQUARES, VALUES,
};
use crate::position::tapered::{Tapered, tapered};

/// The square of the danger that is worth a centipawn.
pub(crate) const PER_CENTIPAWN: i32 = 256;
/// More danger than this changes nothing; it is worth 9 pawns.
pub(crate) const MOST_DANGER: i32 = 480;

/// The worth of an attack.
#[inline(always)]
pub(super) fn worth(danger: Tapered) -> Tapered {
    let square = |danger: i32| {
        let danger = danger.clamp(0, MOST_DANGER);
        danger * danger / PER_CENTIPAWN
    };
    tapered(square(danger.middlegame()), square(danger.endgame()))
}

/// The squares around a king, and what attacks them.
pub(super) struct Zone {
    squares: Bitboard,
    attackers: [i32; 7],
    hits: i32,
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

/// The danger that a side is to the enemy king.
#[inline(always)]
pub(super) fn danger<A: Account>(side: &Side, enemy: &Side, zone: &Zone, account: &mut A) {
    account.add(DANGER_BASE, 1);
    for (i, role) in PIECES.into_iter().enumerate() {
        account.add(DANGER_ATTACKER + i, zone.attackers[role as usize]);
    }
    account.add(DANGER_SQUARES, zone.hits);
    let weak = weakly_defended(enemy);
    account.add(DANGER_WEAK_SQUARES, (zone.squares & side.attacked & weak).count() as i32);
    safe_checks(side, enemy, weak, account);
    account.add(DANGER_NO_QUEEN, i32::from(side.pieces(Role::Queen).is_empty()));
    account.add(DANGER_OPEN_FILES, files_without_pawns(enemy));
}

/// The pieces that attack, in the order of the weights.
const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Squares that nothing defends but the king or its queen, and not both.
fn weakly_defended(enemy: &Side) -> Bitboard {
    let last_defenders = enemy.attacks[Role::King as usize] | enemy.attacks[Role::Queen as usize];
    !enemy.attacked | (last_defenders & !enemy.attacked_twice)
}

#[inline(always)]
fn safe_checks<A: Account>(side: &Side, enemy: &Side, weak: Bitboard, account: &mut A) {
    let occupied = side.state.board.occupied();
    let safe = !side.own & (!enemy.attacked | (weak & side.attacked_twice));
    let straight = attacks::rook_attacks(enemy.king, occupied);
    let diagonal = attacks::bishop_attacks(enemy.king, occupied);
    let from = [attacks::knight_attacks(enemy.king), diagonal, straight, straight | diagonal];
    for (i, role) in PIECES.into_iter().enumerate() {
        let checks = from[i] & safe & side.attacks[role as usize];
        account.add(DANGER_SAFE_CHECK + i, i32::from(checks.any()));
    }
}

/// Files at a king and beside it that have none of its pawns.
fn files_without_pawns(side: &Side) -> i32 {
    let beside = attacks::king_attacks(side.king).with(side.king);
    let row = beside & Bitboard::from_rank(side.king.rank());
    (row & !side.fill_files(side.pawns)).count() as i32
}

/// Squares near a king that a piece can attack at once, in the order of the weights.
const MOST_HITS: [i32; 4] = [3, 4, 5, 9];
/// Squares near a king.
const ZONE: i32 = 12;

/// The most that an attack by these pieces can be worth, wherever they stand.
pub(super) fn most(side: &Side) -> Tapered {
    let most = |weight: usize| VALUES[weight].at_least(Tapered::ZERO);
    let mut danger =
        VALUES[DANGER_BASE] + most(DANGER_WEAK_SQUARES) * ZONE + most(DANGER_OPEN_FILES) * 3;
    for (i, role) in PIECES.into_iter().enumerate() {
        let count = side.pieces(role).count() as i32;
        danger += (most(DANGER_ATTACKER + i) + most(DANGER_SQUARES) * MOST_HITS[i]) * count;
        danger += most(DANGER_SAFE_CHECK + i) * i32::from(count > 0);
    }
    if side.pieces(Role::Queen).is_empty() {
        danger += VALUES[DANGER_NO_QUEEN];
    }
    worth(danger)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Square;

    #[test]
    fn no_piece_attacks_more_squares_around_a_king_than_it_is_said_to() {
        let zone = |king: Square| {
            let near = attacks::king_attacks(king).with(king);
            [near | near.shift(8), near | near.shift(-8)]
        };
        let most = |attacked: fn(Square, Bitboard) -> Bitboard| {
            let kings = Square::ALL.into_iter().flat_map(zone);
            let hits = kings.flat_map(|zone| {
                Square::ALL.map(|piece| (attacked(piece, Bitboard::EMPTY) & zone).count() as i32)
            });
            hits.max().unwrap()
        };
        let most = [
            most(|square, _| attacks::knight_attacks(square)),
            most(attacks::bishop_attacks),
            most(attacks::rook_attacks),
            most(attacks::queen_attacks),
        ];
        assert_eq!(most, MOST_HITS);
    }
}
