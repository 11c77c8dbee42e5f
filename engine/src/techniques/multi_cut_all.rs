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
//! the endgame). Their variable R, 2 or 3 "dependent of the search depth and static board properties", is not given in
//! numbers; `variable_men` takes those of their null move (section 5.2), whose idea it is.

use crate::parameters::parameters;
use crate::techniques::Technique;
use crate::techniques::multi_cut::CutoffCount;
use crate::techniques::null_move::is_reduced_further_by_men;
use crate::tree::node::{NodeContext, NodeType};

parameters! {
    /// Multi-cut at expected ALL nodes (MC-A).
    MultiCutAll from "Winands et al., figure 3" {
        /// C: cutoffs needed for a prune.
        cutoffs: i32 = 2, in 1..=64;
        /// M: moves searched at most.
        moves: i32 = 10, in 1..=256;
        /// R: each move's child is searched to depth - 1 - R, in plies.
        reduction: i32 = 2, in 1..=10;
        /// Variable R: one more ply at depth above 8, and above 6 where the side to move has this many men; 0
        /// for none.
        variable_men: i32 = 0, in 0..=16 where LATER;
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

impl MultiCutAll {
    /// The attempt to make at an expected ALL node, if any.
    #[inline]
    pub(crate) fn attempt(&self, at: &NodeContext<'_>) -> Option<CutoffCount> {
        let applies = at.node.kind == NodeType::All && at.node.depth >= self.min_depth;
        applies.then(|| CutoffCount {
            technique: Technique::MultiCutAll,
            cutoffs: self.cutoffs,
            moves: self.moves,
            reduction: self.reduction_of(at),
            independent_pieces: false,
            winning_value: self.winning_value,
            delta: Some(self.delta).filter(|delta| *delta > 0),
            reorder: self.reorder,
            table_move_first: self.table_move_first,
        })
    }

    /// R of this node.
    fn reduction_of(&self, at: &NodeContext<'_>) -> i32 {
        let further = self.variable_men > 0 && is_reduced_further_by_men(at, self.variable_men);
        self.reduction + i32::from(further)
    }
}
