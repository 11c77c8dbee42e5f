//! History pruning: near the horizon, a quiet move that has failed to refute again and again, in
//! itself and as an answer to the moves before, is not searched.
//!
//! Unsound where a move is good here that was bad elsewhere.
//!
//! Source: today's engines; no paper. It carries the idea of late move
//! reductions, that history tells which moves matter, to where there is no depth left to reduce.

use crate::parameters::parameters;
use crate::techniques::Decision;

parameters! {
    /// Near the horizon, skip quiet moves whose history is bad.
    HistoryPruning from "today's engines" {
        /// The greatest depth at which it is tried, in plies.
        max_depth: i32 = 4, in 1..=20;
        /// How bad a history has to be, for each ply of depth; it lies within 24576.
        margin: i32 = 800, in 1..=24576;
    }
}

impl HistoryPruning {
    /// Whether a quiet move's history is too bad for it to be searched to this depth.
    #[inline]
    pub(crate) fn prunes(&self, history: i32, depth: i32) -> Decision {
        if depth > self.max_depth {
            return Decision::NotTried;
        }
        Decision::tried(history < -self.margin * depth, ())
    }
}
