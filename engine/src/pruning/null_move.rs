//! Null move: where passing is already good enough, some move will be too.
//!
//! The side to move passes, and the opponent's best answer is searched to less depth with a null
//! window at beta. If passing still reaches beta the node is pruned.
//!
//! Unsound in zugzwang, where every move is worse than passing; it is therefore not tried with
//! king and pawns alone, nor in check, nor twice in a row.
//!
//! Sources: Beal (1990), Goetsch and Campbell (1990), as Bjornsson and Marsland's figure 5 and
//! Eiriksson's section 2.4.4 describe it. Differs from them: it is only tried where the static
//! evaluation already reaches beta, without which passing seldom succeeds.

use crate::config::Technique;
use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::budget::Stopped;
use crate::search::node::Node;

parameters! {
    /// Parameters of the null move.
    NullMove {
        /// R: the opponent's answer is searched to depth - 1 - R, in plies.
        reduction = 2 in 1..=6;
        /// The least depth at which it is tried, in plies.
        min_depth = 2 in 1..=20;
    }
}

impl NullMove {
    /// Whether to try passing at this node.
    fn applies(&self, state: &BoardState, node: &Node, static_eval: i32) -> bool {
        node.depth >= self.min_depth && static_eval >= node.beta && state.has_pieces()
    }
}

impl Searcher {
    /// The score that passing reaches, if it prunes the node.
    pub(crate) fn null_move(
        &mut self,
        state: &BoardState,
        node: &Node,
        static_eval: i32,
    ) -> Result<Option<i32>, Stopped> {
        let Some(null_move) = self.config.null_move else { return Ok(None) };
        let after_null_move = self.frames[node.ply].after_null_move;
        if after_null_move || !null_move.applies(state, node, static_eval) {
            return Ok(None);
        }
        let nodes_before = self.budget.nodes;
        let child = state.after_null_move();
        self.enter(node.ply + 1, &child, false);
        self.frames[node.ply + 1].after_null_move = true;
        let depth = node.depth - 1 - null_move.reduction;
        let score = -self.search(&child, node.first_child(depth))?;
        let prunes = score >= node.beta;
        self.counters[Technique::NullMove].note(prunes, self.budget.nodes - nodes_before);
        // A mate found after passing is not proven.
        let score = if score >= Score::MATE_BOUND { node.beta } else { score };
        Ok(prunes.then_some(score))
    }
}
