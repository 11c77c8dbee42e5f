//! Extended futility pruning: at a pre-frontier node (depth 2) a move that does not give check
//! seldom makes up for a rook.
//!
//! Where the balance after the move and a margin of about a rook do not exceed alpha, the move is
//! skipped, as [`frontier_futility`](super::frontier_futility) does a ply deeper.
//!
//! Unsound: the opponent moves once and we once more before anyone stands pat, so that a quiet move
//! with two threats, or one against the king, is worth more than the margin. It is therefore not
//! tried in check, after a move that was extended, nor where alpha is a mate score.
//!
//! Source: Heinz, "Extended Futility Pruning", futility pruning at pre-frontier nodes, whose margin
//! lies between a rook and a rook and a pawn. Our rook is worth 498 centipawns in the middlegame and
//! 570 in the endgame, our pawn 44 and 110: the margin is never less than a rook. Differs from the
//! source: our balance has the piece-square values in it.

use crate::parameters::parameters;
use crate::score::Score;
use crate::techniques::Technique;
use crate::techniques::frontier_futility::Futile;
use crate::tree::node::NodeContext;

parameters! {
    /// At depth 2, skip moves without check whose balance is a rook short of alpha.
    ExtendedFutility from "Heinz" {
        /// Added to the balance after a move, in centipawns.
        margin: i32 = 570, in 0..=5000;
    }
}

impl ExtendedFutility {
    /// Which moves of this node are futile, if it is a pre-frontier node.
    #[inline]
    pub(crate) fn futile(&self, at: &NodeContext<'_>) -> Option<Futile> {
        let applies = at.node.depth == 2
            && !at.state.in_check()
            && !at.extended
            && at.node.alpha.abs() < Score::MATE_BOUND;
        let margin = Some(self.margin);
        applies.then_some(Futile { technique: Technique::ExtendedFutility, margin })
    }
}
