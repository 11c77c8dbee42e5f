//! The facts of one side that the terms share.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use crate::position::board_state::BoardState;
use crate::position::movegen::pawn_attacks;

/// One side of a position.
pub(super) struct Side<'a> {
    pub(super) state: &'a BoardState,
    pub(super) color: Color,
    /// Its pieces and pawns.
    pub(super) own: Bitboard,
    pub(super) pawns: Bitboard,
    pub(super) king: Square,
    pub(super) pawn_attacks: Bitboard,
    /// Squares that its pieces attack, by role; known once its mobility is counted.
    pub(super) attacks: [Bitboard; 7],
    /// Squares attacked at all, and more than once.
    pub(super) attacked: Bitboard,
    pub(super) attacked_twice: Bitboard,
}

impl<'a> Side<'a> {
    pub(super) fn new(state: &'a BoardState, color: Color) -> Side<'a> {
        let own = state.board.by_color(color);
        let pawns = own & state.board.pawns();
        Side {
            state,
            color,
            own,
            pawns,
            king: state.king(color),
            pawn_attacks: pawn_attacks(pawns, color),
            attacks: [Bitboard::EMPTY; 7],
            attacked: Bitboard::EMPTY,
            attacked_twice: Bitboard::EMPTY,
        }
    }

    /// Its pieces of a role.
    pub(super) fn pieces(&self, role: Role) -> Bitboard {
        self.own & self.state.board.by_role(role)
    }

    /// Notes squares that a piece, or all pawns, attack.
    #[inline(always)]
    pub(super) fn note_attacks(&mut self, role: Role, squares: Bitboard) {
        self.attacks[role as usize] |= squares;
        self.attacked_twice |= self.attacked & squares;
        self.attacked |= squares;
    }

    /// These squares, moved one step towards the enemy.
    #[inline(always)]
    pub(super) fn forward(&self, squares: Bitboard) -> Bitboard {
        match self.color {
            Color::White => squares.shift(8),
            Color::Black => squares.shift(-8),
        }
    }

    /// These squares and all before them on their files.
    pub(super) fn fill_forward(&self, squares: Bitboard) -> Bitboard {
        let mut filled = squares.0;
        match self.color {
            Color::White => {
                filled |= filled << 8;
                filled |= filled << 16;
                filled |= filled << 32;
            }
            Color::Black => {
                filled |= filled >> 8;
                filled |= filled >> 16;
                filled |= filled >> 32;
            }
        }
        Bitboard(filled)
    }

    /// The pieces that stand alone between a square and one of these own sliders, of either colour: a pin, or
    /// an attack about to be discovered.
    #[inline(always)]
    pub(super) fn lone_blockers(&self, sliders: Bitboard, target: Square) -> Bitboard {
        let board = &self.state.board;
        let straight = sliders & board.rooks_and_queens();
        let diagonal = sliders & board.bishops_and_queens();
        let aimed = attacks::rook_attacks(target, Bitboard::EMPTY) & straight
            | attacks::bishop_attacks(target, Bitboard::EMPTY) & diagonal;
        let mut blockers = Bitboard::EMPTY;
        for slider in aimed {
            let between = attacks::between(target, slider) & board.occupied();
            if !between.more_than_one() {
                blockers |= between;
            }
        }
        blockers
    }

    /// The rank of a square as this side sees it, from 0 to 7.
    pub(super) fn rank(&self, square: Square) -> usize {
        self.color.relative_rank(square.rank()).to_usize()
    }
}
