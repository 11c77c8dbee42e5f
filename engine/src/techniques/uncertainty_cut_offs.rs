//! Uncertainty cut-offs: an expected CUT node whose first moves do not cut off is
//! left early, with a score that is marked as unsure and searched for again where it matters.
//!
//! A sibling of the principal variation is an expected CUT node, and nine in ten of those are cut
//! by their first move. Where the first N moves fail, the node is likely to be an ALL node, and
//! the move that led to it a new principal variation, which the PV node would search again with
//! the open window anyway; the rest of the null-window search would be for nothing.
//!
//! `siblings`, the safe form, cuts off at these nodes alone. The PV node always searches a move
//! with an unsure score again, whatever the score, and takes nothing else from it; the open window is
//! never left early, so the value is that of the search without the technique. It costs nodes
//! where a later move would have refuted after all.
//!
//! `cut-nodes` and `null-window` cut off deeper down, and the mark is backed up: a node that no
//! move refutes is unsure if any of its moves is, a refuted one if the refutation is. The PV node
//! where the mark arrives searches again, so these are safe too. From expected CUT nodes the mark
//! only ever comes with a score above alpha; from expected ALL nodes, left early for their late
//! moves, it comes with low ones, and nearly every sibling would be searched again.
//!
//! Unsound with `trust_below_alpha`, the generalisation that saves: the PV node then believes an
//! unsure score that does not exceed alpha, though a late move of some ALL node may refute it. The
//! doubt ends there. `moves`, `margin` and `min_depth` control how often that goes wrong.
//!
//! Other techniques are not affected: their own searches (a null move's, multi-cut's, the one without a
//! table move, a verification) and reduced ones are asked for certain answers, and nothing below
//! them is left early; so none of them rests on doubt, and a late move at the principal variation
//! is only left unsure at full depth, where the open window comes next. Unsure scores are not stored
//! in the transposition table; killers and history learn from their cutoffs as from any other's.
//! With forward pruning the open window may differ from the null window by itself, and the value
//! with it.
//!
//! Source: Bjornsson, Marsland, Schaeffer and Junghanns (1997), "Searching with Uncertainty
//! Cut-offs", by its abstract and its pseudo-code. Differs from it: the extract at hand does not
//! give the rule when to cut off, so number, margin and depth are ours, as is `trust_below_alpha`;
//! searching again uses the whole window, where theirs begins at the null window's score.

#[cfg(test)]
mod tests;

use crate::parameters::{choices, parameters};
use crate::score::Score;
use crate::techniques::Decision;
use crate::tree::node::{Node, NodeType, Resolver};

choices! {
    /// Nodes that may be left early.
    UncertaintyScope {
        /// The later children of PV nodes.
        Siblings = "siblings",
        /// Every expected CUT node below a PV node's null window.
        CutNodes = "cut-nodes",
        /// Every node below a PV node's null window, expected ALL nodes too.
        NullWindow = "null-window",
    }
}

parameters! {
    /// Leave a node early where its first moves disappoint, and search it again where that matters.
    UncertaintyCutOffs from "Bjornsson, Marsland, Schaeffer and Junghanns" {
        /// Nodes that may be left early.
        scope: UncertaintyScope = UncertaintyScope::Siblings;
        /// N: moves that must have failed to reach beta.
        moves: i32 = 8, in 1..=256;
        /// By how much the best of them must miss beta, in centipawns.
        margin: i32 = 0, in 0..=32000;
        /// The least depth at which a node is left early, in plies.
        min_depth: i32 = 2, in 1..=30;
        /// Unsafe: a PV node believes an unsure score that does not exceed alpha and is no mate;
        /// only `null-window` brings it any.
        trust_below_alpha: bool = false;
    }
}

impl UncertaintyCutOffs {
    /// Whether a node may be left before all its moves are searched.
    pub(crate) fn applies(&self, node: &Node) -> bool {
        let in_scope = match self.scope {
            UncertaintyScope::Siblings => node.resolver == Resolver::Parent,
            UncertaintyScope::CutNodes => node.kind == NodeType::Cut,
            UncertaintyScope::NullWindow => true,
        };
        in_scope && node.resolver != Resolver::None && node.depth >= self.min_depth
    }

    /// Whether to leave such a node, whose best score so far is `best`, instead of searching a
    /// further move after this many. Each further move is a try.
    pub(crate) fn cuts_off(&self, node: &Node, moves: usize, best: i32) -> Decision {
        if moves == 0 {
            return Decision::NotTried;
        }
        Decision::tried(moves as i32 >= self.moves && best < node.beta - self.margin, ())
    }

    /// Whether a PV node believes this unsure score.
    pub(crate) fn trusts(&self, node: &Node, score: i32) -> bool {
        self.trust_below_alpha && score <= node.alpha && score > -Score::MATE_BOUND
    }
}
