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
//! Source: Bjornsson and Marsland, "Risk Management in Game-Tree Pruning", section 5 and figure 4.
//! Differs from it: it does not say where the endgame begins; here it is at a third of the pieces
//! (`ENDGAME_PHASE`). Eiriksson's Algorithm 1 is the same without the guards and from depth R on:
//! [enhanced multi-cut](super::enhanced_multi_cut) with `applies = "cut"` and its enhancements off.

use std::fmt;

use crate::parameters::parameters;
use crate::score::Score;
use crate::techniques::{SearchConfig, Technique};
use crate::tree::node::{NodeContext, NodeType};
use crate::weights::piece_square::FULL_PHASE;

parameters! {
    /// Prune where C of the first M moves reach beta at reduced depth, at expected CUT nodes.
    MultiCut from "Bjornsson and Marsland, figure 4" {
        /// C: cutoffs needed for a prune.
        cutoffs: i32 = 3, in 1..=64;
        /// M: moves searched at most.
        moves: i32 = 10, in 1..=256;
        /// R: each move's child is searched to depth - 1 - R, in plies.
        reduction: i32 = 2, in 1..=10;
        /// The least depth at which it is tried, in plies, and R + 1 at least.
        min_depth: i32 = 0, in 0..=30 where LATER;
    }
}

/// From this phase down a position is an endgame: two rooks each, or less.
const ENDGAME_PHASE: i32 = FULL_PHASE / 3;

/// Moves before the node that must not have been extended.
const UNEXTENDED_MOVES: usize = 3;

impl MultiCut {
    /// The attempt to make at a node that is not in check, if any. `was_extended` says whether one of
    /// the last moves before the node, of this number, was extended.
    #[inline]
    pub(crate) fn attempt(
        &self,
        at: &NodeContext<'_>,
        was_extended: impl FnOnce(usize) -> bool,
    ) -> Option<CutoffCount> {
        let applies = at.node.kind == NodeType::Cut
            && at.node.depth >= self.min_depth.max(self.reduction + 1)
            && at.state.phase > ENDGAME_PHASE
            && !was_extended(UNEXTENDED_MOVES);
        applies.then_some(CutoffCount {
            technique: Technique::MultiCut,
            cutoffs: self.cutoffs,
            moves: self.moves,
            reduction: self.reduction,
            independent_pieces: false,
            winning_value: false,
            delta: None,
            reorder: false,
            table_move_first: false,
        })
    }
}

/// The plan of an attempt of multi-cut, in any of its variants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CutoffCount {
    pub(crate) technique: Technique,
    /// C: cutoffs needed.
    pub(crate) cutoffs: i32,
    /// M: moves searched at most.
    pub(crate) moves: i32,
    /// R: each move's child is searched to depth - 1 - R, in plies.
    pub(crate) reduction: i32,
    /// A piece that has caused a cutoff is not tried again.
    pub(crate) independent_pieces: bool,
    /// A proven win prunes by itself, with its own value.
    pub(crate) winning_value: bool,
    /// A score this far above beta prunes by itself.
    pub(crate) delta: Option<i32>,
    /// The moves that reached beta go first in the normal search.
    pub(crate) reorder: bool,
    /// They go after the table's move.
    pub(crate) table_move_first: bool,
}

impl CutoffCount {
    /// The score that prunes the node once this score has reached beta, the attempt's cutoff of this
    /// number; none while more cutoffs are needed.
    pub(crate) fn prune(&self, score: i32, beta: i32, cutoffs: i32) -> Option<i32> {
        if self.winning_value && score >= Score::MATE_BOUND {
            return Some(score);
        }
        let far_above = self.delta.is_some_and(|delta| score > beta + delta);
        (cutoffs == self.cutoffs || far_above).then_some(beta)
    }
}

/// A form of multi-cut that needs more cutoffs than it searches moves: it may order moves, but their number never prunes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnreachableCutoffs {
    /// The form.
    pub technique: Technique,
    /// C: cutoffs needed.
    pub cutoffs: i32,
    /// M: moves searched at most.
    pub moves: i32,
}

impl SearchConfig {
    /// The forms of multi-cut in this configuration whose number of cutoffs is out of reach.
    #[must_use]
    pub fn unreachable_cutoffs(&self) -> Vec<UnreachableCutoffs> {
        let forms = [
            (Technique::MultiCut, self.multi_cut.map(|rule| (rule.cutoffs, rule.moves))),
            (
                Technique::EnhancedMultiCut,
                self.enhanced_multi_cut.map(|rule| (rule.cutoffs, rule.moves)),
            ),
            (Technique::MultiCutAll, self.multi_cut_all.map(|rule| (rule.cutoffs, rule.moves))),
        ];
        let forms = forms.into_iter().filter_map(|(technique, rule)| {
            let (cutoffs, moves) = rule?;
            (cutoffs > moves).then_some(UnreachableCutoffs { technique, cutoffs, moves })
        });
        forms.collect()
    }
}

impl fmt::Display for UnreachableCutoffs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnreachableCutoffs { technique, cutoffs, moves } = self;
        write!(
            f,
            "{} needs {cutoffs} cutoffs and searches {moves} moves at most: the number of cutoffs never prunes",
            technique.name()
        )
    }
}
