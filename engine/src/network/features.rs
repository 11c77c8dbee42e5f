//! The network's input, from the view of a side: which piece stands where.
//!
//! A side sees the board from its own end. A king on files e to h has the board mirrored, so that it
//! always stands on files a to d. The king's square chooses among as many sets of weights as the network
//! has king buckets.

use shakmaty::{Board, Color, Role, Square};

use super::Network;
use super::shape::FEATURES;

/// How a side sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    pub(super) side: Color,
    /// The mask that turns a square into the one that the side sees.
    turn: u8,
    /// The first of the features of its king's bucket.
    first: u32,
}

/// For either side, as the board is and mirrored.
pub(super) const VIEWS_OF_A_BUCKET: usize = 4;

impl View {
    /// The view of a side that has its king on this square.
    #[inline]
    pub(super) fn new(network: &Network, side: Color, king: Square) -> View {
        let from_own_end = side.fold_wb(0, 56);
        let king = king as u8 ^ from_own_end;
        let mirror = if king & 4 == 0 { 0 } else { 7 };
        let king = king ^ mirror;
        let bucket = network.king_buckets[usize::from(king / 8 * 4 + king % 8)];
        let first = u32::from(bucket) * FEATURES as u32;
        View { side, turn: from_own_end ^ mirror, first }
    }

    /// The view of the side's king on the board.
    #[inline]
    pub(super) fn of(network: &Network, side: Color, board: &Board) -> View {
        View::new(network, side, board.king_of(side).unwrap_or(Square::A1))
    }

    /// Another number for every view.
    #[inline]
    pub(super) fn number(self) -> usize {
        let bucket = self.first as usize / FEATURES;
        let (is_black, is_mirrored) = (self.turn >> 5 & 1, self.turn & 1);
        VIEWS_OF_A_BUCKET * bucket + usize::from(2 * is_mirrored + is_black)
    }

    /// The feature of a piece on a square.
    #[inline]
    pub(super) fn feature(self, color: Color, role: Role, square: Square) -> usize {
        let side = if color == self.side { 0 } else { FEATURES / 2 };
        let square = usize::from(square as u8 ^ self.turn);
        self.first as usize + side + (role as usize - 1) * 64 + square
    }
}
