//! Threats: pieces attacked by one worth less, or attacked and not defended.

use shakmaty::{Bitboard, Rank, Role, attacks};

use super::mobility;
use super::side::Side;
use crate::position::movegen::pawn_attacks;
use crate::weights::tapered::Tapered;
use crate::weights::values::{
    HANGING, KING_THREAT, MINOR_THREAT, PAWN_PUSH_THREAT, PAWN_THREAT, QUEEN_HARASSED, RESTRICTED,
    ROOK_THREAT, VALUES,
};

/// The pieces that can be threatened, in the order of the weights; pawns do not threaten pawns.
const VICTIMS: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Threats by pawns, now and after a step.
pub(super) fn by_pawns(side: &Side, enemy: &Side, sum: &mut Tapered) {
    for (i, role) in VICTIMS.into_iter().skip(1).enumerate() {
        let attacked = side.pawn_attacks & enemy.pieces(role);
        sum.add_weight(PAWN_THREAT + i, attacked.count() as i32);
    }
    let free = !side.state.board.occupied();
    let once = side.forward(side.pawns) & free;
    let third = Bitboard::from_rank(side.color.relative_rank(Rank::Third));
    let stops = (once | side.forward(once & third) & free) & !enemy.pawn_attacks;
    let pieces = enemy.own & !enemy.pawns & !Bitboard::from(enemy.king);
    let attacked = pawn_attacks(stops, side.color) & pieces & !side.pawn_attacks;
    sum.add_weight(PAWN_PUSH_THREAT, attacked.count() as i32);
}

/// Threats by pieces.
#[inline(always)]
pub(super) fn by_pieces(side: &Side, enemy: &Side, sum: &mut Tapered) {
    let minors = side.attacks[Role::Knight as usize] | side.attacks[Role::Bishop as usize];
    let rooks = side.attacks[Role::Rook as usize];
    let worthwhile = !(enemy.pawns & enemy.pawn_attacks);
    for (i, role) in VICTIMS.into_iter().enumerate() {
        let victims = enemy.pieces(role) & worthwhile;
        sum.add_weight(MINOR_THREAT + i, (minors & victims).count() as i32);
        sum.add_weight(ROOK_THREAT + i, (rooks & victims).count() as i32);
    }
    let undefended = enemy.own & !Bitboard::from(enemy.king) & !enemy.attacked;
    let by_king = side.attacks[Role::King as usize] & undefended;
    sum.add_weight(KING_THREAT, by_king.count() as i32);
    let hanging = undefended & !enemy.pawns & side.attacked;
    sum.add_weight(HANGING, hanging.count() as i32);
    restricted(side, enemy, sum);
    on_the_queen(side, enemy, sum);
}

/// Squares that the enemy attacks but does not hold, and that this side attacks too: its pieces move
/// there less freely.
#[inline(always)]
fn restricted(side: &Side, enemy: &Side, sum: &mut Tapered) {
    let contested = side.attacked & enemy.attacked & !held(enemy, side);
    sum.add_weight(RESTRICTED, contested.count() as i32);
}

/// Squares that a pawn defends, or that more pieces defend than attack.
#[inline(always)]
fn held(side: &Side, enemy: &Side) -> Bitboard {
    side.pawn_attacks | (side.attacked_twice & !enemy.attacked_twice)
}

/// A lone queen that a knight, or a bishop or rook, can attack from a square where it is not taken.
#[inline(always)]
fn on_the_queen(side: &Side, enemy: &Side, sum: &mut Tapered) {
    let Some(queen) = enemy.pieces(Role::Queen).single_square() else { return };
    let safe = !(side.own | held(enemy, side));
    let attacked = |role: Role| side.attacks[role as usize] & safe;
    let leaps = attacks::knight_attacks(queen) & attacked(Role::Knight);
    sum.add_weight(QUEEN_HARASSED, i32::from(leaps.any()));
    let occupied = side.state.board.occupied();
    let diagonal = attacks::bishop_attacks(queen, occupied) & attacked(Role::Bishop);
    let straight = attacks::rook_attacks(queen, occupied) & attacked(Role::Rook);
    let slides = (diagonal | straight) & side.attacked_twice;
    sum.add_weight(QUEEN_HARASSED + 1, i32::from(slides.any()));
}

/// The most that threats by a side's pieces can be worth against these, and the least.
pub(super) fn bounds(side: &Side, enemy: &Side) -> [Tapered; 2] {
    let has = |role| side.pieces(role).any();
    let ways = [
        (has(Role::Knight) || has(Role::Bishop)).then_some(MINOR_THREAT),
        has(Role::Rook).then_some(ROOK_THREAT),
    ];
    let (mut most, mut least) = (Tapered::ZERO, Tapered::ZERO);
    for (i, role) in VICTIMS.into_iter().enumerate() {
        let count = enemy.pieces(role).count() as i32;
        let by_role = ways.into_iter().flatten().map(|weights| weights + i);
        let hangs = (role != Role::Pawn).then_some(HANGING);
        for weight in by_role.chain([KING_THREAT]).chain(hangs) {
            most += VALUES[weight].at_least(Tapered::ZERO) * count;
            least += VALUES[weight].at_most(Tapered::ZERO) * count;
        }
    }
    let queen = i32::from(enemy.pieces(Role::Queen).any());
    let contested = most_attacked(side).min(most_attacked(enemy));
    for (weight, count) in
        [(RESTRICTED, contested), (QUEEN_HARASSED, queen), (QUEEN_HARASSED + 1, queen)]
    {
        most += VALUES[weight].at_least(Tapered::ZERO) * count;
        least += VALUES[weight].at_most(Tapered::ZERO) * count;
    }
    [most, least]
}

/// The most squares that a side can attack, wherever its pieces stand.
fn most_attacked(side: &Side) -> i32 {
    (side.pawn_attacks.count() as i32 + mobility::most_reached(side)).min(64)
}
