//! Singular extension, and the multi-cut that grew out of it.
//!
//! Where the table has a score that is exact or a lower bound, its move is left out, and the other
//! moves are searched to half the depth against a bound somewhat below that score. If they all fail,
//! the table move is singular and is extended. If another move reaches the bound, and the bound is at
//! least beta, then two moves refute, and a node off the principal variation is pruned with the bound:
//! the multi-cut of today's engines.
//!
//! Beyond twice the nominal depth it is not tried, so that no series of singular moves goes on for
//! ever.
//!
//! The prune is unsound as [multi-cut](super::multi_cut) is, with C = 2, one of them the table's.
//!
//! Sources: Anantharaman, Campbell and Hsu (1990) for singular extensions; the form with the
//! transposition table, and the prune, as today's engines use them.

use crate::parameters::parameters;
use crate::position::packed_move::PackedMove;
use crate::score::Score;
use crate::tree::node::{Node, NodeContext};
use crate::tree::transposition_table::{Bound, Entry};

parameters! {
    /// Extend a move that alone is good; prune where another is good too (singular multi-cut).
    SingularExtension from "Anantharaman, Campbell and Hsu; today's engines" {
        /// The least depth at which it is tried, in plies.
        min_depth: i32 = 7, in 4..=30;
        /// By how many plies the table's search may be shallower.
        table_depth: i32 = 3, in 0..=10;
        /// How far below the table's score the bound lies, in centipawns for each ply of depth.
        margin: i32 = 3, in 0..=50;
        /// Prune where another move reaches the bound too, and the bound is at least beta.
        multi_cut: bool = true;
    }
}

/// The finding of a search without the table move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Singularity {
    /// Nothing, or it was not tried.
    None,
    /// No other move comes near: extend the table move.
    Singular,
    /// Another move reaches the bound, which is at least beta: prune with this score.
    MultiCut(i32),
}

impl SingularExtension {
    /// The question to a node without its table move: whether the other moves reach a bound below
    /// the table's score. Nothing where the table does not say enough.
    #[inline]
    pub(crate) fn question(&self, at: &NodeContext<'_>, iteration: i32) -> Option<Node> {
        let entry = at.entry.filter(|entry| self.applies(&at.node, entry, iteration))?;
        let bound = entry.score - self.margin * at.node.depth;
        Some(at.node.without_table_move((at.node.depth - 1) / 2, bound))
    }

    fn applies(&self, node: &Node, entry: &Entry, iteration: i32) -> bool {
        (1..2 * iteration).contains(&(node.ply as i32))
            && node.depth >= self.min_depth
            && entry.best != PackedMove::NONE
            && entry.bound != Bound::Upper
            && entry.depth >= node.depth - self.table_depth
            && entry.score.abs() < Score::MATE_BOUND
    }

    /// The consequence for the node of the score without its table move, which was to reach the bound.
    pub(crate) fn outcome(&self, node: &Node, score: i32, bound: i32) -> Singularity {
        if score < bound {
            Singularity::Singular
        } else if self.multi_cut && !node.is_pv() && bound >= node.beta {
            Singularity::MultiCut(bound)
        } else {
            Singularity::None
        }
    }
}
