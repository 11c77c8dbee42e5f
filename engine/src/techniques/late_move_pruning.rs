//! Late move pruning: near the horizon, quiet moves beyond a number that grows with depth are not
//! searched at all.
//!
//! Unsound where the move ordering ranks a good quiet move late.
//!
//! Source: today's engines; no paper.

use crate::parameters::parameters;
use crate::techniques::Decision;

parameters! {
    /// Near the horizon, skip quiet moves that come late.
    LateMovePruning from "today's engines (move-count based pruning)" {
        /// The greatest depth at which it is tried, in plies.
        max_depth: i32 = 6, in 1..=20;
        /// Moves of any kind before quiet ones are left out, at depth 0; the square of the depth is
        /// added.
        base: i32 = 7, in 0..=64;
        /// Half as many where the side to move stands no better than at its last move.
        improving: bool = true;
    }
}

impl LateMovePruning {
    /// Whether a quiet move of this number, and all later ones, come too late to be searched. A
    /// node's quiet moves are tried, the one that ends them succeeds.
    #[inline]
    pub(crate) fn prunes(&self, depth: i32, move_count: usize, improving: bool) -> Decision {
        if depth > self.max_depth {
            return Decision::NotTried;
        }
        let moves = self.base + depth * depth;
        let halved = self.improving && !improving;
        Decision::tried(move_count as i32 > if halved { moves / 2 } else { moves }, ())
    }
}
