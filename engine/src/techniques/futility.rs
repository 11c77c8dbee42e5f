//! Futility pruning: near the horizon, a quiet move that does not give check cannot lift a static
//! evaluation far below alpha over it.
//!
//! At a frontier node (depth 1) the opponent will stand pat; deeper, the margin grows with depth.
//!
//! Unsound where a quiet move gains more by position than the margin.
//!
//! Source: Heinz, "Extended Futility Pruning". Differs from it: it adds the move's material gain
//! to the material balance; here only quiet moves are pruned, and the static evaluation, positional
//! terms included, takes the balance's place, so that a smaller margin does. His own forms are
//! [`frontier_futility`](super::frontier_futility) and
//! [`extended_futility`](super::extended_futility).

use crate::parameters::parameters;
use crate::techniques::Decision;

parameters! {
    /// Near the horizon, skip quiet moves without check whose static evaluation cannot reach alpha.
    Futility from "after Heinz; today's engines" {
        /// The greatest depth at which it is tried, in plies: 1 is Heinz's frontier, 2 his
        /// pre-frontier.
        max_depth: i32 = 5, in 1..=20;
        /// Margin at depth 0, in centipawns.
        base: i32 = 55, in 0..=2000;
        /// Margin for each ply of depth, in centipawns.
        margin: i32 = 82, in 0..=2000;
    }
}

impl Futility {
    /// The score that a quiet move without check can hardly exceed, if that is not above alpha.
    ///
    /// `depth` is the depth that the move would be searched to.
    #[inline]
    pub(crate) fn bound(&self, static_eval: i32, alpha: i32, depth: i32) -> Decision<i32> {
        if depth > self.max_depth {
            return Decision::NotTried;
        }
        let bound = static_eval + self.base + self.margin * depth;
        Decision::tried(bound <= alpha, bound)
    }
}
