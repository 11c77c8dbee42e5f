//! History pruning: near the horizon, a quiet move that has failed to refute again and again, in
//! itself and as an answer to the moves before, is not searched.
//!
//! Unsound where a move is good here that was bad elsewhere.
//!
//! Source: as today's engines use it; no paper of its own. It carries the idea of late move
//! reductions, that history tells which moves matter, to where there is no depth left to reduce.

use shakmaty::Move;

use crate::config::Technique;
use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::search::Searcher;
use crate::search::node::Node;

parameters! {
    /// Parameters of history pruning.
    HistoryPruning {
        /// The greatest depth at which it is tried, in plies.
        max_depth: i32 = 4, in 1..=20;
        /// How bad a history has to be, for each ply of depth; it lies within 24576.
        margin: i32 = 1200, in 1..=24576;
    }
}

impl Searcher {
    /// Whether a quiet move's history is too bad for it to be searched.
    pub(crate) fn prunes_by_history(&mut self, state: &BoardState, node: &Node, m: Move) -> bool {
        let Some(parameters) = self.config.history_pruning else { return false };
        if node.depth > parameters.max_depth {
            return false;
        }
        let history = self.history.quiet(state.turn, m, self.before(node.ply));
        let prunes = history < -parameters.margin * node.depth;
        self.counters[Technique::HistoryPruning].note(prunes);
        prunes
    }
}
