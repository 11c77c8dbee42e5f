//! Multi-cut at expected ALL nodes (MC-A).
//!
//! Where other forward pruning already works at ALL nodes, [multi-cut](super::multi_cut) can too:
//! if C of the first M moves reach beta at reduced depth, the node is no ALL node after all and is
//! pruned with the value beta. A score far above beta prunes by itself.
//!
//! Unsound as multi-cut is, and more so: a prune makes the parent, an expected CUT node, fail low,
//! which can reach the principal variation. [`all_node_pruning`](super::all_node_pruning) makes the
//! search find out.
//!
//! Source: Winands et al., "Enhanced Forward Pruning", figure 3 and section 5.3. With the table's move
//! before the moves that reached beta the nodes of `mia-mc-a` are 98.4 % over 60 positions of Win at
//! Chess to depth 8, without re-ordering 100.0 % (the paper: 102), without delta 100.7 % (101.5). Their best delta is
//! 525 on the scale of a Lines of Action program that does not publish its unit. The presets have
//! 500, about five pawns of our endgame (a pawn is worth 44 centipawns in the middlegame and 110 in
//! the endgame).

use crate::config::Technique;
use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::position::packed_move::PackedMove;
use crate::search::Searcher;
use crate::search::budget::Stopped;
use crate::search::node::{Node, NodeType};
use crate::techniques::multi_cut::Rule;

parameters! {
    /// Parameters of multi-cut at expected ALL nodes.
    MultiCutAll {
        /// C: cutoffs needed for a prune.
        cutoffs: i32 = 2, in 1..=64;
        /// M: moves searched at most.
        moves: i32 = 10, in 1..=256;
        /// R: each move's child is searched to depth - 1 - R, in plies.
        reduction: i32 = 2, in 1..=10;
        /// The least depth at which it is tried, in plies (the paper: depth above 2).
        min_depth: i32 = 3, in 1..=30;
        /// The moves that reached beta go first in the normal search.
        reorder: bool = true;
        /// With `reorder`: after the table's move.
        table_move_first: bool = false;
        /// A proven win at reduced depth prunes by itself, with its own value.
        winning_value: bool = true;
        /// A score more than this above beta prunes by itself, in centipawns; 0 for none.
        delta: i32 = 0, in 0..=32000;
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
        if node.kind != NodeType::All || node.depth < parameters.min_depth {
            return Ok(None);
        }
        let rule = Rule {
            technique: Technique::MultiCutAll,
            cutoffs: parameters.cutoffs,
            moves: parameters.moves,
            reduction: parameters.reduction,
            independent_pieces: false,
            winning_value: parameters.winning_value,
            delta: Some(parameters.delta).filter(|delta| *delta > 0),
            reorder: parameters.reorder,
            table_move_first: parameters.table_move_first,
        };
        self.attempt_multi_cut(state, node, table_move, &rule)
    }
}
