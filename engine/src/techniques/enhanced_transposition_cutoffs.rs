//! Enhanced transposition cutoffs: before any move is searched, all of them are looked up, since
//! one of them may lead to a position that is already known to refute.
//!
//! Sound: what the table says of a child is as good as searching it.
//!
//! Source: Schaeffer and Plaat, as Winands et al. use it (section 5.2): at interior nodes more
//! than two plies from the leaves; with `at_pv` at those of the principal variation too, the root
//! excepted.

use crate::config::Technique;
use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::position::movegen::legal_moves;
use crate::search::Searcher;
use crate::search::node::Node;

parameters! {
    /// Parameters of enhanced transposition cutoffs.
    EnhancedTranspositionCutoffs {
        /// The least depth at which they are looked for, in plies.
        min_depth: i32 = 3, in 1..=30;
        /// They are looked for at PV nodes too.
        at_pv: bool = false;
    }
}

impl Searcher {
    /// The score of a move that the table knows to reach beta.
    pub(crate) fn enhanced_transposition_cutoff(
        &mut self,
        state: &BoardState,
        node: &Node,
    ) -> Option<i32> {
        let parameters = self.config.enhanced_transposition_cutoffs?;
        let is_left_out = node.ply == 0 || (node.is_pv() && !parameters.at_pv);
        if is_left_out || node.depth < parameters.min_depth {
            return None;
        }
        let score = legal_moves(state).into_iter().find_map(|m| {
            let child = node.first_child(node.depth - 1);
            let after = state.after(m);
            let entry = self.table.probe(after.key, child.ply)?;
            if self.is_draw(&after, child.ply) {
                return None;
            }
            let score = -entry.cutoff(child.depth, child.alpha, child.beta)?;
            (score >= node.beta).then_some(score)
        });
        self.counters[Technique::EnhancedTranspositionCutoffs].note(score.is_some());
        score
    }
}
