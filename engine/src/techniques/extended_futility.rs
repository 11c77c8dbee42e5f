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

use crate::config::Technique;
use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::node::Node;
use crate::techniques::frontier_futility::Futile;

parameters! {
    /// Parameters of extended futility pruning.
    ExtendedFutility {
        /// Added to the balance after a move, in centipawns.
        margin: i32 = 570, in 0..=5000;
    }
}

impl Searcher {
    /// Which moves of this node are futile, if it is a pre-frontier node.
    pub(crate) fn extended_futility(&self, state: &BoardState, node: &Node) -> Option<Futile> {
        let parameters = self.config.extended_futility?;
        let applies = node.depth == 2
            && !state.in_check()
            && !self.frames[node.ply].extended
            && node.alpha.abs() < Score::MATE_BOUND;
        let margin = Some(parameters.margin);
        applies.then_some(Futile { technique: Technique::ExtendedFutility, margin })
    }
}
