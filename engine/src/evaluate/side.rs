//! What the terms need to know of one side.

use shakmaty::{Bitboard, Color, Role, Square};

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

    /// All squares of the files these squares are on.
    pub(super) fn fill_files(&self, squares: Bitboard) -> Bitboard {
        let mut filled = squares.0;
        filled |= filled << 8 | filled >> 8;
        filled |= filled << 16 | filled >> 16;
        filled |= filled.rotate_left(32);
        Bitboard(filled)
    }

    /// The rank of a square as this side sees it, from 0 to 7.
    pub(super) fn rank(&self, square: Square) -> usize {
        self.color.relative_rank(square.rank()).to_usize()
    }
}
