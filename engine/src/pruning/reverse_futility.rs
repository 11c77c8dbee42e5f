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
        margin: i32 = 75, in 1..=1000;
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
        let prunes = static_eval - parameters.margin * node.depth >= node.beta;
        self.counters[Technique::ReverseFutility].note(prunes);
        prunes.then_some(static_eval)
    }
}
