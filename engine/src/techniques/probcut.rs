//! ProbCut: a shallower search that exceeds beta by a margin predicts that the deep one exceeds beta.
//!
//! Only captures that could exceed it by static exchange evaluation are tried: first by quiescence,
//! which is cheap, then to a reduced depth with a null window at beta plus the margin. One that holds
//! prunes the node, and is stored with its depth: a bound of the reduced depth.
//!
//! Unsound where the reduced search errs by more than the margin. The table's word against it, from
//! a search at least as deep, is enough not to try.
//!
//! Source: Buro, "ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm" (1995), in
//! the form of today's engines. Differs from it: he fits the deep score to the shallow one by linear
//! regression, and cuts at either bound where the confidence suffices, for every move; here the
//! margin is a constant, only beta is tried, and only captures.

use crate::parameters::parameters;
use crate::score::Score;
use crate::tree::node::{Node, NodeContext};
use crate::tree::transposition_table::Bound;

parameters! {
    /// Prune where a capture exceeds beta by a margin at reduced depth.
    Probcut from "Buro; today's engines" {
        /// The least depth at which it is tried, in plies.
        min_depth: i32 = 5, in 2..=30;
        /// A capture's child is searched to depth - 1 - reduction, in plies.
        reduction: i32 = 3, in 1..=10;
        /// By how much the reduced search has to exceed beta, in centipawns.
        margin: i32 = 180, in 0..=2000;
    }
}

impl Probcut {
    /// The question to a capture: whether it reaches beta and the margin at reduced depth. Nothing
    /// where the technique is not worth trying.
    #[inline]
    pub(crate) fn question(&self, at: &NodeContext<'_>) -> Option<Node> {
        let node = &at.node;
        let bound = node.beta + self.margin;
        let depth = node.depth - self.reduction;
        let is_denied = || {
            at.entry.is_some_and(|entry| {
                entry.bound != Bound::Lower && entry.depth >= depth && entry.score < bound
            })
        };
        (node.depth >= self.min_depth && bound < Score::MATE_BOUND && !is_denied()).then(|| Node {
            depth,
            alpha: bound - 1,
            beta: bound,
            ..*node
        })
    }

    /// The score that prunes the node, given that of the capture.
    pub(crate) fn score(&self, of_capture: i32) -> i32 {
        // A mate is proven whatever the depth; anything else may be wrong by the margin.
        if of_capture >= Score::MATE_BOUND { of_capture } else { of_capture - self.margin }
    }
}
