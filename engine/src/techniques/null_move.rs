//! Null move: where passing is already good enough, some move will be too.
//!
//! The side to move passes, and the opponent's best answer is searched to less depth with a null
//! window at beta. If passing still reaches beta the node is pruned.
//!
//! Unsound in zugzwang, where every move is worse than passing. It is therefore not tried with
//! king and pawns alone, nor in check, nor twice in a row; and a verified null move does not prune
//! but takes a ply off the search below, which finds the zugzwang out.
//!
//! Sources: Beal (1990), Goetsch and Campbell (1990), as Bjornsson and Marsland's figure 5 and
//! Eiriksson's section 2.4.4 describe it; adaptive: Heinz (1999), also Winands et al. section 5.2,
//! with R = 3 at expected ALL nodes; verified: David-Tabibi and Netanyahu (2002).
//!
//! Differs from the papers where `above_beta` is on: only tried where the static evaluation already
//! reaches beta, without which passing seldom succeeds; where `depth_divisor` or
//! `evaluation_divisor` is set, as today's engines do, R grows with depth and evaluation; and where
//! `return_beta` is off: figure 5 returns beta, Eiriksson's program the score of passing. Winands et
//! al. count pieces in a game that has no kings or pawns; `adaptive_men` counts every man.

use crate::parameters::parameters;
use crate::score::Score;
use crate::tree::node::{NodeContext, NodeType};

parameters! {
    /// Prune where passing is already good enough: fixed R, adaptive, verified.
    NullMove from "Beal; Goetsch and Campbell; Heinz; David-Tabibi and Netanyahu" {
        /// R: the opponent's answer is searched to depth - 1 - R, in plies.
        reduction: i32 = 2, in 1..=6;
        /// R at expected ALL nodes; 0 for the same as elsewhere.
        reduction_at_all: i32 = 0, in 0..=6;
        /// One more ply of reduction at depth above 8, and above 6 with enough on the board.
        adaptive: bool = false;
        /// With `adaptive`, enough is this many men of the side to move (Winands et al.: 5);
        /// 0 for three pieces a side (Heinz).
        adaptive_men: i32 = 0, in 0..=16;
        /// One more ply of reduction for each of this many plies of depth; 0 for none.
        depth_divisor: i32 = 0, in 0..=20;
        /// One more ply of reduction for each of this many centipawns above beta, up to three;
        /// 0 for none.
        evaluation_divisor: i32 = 0, in 0..=2000;
        /// The least depth at which it is tried, in plies.
        min_depth: i32 = 2, in 1..=20;
        /// Only tried where the static evaluation reaches the bound that passing has to reach.
        above_beta: bool = true;
        /// A success is verified by the search below, one ply less deep.
        verified: bool = false;
        /// A prune returns beta and not the score of passing.
        return_beta: bool = false;
        /// A prune is stored in the transposition table, as a lower bound of the node's depth.
        store: bool = false;
    }
}

/// Whether a search is reduced by one more ply: deep ones, and less deep ones with enough on the board.
fn is_deep_enough(depth: i32, has_enough: impl FnOnce() -> bool) -> bool {
    depth > 8 || (depth > 6 && has_enough())
}

/// The same, where this many men of the side to move are enough (Winands et al., section 5.2).
pub(super) fn is_reduced_further_by_men(at: &NodeContext<'_>, men: i32) -> bool {
    is_deep_enough(at.node.depth, || at.state.men(at.state.turn) >= men as usize)
}

/// The finding of a null move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NullMoveOutcome {
    /// It is not good enough.
    Fails,
    /// It prunes the node with this score.
    Prunes(i32),
    /// It would prune, if a search to one ply less confirms it.
    NeedsVerification,
}

impl NullMove {
    /// Whether to consider passing at a node off the principal variation that is not in check.
    #[inline]
    pub(crate) fn applies(&self, at: &NodeContext<'_>) -> bool {
        !at.after_null_move && at.node.depth >= self.min_depth && at.state.has_pieces()
    }

    /// Whether passing may reach this bound.
    #[inline]
    pub(crate) fn may_reach(&self, at: &NodeContext<'_>, bound: i32) -> bool {
        !self.above_beta || at.estimate >= bound
    }

    /// R of this node: the opponent's answer is searched to depth - 1 - R.
    pub(crate) fn reduction_of(&self, at: &NodeContext<'_>) -> i32 {
        let node = &at.node;
        if node.kind == NodeType::All && self.reduction_at_all > 0 {
            return self.reduction_at_all;
        }
        let mut reduction = self.reduction;
        reduction += i32::from(self.adaptive && self.is_reduced_further(at));
        if self.depth_divisor > 0 {
            reduction += node.depth / self.depth_divisor;
        }
        if self.evaluation_divisor > 0 {
            reduction += ((at.estimate - node.beta) / self.evaluation_divisor).clamp(0, 3);
        }
        reduction
    }

    /// Whether the adaptive null move reduces by one more ply.
    fn is_reduced_further(&self, at: &NodeContext<'_>) -> bool {
        match self.adaptive_men {
            0 => is_deep_enough(at.node.depth, || at.state.fewest_pieces() >= 3),
            men => is_reduced_further_by_men(at, men),
        }
    }

    /// The consequence of the score of passing, which had to reach the bound.
    pub(crate) fn outcome(
        &self,
        score: i32,
        bound: i32,
        beta: i32,
        verifying: bool,
    ) -> NullMoveOutcome {
        if score < bound {
            return NullMoveOutcome::Fails;
        }
        if self.verified && !verifying {
            return NullMoveOutcome::NeedsVerification;
        }
        // A mate found after passing is not proven.
        let is_proven = (beta..Score::MATE_BOUND).contains(&score);
        NullMoveOutcome::Prunes(if is_proven && !self.return_beta { score } else { beta })
    }
}
