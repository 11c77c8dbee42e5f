//! King danger: enemy pieces around a king. Each adds to the danger, and the worth of an attack
//! grows with the danger's square, since attackers help each other.

use shakmaty::{Bitboard, Role, attacks};

use super::king_zone::Zone;
use super::mobility;
use super::shelter::flank;
use super::side::Side;
use crate::weights::tapered::{Tapered, tapered};
use crate::weights::values::{
    DANGER_ATTACKER, DANGER_BASE, DANGER_FLANK, DANGER_GUARDS, DANGER_MORE_CHECKS, DANGER_NO_QUEEN,
    DANGER_PINNED, DANGER_SAFE_CHECK, DANGER_SQUARES, DANGER_UNSAFE_CHECK, DANGER_WEAK_SQUARES,
    VALUES,
};

/// The square of the danger that is worth a centipawn.
const PER_CENTIPAWN: i32 = 256;
/// More danger than this changes nothing; it is worth 9 pawns.
const MOST_DANGER: i32 = 480;

/// The worth of an attack.
#[inline(always)]
pub(super) fn worth(danger: Tapered) -> Tapered {
    let square = |danger: i32| {
        let danger = danger.clamp(0, MOST_DANGER);
        danger * danger / PER_CENTIPAWN
    };
    tapered(square(danger.middlegame()), square(danger.endgame()))
}

/// The danger that a side is to the enemy king.
#[inline(always)]
pub(super) fn danger(side: &Side, enemy: &Side, zone: &Zone, sum: &mut Tapered) {
    sum.add_weight(DANGER_BASE, 1);
    for (i, role) in PIECES.into_iter().enumerate() {
        sum.add_weight(DANGER_ATTACKER + i, zone.attackers[role as usize]);
    }
    sum.add_weight(DANGER_SQUARES, zone.hits);
    let weak = weakly_defended(enemy);
    sum.add_weight(DANGER_WEAK_SQUARES, (zone.squares & side.attacked & weak).count() as i32);
    safe_checks(side, enemy, weak, sum);
    sum.add_weight(DANGER_NO_QUEEN, i32::from(side.pieces(Role::Queen).is_empty()));
    on_the_flank(side, enemy, sum);
    let sliders = side.own & side.state.board.sliders();
    sum.add_weight(DANGER_PINNED, side.lone_blockers(sliders, enemy.king).count() as i32);
    guards(enemy, sum);
}

/// Knights and bishops that guard squares at their king lessen the danger.
#[inline(always)]
fn guards(enemy: &Side, sum: &mut Tapered) {
    let near = enemy.attacks[Role::King as usize].with(enemy.king);
    let guarded = |role: Role| i32::from(enemy.attacks[role as usize].intersects(near));
    sum.add_weight(DANGER_GUARDS, guarded(Role::Knight));
    sum.add_weight(DANGER_GUARDS + 1, guarded(Role::Bishop));
}

/// Squares on the king's half of its camp that are attacked, attacked twice, and defended.
#[inline(always)]
fn on_the_flank(side: &Side, enemy: &Side, sum: &mut Tapered) {
    let camp = enemy.color.fold_wb(Bitboard(0x00FF_FFFF_FFFF), Bitboard(0xFFFF_FFFF_FF00_0000));
    let area = flank(enemy.king.file()) & camp;
    sum.add_weight(DANGER_FLANK, (area & side.attacked).count() as i32);
    sum.add_weight(DANGER_FLANK + 1, (area & side.attacked_twice).count() as i32);
    sum.add_weight(DANGER_FLANK + 2, (area & enemy.attacked).count() as i32);
}

/// The pieces that attack, in the order of the weights.
const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Squares that nothing defends but the king or its queen, and not both.
fn weakly_defended(enemy: &Side) -> Bitboard {
    let last_defenders = enemy.attacks[Role::King as usize] | enemy.attacks[Role::Queen as usize];
    !enemy.attacked | (last_defenders & !enemy.attacked_twice)
}

#[inline(always)]
fn safe_checks(side: &Side, enemy: &Side, weak: Bitboard, sum: &mut Tapered) {
    let occupied = side.state.board.occupied();
    let safe = !side.own & (!enemy.attacked | (weak & side.attacked_twice));
    let straight = attacks::rook_attacks(enemy.king, occupied);
    let diagonal = attacks::bishop_attacks(enemy.king, occupied);
    let from = [attacks::knight_attacks(enemy.king), diagonal, straight, straight | diagonal];
    for (i, role) in PIECES.into_iter().enumerate() {
        let checks = from[i] & !side.own & side.attacks[role as usize];
        let safe = checks & safe;
        sum.add_weight(DANGER_SAFE_CHECK + i, i32::from(safe.any()));
        sum.add_weight(DANGER_MORE_CHECKS + i, i32::from(safe.more_than_one()));
        sum.add_weight(DANGER_UNSAFE_CHECK + i, i32::from(checks.any() && safe.is_empty()));
    }
}

/// Squares near a king that a piece can attack at once, in the order of the weights.
const MOST_HITS: [i32; 4] = [3, 4, 5, 9];
/// Squares near a king.
const ZONE: i32 = 12;
/// Squares on a king's half of its camp.
const CAMP: i32 = 20;

/// The most that an attack by these pieces can be worth, wherever they stand.
pub(super) fn most(side: &Side, enemy: &Side, shelter_danger: Tapered) -> Tapered {
    let most = |weight: usize| VALUES[weight].at_least(Tapered::ZERO);
    let mut danger = shelter_danger + VALUES[DANGER_BASE] + most(DANGER_WEAK_SQUARES) * ZONE;
    let ([attacked, twice], [defended, _]) = (most_in_camp(side), most_in_camp(enemy));
    danger += most(DANGER_FLANK) * attacked + most(DANGER_FLANK + 1) * twice;
    danger += most(DANGER_FLANK + 2) * defended;
    danger += most(DANGER_GUARDS) + most(DANGER_GUARDS + 1);
    danger += most(DANGER_PINNED) * (side.own & side.state.board.sliders()).count() as i32;
    for (i, role) in PIECES.into_iter().enumerate() {
        let count = side.pieces(role).count() as i32;
        danger += (most(DANGER_ATTACKER + i) + most(DANGER_SQUARES) * MOST_HITS[i]) * count;
        let checks = most(DANGER_SAFE_CHECK + i) + most(DANGER_MORE_CHECKS + i);
        danger += checks.at_least(most(DANGER_UNSAFE_CHECK + i)) * i32::from(count > 0);
    }
    if side.pieces(Role::Queen).is_empty() {
        danger += VALUES[DANGER_NO_QUEEN];
    }
    worth(danger)
}

/// The most squares of a king's half of its camp that a side can attack, and attack twice.
fn most_in_camp(side: &Side) -> [i32; 2] {
    let twice = mobility::most_reached(side);
    [side.pawn_attacks.count() as i32 + twice, twice].map(|squares| squares.min(CAMP))
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
