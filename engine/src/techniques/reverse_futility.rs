//! Reverse futility pruning: near the horizon, a static evaluation far above beta stays there.
//!
//! The margin grows with the depth left, for the opponent's chances.
//!
//! Unsound where the opponent has a tactic worth more than the margin.
//!
//! Source: today's engines; no paper.

use crate::parameters::parameters;
use crate::techniques::Decision;
use crate::tree::node::NodeContext;

parameters! {
    /// Near the horizon, trust a static evaluation far above beta.
    ReverseFutility from "today's engines (static null move pruning)" {
        /// The greatest depth at which it is tried, in plies.
        max_depth: i32 = 7, in 1..=20;
        /// Margin for each ply of depth, in centipawns.
        margin: i32 = 88, in 1..=1000;
        /// Plies of margin less where the side to move stands better than at its last move.
        improving: i32 = 1, in 0..=20;
    }
}

impl ReverseFutility {
    /// The estimate of a node, if it is so far above beta that it prunes the node.
    #[inline]
    pub(crate) fn score(&self, at: &NodeContext<'_>, improving: bool) -> Decision<i32> {
        if at.node.depth > self.max_depth || !at.state.has_pieces() {
            return Decision::NotTried;
        }
        let improving = if improving { self.improving } else { 0 };
        let margin = self.margin * (at.node.depth - improving).max(0);
        Decision::tried(at.estimate - margin >= at.node.beta, at.estimate)
    }
}
