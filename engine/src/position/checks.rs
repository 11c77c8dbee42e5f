//! Which quiet moves give check, known before they are made.

use shakmaty::{Bitboard, Move, Square, attacks};

use super::board_state::{BoardState, castling_targets};
use super::movegen::lone_shields;

/// From where the side to move would check the enemy king.
pub(crate) struct CheckSquares {
    king: Square,
    occupied: Bitboard,
    /// By [`Role`](shakmaty::Role); the king's own stay empty.
    direct: [Bitboard; 7],
    /// Own pieces that alone stand between an own slider and the enemy king.
    shields: Bitboard,
}

impl CheckSquares {
    #[inline(always)]
    pub(crate) fn new(state: &BoardState) -> CheckSquares {
        let king = state.king(!state.turn);
        let occupied = state.board.occupied();
        let diagonal = attacks::bishop_attacks(king, occupied);
        let straight = attacks::rook_attacks(king, occupied);
        let pawn = attacks::pawn_attacks(!state.turn, king);
        let knight = attacks::knight_attacks(king);
        let shields = lone_shields(state, king, state.us(), state.them());
        let (none, queen) = (Bitboard::EMPTY, diagonal | straight);
        let direct = [none, pawn, knight, diagonal, straight, queen, none];
        CheckSquares { king, occupied, direct, shields }
    }

    /// Whether a quiet move gives check, directly or by uncovering a slider.
    #[inline(always)]
    pub(crate) fn are_given_by(&self, m: Move) -> bool {
        match m {
            Move::Normal { role, from, to, .. } => {
                self.direct[role as usize].contains(to)
                    || (self.shields.contains(from) && !attacks::ray(self.king, from).contains(to))
            }
            Move::Castle { king, rook } => {
                let (king_to, rook_to) = castling_targets(king, rook);
                let left = self.occupied.without(king).without(rook);
                attacks::rook_attacks(rook_to, left.with(king_to).with(rook_to)).contains(self.king)
            }
            Move::EnPassant { .. } | Move::Put { .. } => false,
        }
    }
}
