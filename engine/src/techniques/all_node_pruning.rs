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

use crate::config::Technique;
use crate::parameters::parameters;
use crate::search::Searcher;
use crate::search::node::{Node, NodeType};

parameters! {
    /// Parameters of safe pruning at expected ALL nodes.
    AllNodePruning {
        /// Addition 1: forward prunes return beta.
        return_beta: bool = true;
        /// Additions 2 and 3: what reaches the bound of a closed window is searched again.
        search_again: bool = true;
        /// Addition 4: CUT nodes that fail low exactly on alpha are not stored.
        skip_store: bool = true;
    }
}

impl Searcher {
    /// The score of a node that is pruned because of a score of at least beta.
    pub(crate) fn prune_score(&self, node: &Node, score: i32) -> i32 {
        match self.config.all_node_pruning {
            Some(AllNodePruning { return_beta: true, .. }) => node.beta,
            _ => score,
        }
    }

    /// Whether a move that exceeds alpha at a PV node is searched again with the whole window.
    pub(crate) fn needs_whole_window(&self, node: &Node, score: i32) -> bool {
        let may_be_a_prune = || {
            let search_again = self.config.all_node_pruning.is_some_and(|rule| rule.search_again);
            search_again && node.beta == node.alpha + 1 && score == node.beta
        };
        score > node.alpha && (score < node.beta || may_be_a_prune())
    }

    /// Whether the score of a node may be that of a prune at one of the ALL nodes below it.
    ///
    /// Counts CUT nodes that fail low as tried, and those that are not stored as cut.
    pub(crate) fn rests_on_a_prune(&mut self, node: &Node, score: i32) -> bool {
        let Some(parameters) = self.config.all_node_pruning else { return false };
        if node.kind != NodeType::Cut || score > node.alpha {
            return false;
        }
        let rests = parameters.skip_store && score == node.alpha;
        self.counters[Technique::AllNodePruning].note(rests);
        rests
    }
}
