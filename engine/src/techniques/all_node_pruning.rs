//! Forward pruning at expected ALL nodes, made safe: four additions to principal variation search.
//!
//! A prune at an expected ALL node makes its parent, an expected CUT node, fail low, and this may
//! reach the principal variation as a new best move. The search then has to search that move again
//! with the whole window, where no prune applies, and find out. The additions see to it:
//! 1. a forward prune returns beta exactly, so that its value can be told from a searched one;
//! 2. at a PV node with a closed window, a move that reaches beta exactly is searched again;
//! 3. and it is searched again from alpha, since its value may not be a lower bound;
//! 4. a CUT node that fails low exactly on alpha is not stored: its value may be a prune's.
//!
//! Not unsound by itself: it only searches more and remembers less.
//!
//! Source: Winands et al., "Enhanced Forward Pruning", section 3 and figure 2. Where a reduced search
//! finds a proven win, multi-cut returns that (their figure 3) and not beta. Addition 3 needs no code:
//! this search repeats a move with the whole window always.

use crate::parameters::parameters;
use crate::techniques::Decision;
use crate::tree::node::{Node, NodeType};

parameters! {
    /// Make forward pruning at expected ALL nodes safe: prunes return beta; scores that rest on
    /// one are searched again and not stored.
    AllNodePruning from "Winands et al., figure 2" {
        /// Addition 1: forward prunes return beta.
        return_beta: bool = true;
        /// Additions 2 and 3: a score at the bound of a closed window is searched again.
        search_again: bool = true;
        /// Addition 4: CUT nodes that fail low exactly on alpha are not stored.
        skip_store: bool = true;
    }
}

impl AllNodePruning {
    /// Addition 1: the score of a node that is pruned because of a score of at least beta.
    pub(crate) fn prune_score(&self, node: &Node, score: i32) -> i32 {
        if self.return_beta { node.beta } else { score }
    }

    /// Additions 2 and 3: whether a move whose score reaches beta at a PV node may owe it to a prune,
    /// and is searched again.
    pub(crate) fn searches_again(&self, node: &Node, score: i32) -> bool {
        self.search_again && node.beta == node.alpha + 1 && score == node.beta
    }

    /// Addition 4: whether the score of a node may be that of a prune at one of the ALL nodes below
    /// it, and is not stored. CUT nodes that fail low are tried.
    pub(crate) fn rests_on_a_prune(&self, node: &Node, score: i32) -> Decision {
        if node.kind != NodeType::Cut || score > node.alpha {
            return Decision::NotTried;
        }
        Decision::tried(self.skip_store && score == node.alpha, ())
    }
}
