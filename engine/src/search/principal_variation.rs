//! The principal variation, gathered while the search backs up.

use crate::position::packed_move::PackedMove;

/// For each ply the best line from there, as a triangle.
#[derive(Clone, Debug)]
pub(crate) struct PrincipalVariation {
    plies: usize,
    moves: Box<[PackedMove]>,
    lengths: Box<[usize]>,
}

impl PrincipalVariation {
    pub(crate) fn new(plies: usize) -> PrincipalVariation {
        PrincipalVariation {
            plies,
            moves: vec![PackedMove::NONE; plies * plies].into_boxed_slice(),
            lengths: vec![0; plies + 1].into_boxed_slice(),
        }
    }

    /// No line is known from this ply.
    pub(crate) fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
        self.lengths[ply + 1] = 0;
    }

    /// The line from this ply is this move and then the next ply's line.
    #[inline(always)]
    pub(crate) fn extend(&mut self, ply: usize, m: PackedMove) {
        let rest = self.lengths[ply + 1];
        let from = (ply + 1) * self.plies;
        self.moves.copy_within(from..from + rest, ply * self.plies + 1);
        self.moves[ply * self.plies] = m;
        self.lengths[ply] = rest + 1;
    }

    /// The line from the root.
    pub(crate) fn line(&self) -> &[PackedMove] {
        &self.moves[..self.lengths[0]]
    }
}
