//! Razoring: near the horizon, a static evaluation far below alpha is trusted to the quiescence
//! search: if captures do not mend it, quiet moves will not either.
//!
//! Unsound where a quiet move threatens more than the margin.
//!
//! Source: Birmingham and Kent's idea in the form today's engines use; no paper of ours. Heinz's
//! form, [`limited_razoring`](super::limited_razoring), compares the material balance and takes one
//! ply off the search instead of all.

use crate::parameters::parameters;
use crate::tree::node::NodeContext;

parameters! {
    /// Near the horizon, trust the quiescence search far below alpha.
    Razoring from "after Birmingham and Kent; today's engines" {
        /// The greatest depth at which it is tried, in plies.
        max_depth: i32 = 3, in 1..=20;
        /// Margin at depth 0, in centipawns.
        base: i32 = 200, in 0..=2000;
        /// Margin for each ply of depth, in centipawns.
        margin: i32 = 150, in 0..=2000;
    }
}

impl Razoring {
    /// Whether to ask the quiescence search, whose score prunes the node if it does not exceed alpha.
    #[inline]
    pub(crate) fn applies(&self, at: &NodeContext<'_>) -> bool {
        let margin = self.base + self.margin * at.node.depth;
        at.node.depth <= self.max_depth && at.estimate + margin <= at.node.alpha
    }
}
