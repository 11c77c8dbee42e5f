//! Fail-hard scores: a node answers with a score inside its window or at one of its ends, never beyond.
//!
//! Sound. A bound beyond the window is thrown away, which a later search with another window might have
//! used: the transposition table then holds fewer bounds that reach the next iteration's beta. It matters to
//! [enhanced multi-cut](super::enhanced_multi_cut) with `applies = "trans"`, which asks for such bounds.
//!
//! Source: Eiriksson (2011), Algorithms 1 and 2, whose null-window searches return beta where a move reaches it; his
//! program Ziggy also returns alpha where none exceeds it, and the paper the best score. As there, mates and draws of the node itself and scores from the
//! table are returned as they are, and the stored score is the best of the moves. Differs from it: none known.
//! [All-node pruning](super::all_node_pruning) tells prunes by a score of exactly alpha, which is every low score here.

use crate::parameters::parameters;
use crate::score::Score;
use crate::techniques::Decision;
use crate::tree::node::Node;

parameters! {
    /// Return no score beyond a node's window (fail-hard), instead of the best bound found (fail-soft).
    FailHard from "Eiriksson, Algorithms 1 and 2" {
        /// Low scores become alpha, as in the program; where it is off the best score is returned, as in the paper.
        low: bool = true;
    }
}

impl FailHard {
    /// The end of the window that a score beyond it becomes. Every score is tried.
    #[inline]
    pub(crate) fn end_of_window(&self, node: &Node, score: i32) -> Decision<i32> {
        let low = if self.low { node.alpha } else { -Score::INFINITE };
        let end = score.clamp(low, node.beta);
        Decision::tried(end != score, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_beyond_the_window_become_its_ends() {
        let node = Node::root(3, -20, 30);
        let end = |low, score| FailHard { low }.end_of_window(&node, score);
        let [at_alpha, at_beta] = [-20, 30].map(Decision::Succeeds);
        assert_eq!([end(true, -21), end(true, 31)], [at_alpha, at_beta]);
        assert_eq!([-20, 0, 30].map(|score| end(true, score)), [Decision::Fails; 3]);
        assert_eq!([end(false, -21), end(false, 31)], [Decision::Fails, at_beta]);
    }
}
