//! Multi-cut, enhanced: applied where an earlier search suggests it, by pieces that are independent of
//! each other, and of use to the move ordering where it fails.
//!
//! Three enhancements of [multi-cut](super::multi_cut), each a parameter: it applies where the
//! transposition table holds a shallower search that reached beta; a piece that has already
//! caused a cutoff is not tried again, since its moves tend to work for the same reason; and the
//! moves that reached beta go first in the normal search that follows.
//!
//! Unsound as multi-cut is; independence makes shared causes rarer, three cutoffs by three pieces
//! being harder to come by than three cutoffs.
//!
//! Sources: Eiriksson (2011), section 4 and Algorithm 2; `winning_value` is addition 1 of Winands
//! et al., figure 3. Differs from the paper's text and agrees with the program behind its Table 1:
//! tried at every depth from R on, in endgames too, and whatever was extended before.
//!
//! The `z-` presets return scores beyond the window. Both algorithms of Eiriksson return beta where a move reaches it:
//! [fail-hard scores](super::fail_hard). With them fewer entries of the table reach the next iteration's beta, and
//! `trans` applies less often than `cut`, as section 4.1 expects; without them more often
//! (`matches/papers/eiriksson/program.toml`).
//!
//! Both papers put the moves that reached beta in front of all others. Winands et al., section 5.2,
//! also say that the table's move is always tried first: `table_move_first`. With it the nodes of 60
//! positions of Win at Chess to depth 8 are 102.2 % for `z-cut`, 97.9 % for `z-trans`, 99.5 % for
//! `z-main`, and 99.1 % for `mia`.

use crate::parameters::{choices, parameters};
use crate::techniques::Technique;
use crate::techniques::multi_cut::CutoffCount;
use crate::tree::node::{NodeContext, NodeType};
use crate::tree::transposition_table::Bound;

choices! {
    /// Nodes off the principal variation where the enhanced multi-cut applies.
    Applies {
        /// Expected CUT nodes.
        Cut = "cut",
        /// Nodes whose table entry is shallower than the search and at least beta.
        Trans = "trans",
        /// Either of the two.
        CutOrTrans = "cut-or-trans",
        /// All of them.
        All = "all",
    }
}

parameters! {
    /// Multi-cut by independent pieces, where the table holds a shallower cutoff, with reordering.
    EnhancedMultiCut from "Eiriksson, Algorithms 1 and 2" {
        /// C: cutoffs needed for a prune.
        cutoffs: i32 = 3, in 1..=64;
        /// E: moves searched at most (the papers' M).
        moves: i32 = 16, in 1..=256;
        /// R: each move's child is searched to depth - 1 - R, in plies.
        reduction: i32 = 3, in 1..=10;
        /// The least depth at which it is tried, in plies, and R at least, as Eiriksson has it.
        min_depth: i32 = 0, in 0..=30;
        /// Where it applies.
        applies: Applies = Applies::Trans;
        /// A piece that has caused a cutoff is not tried again.
        piece_independence: bool = true;
        /// The moves that reached beta go first in the normal search.
        reorder: bool = true;
        /// With `reorder`: after the table's move.
        table_move_first: bool = false;
        /// A proven win at reduced depth prunes by itself.
        winning_value: bool = false;
    }
}

impl EnhancedMultiCut {
    /// The attempt to make at a node, if any.
    #[inline]
    pub(crate) fn attempt(&self, at: &NodeContext<'_>) -> Option<CutoffCount> {
        self.applies(at).then_some(CutoffCount {
            technique: Technique::EnhancedMultiCut,
            cutoffs: self.cutoffs,
            moves: self.moves,
            reduction: self.reduction,
            independent_pieces: self.piece_independence,
            winning_value: self.winning_value,
            delta: None,
            reorder: self.reorder,
            table_move_first: self.table_move_first,
        })
    }

    fn applies(&self, at: &NodeContext<'_>) -> bool {
        let node = &at.node;
        let cut = node.kind == NodeType::Cut;
        let shallower_cutoff = at.entry.is_some_and(|entry| {
            entry.depth < node.depth && entry.bound == Bound::Lower && entry.score >= node.beta
        });
        let here = match self.applies {
            Applies::Cut => cut,
            Applies::Trans => shallower_cutoff,
            Applies::CutOrTrans => cut || shallower_cutoff,
            Applies::All => true,
        };
        here && node.depth >= self.min_depth.max(self.reduction)
    }
}
