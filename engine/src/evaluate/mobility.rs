//! Mobility: the squares a piece can go to without being taken by a pawn.

use shakmaty::{Bitboard, Role, Square, attacks};

use super::Side;
use super::king_safety::KingAttack;
use crate::position::tapered::{Tapered, tapered};

/// A rook on a file without pawns, and on one without own pawns.
const OPEN_FILE: Tapered = tapered(30, 10);
const HALF_OPEN_FILE: Tapered = tapered(14, 8);

/// What a reachable square is worth, how many are to be expected, and how many there can be.
struct Weight {
    each: Tapered,
    expected: i32,
    most: i32,
}

const KNIGHT: Weight = Weight { each: tapered(5, 5), expected: 4, most: 8 };
const BISHOP: Weight = Weight { each: tapered(5, 6), expected: 6, most: 13 };
const ROOK: Weight = Weight { each: tapered(3, 6), expected: 7, most: 14 };
const QUEEN: Weight = Weight { each: tapered(2, 5), expected: 13, most: 27 };

impl Weight {
    fn of(&self, reached: Bitboard) -> Tapered {
        self.each * (reached.count() as i32 - self.expected)
    }

    fn most(&self) -> Tapered {
        self.each * (self.most - self.expected)
    }

    fn least(&self) -> Tapered {
        self.each * -self.expected
    }
}

/// The most that the mobility of a side's pieces can be worth, wherever they stand.
pub(super) fn most(side: &Side) -> Tapered {
    let [knights, bishops, rooks, queens] = counts(side);
    KNIGHT.most() * knights
        + BISHOP.most() * bishops
        + (ROOK.most() + OPEN_FILE) * rooks
        + QUEEN.most() * queens
}

/// The least that it can be worth.
pub(super) fn least(side: &Side) -> Tapered {
    let [knights, bishops, rooks, queens] = counts(side);
    KNIGHT.least() * knights
        + BISHOP.least() * bishops
        + ROOK.least() * rooks
        + QUEEN.least() * queens
}

fn counts(side: &Side) -> [i32; 4] {
    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .map(|role| (side.own & side.state.board.by_role(role)).count() as i32)
}

/// The mobility of a side's pieces; notes on the way which of them attack the enemy king.
pub(super) fn mobility(side: &Side, enemy: &Side, attack: &mut KingAttack) -> Tapered {
    let board = &side.state.board;
    let occupied = board.occupied();
    let blocked_pawns = side.own & board.pawns();
    let area = !(blocked_pawns | enemy.pawn_attacks | side.own & board.kings());
    // Sliders see through own pieces that move the same way.
    let behind_queens = occupied ^ (side.own & board.queens());
    let behind_rooks = occupied ^ (side.own & board.rooks_and_queens());
    let mut value = Tapered::ZERO;
    for square in side.own & board.knights() {
        let reached = attacks::knight_attacks(square);
        attack.note(Role::Knight, reached);
        value += KNIGHT.of(reached & area);
    }
    for square in side.own & board.bishops() {
        let reached = attacks::bishop_attacks(square, behind_queens);
        attack.note(Role::Bishop, reached);
        value += BISHOP.of(reached & area);
    }
    for square in side.own & board.rooks() {
        let reached = attacks::rook_attacks(square, behind_rooks);
        attack.note(Role::Rook, reached);
        value += ROOK.of(reached & area) + rook_file(side, square);
    }
    for square in side.own & board.queens() {
        let reached = attacks::queen_attacks(square, occupied);
        attack.note(Role::Queen, reached);
        value += QUEEN.of(reached & area);
    }
    value
}

fn rook_file(side: &Side, rook: Square) -> Tapered {
    let pawns = side.state.board.pawns() & Bitboard::from_file(rook.file());
    if pawns.is_empty() {
        OPEN_FILE
    } else if pawns.is_disjoint(side.own) {
        HALF_OPEN_FILE
    } else {
        Tapered::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_piece_reaches_more_squares_than_it_is_said_to() {
        let most = |attacked: fn(Square, Bitboard) -> Bitboard| {
            let reached = Square::ALL.map(|square| attacked(square, Bitboard::EMPTY).count());
            reached.into_iter().max().unwrap() as i32
        };
        assert_eq!(most(|square, _| attacks::knight_attacks(square)), KNIGHT.most);
        assert_eq!(most(attacks::bishop_attacks), BISHOP.most);
        assert_eq!(most(attacks::rook_attacks), ROOK.most);
        assert_eq!(most(attacks::queen_attacks), QUEEN.most);
    }
}
