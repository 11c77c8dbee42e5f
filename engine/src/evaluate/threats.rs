//! Threats: what is attacked by something worth less, or attacked and not defended.

use shakmaty::{Bitboard, Rank, Role};

use super::account::Account;
use super::side::Side;
use super::weights::{
    HANGING, KING_THREAT, MINOR_THREAT, PAWN_PUSH_THREAT, PAWN_THREAT, ROOK_THREAT, VALUES,
};
use crate::position::movegen::pawn_attacks;
use crate::position::tapered::Tapered;

/// What can be threatened, in the order of the weights; pawns do not threaten pawns.
const VICTIMS: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Threats by pawns, now and after a step.
pub(super) fn by_pawns<A: Account>(side: &Side, enemy: &Side, account: &mut A) {
    for (i, role) in VICTIMS.into_iter().skip(1).enumerate() {
        let attacked = side.pawn_attacks & enemy.pieces(role);
        account.add(PAWN_THREAT + i, attacked.count() as i32);
    }
    let free = !side.state.board.occupied();
    let once = side.forward(side.pawns) & free;
    let third = Bitboard::from_rank(side.color.relative_rank(Rank::Third));
    let stops = (once | side.forward(once & third) & free) & !enemy.pawn_attacks;
    let pieces = enemy.own & !enemy.pawns & !Bitboard::from(enemy.king);
    let attacked = pawn_attacks(stops, side.color) & pieces & !side.pawn_attacks;
    account.add(PAWN_PUSH_THREAT, attacked.count() as i32);
}

/// Threats by pieces.
#[inline(always)]
pub(super) fn by_pieces<A: Account>(side: &Side, enemy: &Side, account: &mut A) {
    let minors = side.attacks[Role::Knight as usize] | side.attacks[Role::Bishop as usize];
    let rooks = side.attacks[Role::Rook as usize];
    let worthwhile = !(enemy.pawns & enemy.pawn_attacks);
    for (i, role) in VICTIMS.into_iter().enumerate() {
        let victims = enemy.pieces(role) & worthwhile;
        account.add(MINOR_THREAT + i, (minors & victims).count() as i32);
        account.add(ROOK_THREAT + i, (rooks & victims).count() as i32);
    }
    let undefended = enemy.own & !Bitboard::from(enemy.king) & !enemy.attacked;
    let by_king = side.attacks[Role::King as usize] & undefended;
    account.add(KING_THREAT, by_king.count() as i32);
    let hanging = undefended & !enemy.pawns & side.attacked;
    account.add(HANGING, hanging.count() as i32);
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
    [most, least]
}
