//! History pruning: near the horizon, a quiet move that has failed to refute again and again, in
//! itself and as an answer to the moves before, is not searched.
//!
//! Unsound where a move is good here that was bad elsewhere.
//!
//! Source: as today's engines use it; no paper of its own. It carries the idea of late move
//! reductions, that history tells which moves matter, to where there is no depth left to reduce.

use crate::config::Technique;
use crate::parameters::parameters;
use crate::search::Searcher;

parameters! {
    /// Parameters of history pruning.
    HistoryPruning {
        /// The greatest depth at which it is tried, in plies.
        max_depth: i32 = 4, in 1..=20;
        /// How bad a history has to be, for each ply of depth; it lies within 24576.
        margin: i32 = 800, in 1..=24576;
    }
}

impl Searcher {
    /// Whether a quiet move's history is too bad for it to be searched to this depth.
    pub(crate) fn prunes_by_history(&mut self, history: i32, depth: i32) -> bool {
        let Some(parameters) = self.config.history_pruning else { return false };
        if depth > parameters.max_depth {
            return false;
        }
        let prunes = history < -parameters.margin * depth;
        self.counters[Technique::HistoryPruning].note(prunes);
        prunes
    }
}
