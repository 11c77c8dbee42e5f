//! Multi-cut at expected ALL nodes (MC-A).
//!
//! Where other forward pruning already works at ALL nodes, [multi-cut](super::multi_cut) can too:
//! if C of the first M moves reach beta at reduced depth, the node is no ALL node after all and is
//! pruned with the value beta. A score far above beta prunes by itself.
//!
//! Unsound as multi-cut is, and more so: a prune makes the parent, an expected CUT node, fail low,
//! which can reach the principal variation. The search therefore searches again where a null
//! window at the principal variation ends on its bound, and does not store a CUT node's value that
//! rests on a prune alone.
//!
//! Source: Winands et al., "Enhanced Forward Pruning", figures 2 and 3 and section 5.3. Differs
//! from the paper: its delta of 525 is on the scale of a Lines of Action program that does not
//! publish its unit; ours is five pawns, as large against a game's typical scores.

use crate::config::Technique;
use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::position::packed_move::PackedMove;
use crate::pruning::multi_cut::Rule;
use crate::search::Searcher;
use crate::search::budget::Stopped;
use crate::search::node::{Node, NodeType};

parameters! {
    /// Parameters of multi-cut at expected ALL nodes.
    MultiCutAll {
        /// C: cutoffs needed for a prune.
        cutoffs: i32 = 2, in 1..=64;
        /// M: moves searched at most.
        moves: i32 = 10, in 1..=256;
        /// R: each move's child is searched to depth - 1 - R, in plies; tried at depths above R.
        reduction: i32 = 2, in 1..=10;
        /// A score this far above beta prunes by itself, in centipawns.
        delta: i32 = 500, in 0..=32000;
    }
}

impl Searcher {
    /// The value beta (or a proven win), if enough moves of an expected ALL node reach it.
    pub(crate) fn multi_cut_all(
        &mut self,
        state: &BoardState,
        node: &Node,
        table_move: PackedMove,
    ) -> Result<Option<i32>, Stopped> {
        let Some(parameters) = self.config.multi_cut_all else { return Ok(None) };
        if node.kind != NodeType::All || node.depth <= parameters.reduction {
            return Ok(None);
        }
        let rule = Rule {
            technique: Technique::MultiCutAll,
            cutoffs: parameters.cutoffs,
            moves: parameters.moves,
            reduction: parameters.reduction,
            independent_pieces: false,
            winning_value: true,
            delta: Some(parameters.delta),
            reorder: true,
        };
        self.attempt_multi_cut(state, node, table_move, &rule)
    }
}
