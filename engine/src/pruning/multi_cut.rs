//! Multi-cut, the original: where several moves look good enough, one of them will be.
//!
//! At an expected CUT node the first M moves are searched to a reduced depth; as soon as C of
//! them reach beta, the node is pruned with the value beta. One such move may owe its score to
//! the reduced depth, hardly all of them.
//!
//! Unsound where the cutoffs share a cause that a deeper search refutes (one tactic that the
//! reduced search does not see), and where few moves are any good: it is not tried near the
//! horizon, in check, in the endgame, nor where one of the last three moves was extended.
//!
//! Sources: Bjornsson and Marsland, "Risk Management in Game-Tree Pruning", section 5 and
//! figure 4; Eiriksson (2011), Algorithm 1, whose E is M here. Differs from the papers: neither
//! says where the endgame begins; here it is at a third of the pieces ([`ENDGAME_PHASE`]).

use crate::config::Technique;
use crate::evaluate::piece_square::FULL_PHASE;
use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::position::packed_move::PackedMove;
use crate::search::Searcher;
use crate::search::budget::Stopped;
use crate::search::node::{Node, NodeType};
use crate::search::ordering::MovePicker;

parameters! {
    /// Parameters of multi-cut.
    MultiCut {
        /// C: cutoffs needed for a prune.
        cutoffs = 3 in 1..=64;
        /// M: moves searched at most.
        moves = 10 in 1..=256;
        /// R: each move's child is searched to depth - 1 - R, in plies; tried at depths above R.
        reduction = 2 in 1..=10;
    }
}

/// From this phase down a position is an endgame: two rooks and a minor piece each, or less.
const ENDGAME_PHASE: i32 = FULL_PHASE / 3;

/// Moves before the node that must not have been extended.
const UNEXTENDED_MOVES: usize = 3;

impl MultiCut {
    /// Whether to try a prune at this node, which is not in check.
    fn applies(&self, state: &BoardState, node: &Node) -> bool {
        node.kind == NodeType::Cut && node.depth > self.reduction && state.phase > ENDGAME_PHASE
    }
}

impl Searcher {
    /// The value beta, if enough moves reach it at reduced depth.
    pub(crate) fn multi_cut(
        &mut self,
        state: &BoardState,
        node: &Node,
        table_move: PackedMove,
    ) -> Result<Option<i32>, Stopped> {
        let Some(multi_cut) = self.config.multi_cut else { return Ok(None) };
        if !multi_cut.applies(state, node) || self.was_extended(node.ply, UNEXTENDED_MOVES) {
            return Ok(None);
        }
        let nodes_before = self.budget.nodes;
        let prunes = self.enough_cutoffs(state, node, table_move, &multi_cut)?;
        self.counters[Technique::MultiCut].note(prunes, self.budget.nodes - nodes_before);
        Ok(prunes.then_some(node.beta))
    }

    fn enough_cutoffs(
        &mut self,
        state: &BoardState,
        node: &Node,
        table_move: PackedMove,
        multi_cut: &MultiCut,
    ) -> Result<bool, Stopped> {
        let depth = node.depth - 1 - multi_cut.reduction;
        let mut picker = MovePicker::all(state, table_move, self.killers(node.ply));
        let mut cutoffs = 0;
        for _ in 0..multi_cut.moves {
            let Some(m) = picker.next(&self.history) else { break };
            let child = state.after(m);
            self.enter(node.ply + 1, &child, false);
            if -self.search(&child, node.first_child(depth))? >= node.beta {
                cutoffs += 1;
                if cutoffs == multi_cut.cutoffs {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether one of the last `count` moves that led to this ply was extended.
    fn was_extended(&self, ply: usize, count: usize) -> bool {
        let first = (ply + 1).saturating_sub(count);
        self.frames[first..=ply].iter().any(|frame| frame.extended)
    }
}
