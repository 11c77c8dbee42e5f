//! Late move pruning: near the horizon, quiet moves beyond a number that grows with depth are not
//! searched at all.
//!
//! Unsound where the move ordering ranks a good quiet move late.
//!
//! Source: move-count based pruning, as today's engines use it; no paper of its own.

use crate::config::Technique;
use crate::parameters::parameters;
use crate::search::Searcher;
use crate::search::node::Node;

parameters! {
    /// Parameters of late move pruning.
    LateMovePruning {
        /// The greatest depth at which it is tried, in plies.
        max_depth: i32 = 6, in 1..=20;
        /// Moves of any kind before quiet ones are left out, at depth 0; the square of the depth is
        /// added.
        base: i32 = 7, in 0..=64;
        /// Half as many where the side to move stands no better than at its last move.
        improving: bool = true;
    }
}

impl Searcher {
    /// Whether this quiet move and all later ones come too late to be searched.
    ///
    /// Counts a node's quiet moves as tried, and as cut where they end here.
    pub(crate) fn prunes_late_moves(&mut self, node: &Node, move_count: usize) -> bool {
        let Some(parameters) = self.config.late_move_pruning else { return false };
        if node.depth > parameters.max_depth {
            return false;
        }
        let moves = parameters.base + node.depth * node.depth;
        let halved = parameters.improving && !self.is_improving(node.ply);
        let prunes = move_count as i32 > if halved { moves / 2 } else { moves };
        self.counters[Technique::LateMovePruning].note(prunes);
        prunes
    }
}
