//! Internal iterative reductions: a node without a table move is searched to less depth, which
//! costs little and leaves a table move for the next time.
//!
//! Unsound where the depth would have mattered the first time.
//!
//! Source: today's successor of internal iterative deepening; no paper of its own.

use crate::config::Technique;
use crate::parameters::parameters;
use crate::position::packed_move::PackedMove;
use crate::search::Searcher;
use crate::search::node::{Node, NodeType};

parameters! {
    /// Parameters of internal iterative reductions.
    InternalIterativeReductions {
        /// The least depth at which it is done, in plies.
        min_depth: i32 = 4, in 2..=30;
    }
}

impl Searcher {
    /// Plies by which to search a node to less depth for want of a table move.
    pub(crate) fn internal_iterative_reduction(
        &mut self,
        node: &Node,
        table_move: PackedMove,
    ) -> i32 {
        let Some(parameters) = self.config.internal_iterative_reductions else { return 0 };
        if node.kind == NodeType::All || node.depth < parameters.min_depth || node.ply == 0 {
            return 0;
        }
        let reduces = table_move == PackedMove::NONE;
        self.counters[Technique::InternalIterativeReductions].note(reduces);
        i32::from(reduces)
    }
}
