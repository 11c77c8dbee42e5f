//! Mobility: the squares a piece can go to without being taken by a pawn. On the way the attacks of
//! the pieces are gathered, which the terms after it look at.

use shakmaty::{Bitboard, File, Role, Square, attacks};

use super::king_zone::Zone;
use super::side::Side;
use crate::weights::tapered::Tapered;
use crate::weights::values::{
    BISHOP_MOBILITY, KNIGHT_MOBILITY, QUEEN_MOBILITY, ROOK_MOBILITY, TRAPPED_ROOK, VALUES,
};

/// The pieces that have mobility, its weights, and the most squares each can reach.
const WEIGHTS: [(Role, usize, usize); 4] = [
    (Role::Knight, KNIGHT_MOBILITY, 8),
    (Role::Bishop, BISHOP_MOBILITY, 13),
    (Role::Rook, ROOK_MOBILITY, 14),
    (Role::Queen, QUEEN_MOBILITY, 27),
];

/// Counts the mobility of a side's pieces; notes the squares that they attack, and those near the
/// enemy king.
#[inline(always)]
pub(super) fn mobility(side: &mut Side, enemy: &Side, zone: &mut Zone, sum: &mut Tapered) {
    let board = &side.state.board;
    let occupied = board.occupied();
    let area = !(side.pawns | enemy.pawn_attacks | Bitboard::from(side.king));
    // Sliders see through own pieces that move the same way.
    let behind_queens = occupied ^ side.pieces(Role::Queen);
    let behind_rooks = occupied ^ (side.own & board.rooks_and_queens());
    side.note_attacks(Role::Pawn, side.pawn_attacks);
    side.note_attacks(Role::King, attacks::king_attacks(side.king));
    for (role, weights, _) in WEIGHTS {
        for square in side.pieces(role) {
            let reached = match role {
                Role::Knight => attacks::knight_attacks(square),
                Role::Bishop => attacks::bishop_attacks(square, behind_queens),
                Role::Rook => attacks::rook_attacks(square, behind_rooks),
                _ => attacks::queen_attacks(square, occupied),
            };
            side.note_attacks(role, reached);
            zone.note(role, reached);
            let count = (reached & area).count();
            sum.add_weight(weights + count, 1);
            if role == Role::Rook && count <= FEW && is_shut_in(side, square) {
                let backrank = Bitboard::from_rank(side.color.backrank());
                let may_castle = side.state.castling.intersects(backrank);
                sum.add_weight(TRAPPED_ROOK + usize::from(!may_castle), 1);
            }
        }
    }
}

/// A rook with no more squares than these may be shut in.
const FEW: usize = 3;

/// Whether the own king stands between a rook and the centre.
fn is_shut_in(side: &Side, rook: Square) -> bool {
    let (king, rook) = (side.king.file(), rook.file());
    if king < File::E { rook < king } else { rook > king }
}

/// The most that the mobility of a side's pieces can be worth, wherever they stand, and the least.
pub(super) fn bounds(side: &Side) -> [Tapered; 2] {
    const BOUNDS: [[Tapered; 2]; 4] = [
        bounds_of(KNIGHT_MOBILITY, 8),
        bounds_of(BISHOP_MOBILITY, 13),
        bounds_of(ROOK_MOBILITY, 14),
        bounds_of(QUEEN_MOBILITY, 27),
    ];
    let [mut most, mut least] = [Tapered::ZERO; 2];
    for ((role, ..), bounds) in WEIGHTS.into_iter().zip(BOUNDS) {
        let count = side.pieces(role).count() as i32;
        most += bounds[0] * count;
        least += bounds[1] * count;
    }
    let rooks = side.pieces(Role::Rook).count() as i32;
    most += TRAPPED[0] * rooks;
    least += TRAPPED[1] * rooks;
    [most, least]
}

/// The most and the least that it can be worth to a rook to be shut in or not.
const TRAPPED: [Tapered; 2] = {
    let [castles, stays] = [VALUES[TRAPPED_ROOK], VALUES[TRAPPED_ROOK + 1]];
    [Tapered::ZERO.at_least(castles).at_least(stays), Tapered::ZERO.at_most(castles).at_most(stays)]
};

/// The most squares that a side's king and pieces can reach, each counted for itself.
pub(super) fn most_reached(side: &Side) -> i32 {
    const KING: usize = 8;
    let reached = WEIGHTS.map(|(role, _, most)| side.pieces(role).count() * most);
    (KING + reached.iter().sum::<usize>()) as i32
}

/// The largest and the smallest of a piece's weights, phase by phase.
const fn bounds_of(weights: usize, most_squares: usize) -> [Tapered; 2] {
    let (mut most, mut least) = (VALUES[weights], VALUES[weights]);
    let mut count = 1;
    while count <= most_squares {
        most = most.at_least(VALUES[weights + count]);
        least = least.at_most(VALUES[weights + count]);
        count += 1;
    }
    [most, least]
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Square;

    #[test]
    fn no_piece_reaches_more_squares_than_it_is_said_to() {
        let most = |attacked: fn(Square, Bitboard) -> Bitboard| {
            let reached = Square::ALL.map(|square| attacked(square, Bitboard::EMPTY).count());
            reached.into_iter().max().unwrap()
        };
        let said = WEIGHTS.map(|(_, _, most)| most);
        let knight = most(|square, _| attacks::knight_attacks(square));
        let sliders = [attacks::bishop_attacks, attacks::rook_attacks, attacks::queen_attacks];
        assert_eq!(said[0], knight);
        assert_eq!(said[1..], sliders.map(most));
    }
}
