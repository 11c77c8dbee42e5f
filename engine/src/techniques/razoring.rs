//! Razoring: near the horizon, a static evaluation far below alpha is trusted to the quiescence
//! search: if captures do not mend it, quiet moves will not either.
//!
//! Unsound where a quiet move threatens more than the margin.
//!
//! Source: Birmingham and Kent's idea in the form today's engines use; no paper of ours. Heinz's
//! form, [`limited_razoring`](super::limited_razoring), compares the material balance and takes one
//! ply off the search instead of all.

use crate::config::Technique;
use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::search::Searcher;
use crate::search::budget::Stopped;
use crate::search::node::Node;

parameters! {
    /// Parameters of razoring.
    Razoring {
        /// The greatest depth at which it is tried, in plies.
        max_depth: i32 = 3, in 1..=20;
        /// Margin at depth 0, in centipawns.
        base: i32 = 200, in 0..=2000;
        /// Margin for each ply of depth, in centipawns.
        margin: i32 = 150, in 0..=2000;
    }
}

impl Searcher {
    /// The quiescence score, if static evaluation and captures both stay below alpha.
    pub(crate) fn razoring(
        &mut self,
        state: &BoardState,
        node: &Node,
        static_eval: i32,
    ) -> Result<Option<i32>, Stopped> {
        let Some(parameters) = self.config.razoring else { return Ok(None) };
        let margin = parameters.base + parameters.margin * node.depth;
        if node.depth > parameters.max_depth || static_eval + margin > node.alpha {
            return Ok(None);
        }
        let attempt = self.begin_attempt(Technique::Razoring);
        let score = self.search(state, Node { depth: 0, ..*node })?;
        let prunes = score <= node.alpha;
        self.end_attempt(&attempt, prunes);
        Ok(prunes.then_some(score))
    }
}
