//! Internal iterative reductions: a node without a table move, unless it is expected to be an ALL node,
//! is searched to less depth, which costs little and leaves a table move for the next time.
//!
//! Unsound where the depth would have mattered the first time.
//!
//! Source: today's successor of internal iterative deepening; no paper.

use crate::parameters::parameters;
use crate::position::packed_move::PackedMove;
use crate::techniques::Decision;
use crate::tree::node::{NodeContext, NodeType};

parameters! {
    /// Search a node without a table move to one ply less, but not an expected ALL node.
    InternalIterativeReductions from "today's engines" {
        /// The least depth at which it is done, in plies.
        min_depth: i32 = 4, in 2..=30;
    }
}

impl InternalIterativeReductions {
    /// Plies by which to search a node to less depth for want of a table move.
    #[inline]
    pub(crate) fn reduction(&self, at: &NodeContext<'_>) -> Decision<i32> {
        let node = &at.node;
        if node.kind == NodeType::All || node.depth < self.min_depth || node.ply == 0 {
            return Decision::NotTried;
        }
        Decision::tried(at.table_move == PackedMove::NONE, 1)
    }
}
