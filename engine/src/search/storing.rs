//! The results of searches, stored in the transposition table.

use super::Searcher;
use crate::position::board_state::BoardState;
use crate::position::packed_move::PackedMove;
use crate::techniques::Technique;
use crate::techniques::two_deep_table::TwoDeepTable;
use crate::tree::moves::Best;
use crate::tree::node::Node;
use crate::tree::transposition_table::{Bound, Entry};

impl Searcher {
    /// Stores the best of a node's moves, with the static evaluation as it is before corrections.
    pub(super) fn store(&mut self, state: &BoardState, node: &Node, best: Best, static_eval: i32) {
        if let Some(rule) = self.config.two_deep_table {
            self.store_in_pair(state, node, best, static_eval, rule);
            return;
        }
        let entry = entry_of(node, best, static_eval);
        self.table.store(state.key, node.ply, entry);
    }

    #[cold]
    #[inline(never)]
    fn store_in_pair(
        &mut self,
        state: &BoardState,
        node: &Node,
        best: Best,
        static_eval: i32,
        rule: TwoDeepTable,
    ) {
        let entry = entry_of(node, best, static_eval);
        let gives_way = |first| rule.takes_first_place(entry.depth, first);
        let is_first = self.table.store_in_pair(state.key, node.ply, entry, rule.shifts, gives_way);
        self.counters[Technique::TwoDeepTable].note(is_first);
    }
}

/// The table's entry of a node, by the best of its moves.
#[inline(always)]
fn entry_of(node: &Node, best: Best, static_eval: i32) -> Entry {
    let bound = if best.score >= node.beta {
        Bound::Lower
    } else if best.m == PackedMove::NONE {
        Bound::Upper
    } else {
        Bound::Exact
    };
    Entry { best: best.m, score: best.score, static_eval, depth: node.depth, bound }
}
