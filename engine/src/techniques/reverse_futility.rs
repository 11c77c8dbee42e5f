//! Reverse futility pruning: near the horizon, a static evaluation far above beta stays there.
//!
//! The margin grows with the depth left, for what the opponent could still win.
//!
//! Unsound where the opponent has a tactic worth more than the margin.
//!
//! Source: static null move pruning, as today's engines use it; no paper of its own.

use crate::config::Technique;
use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::search::Searcher;
use crate::search::node::Node;

parameters! {
    /// Parameters of reverse futility pruning.
    ReverseFutility {
        /// The greatest depth at which it is tried, in plies.
        max_depth: i32 = 7, in 1..=20;
        /// Margin for each ply of depth, in centipawns.
        margin: i32 = 88, in 1..=1000;
        /// Plies of margin less where the side to move stands better than at its last move.
        improving: i32 = 1, in 0..=20;
    }
}

impl Searcher {
    /// The static evaluation, if it is so far above beta that it prunes the node.
    pub(crate) fn reverse_futility(
        &mut self,
        state: &BoardState,
        node: &Node,
        static_eval: i32,
    ) -> Option<i32> {
        let parameters = self.config.reverse_futility?;
        if node.depth > parameters.max_depth || !state.has_pieces() {
            return None;
        }
        let improving = if self.is_improving(node.ply) { parameters.improving } else { 0 };
        let margin = parameters.margin * (node.depth - improving).max(0);
        let prunes = static_eval - margin >= node.beta;
        self.counters[Technique::ReverseFutility].note(prunes);
        prunes.then_some(static_eval)
    }
}
