//! Failed CUT nodes: an expected CUT node whose first move did not cut off is expected to be an ALL node from then on,
//! so that its later children are expected CUT nodes.
//!
//! Without this technique the types alternate whatever happens: every child of an expected CUT node is an expected ALL
//! node. By move ordering most cutoffs come from the first move, so that the later children of a CUT node mostly stand
//! below a true ALL node, and are CUT nodes themselves.
//!
//! Sound: types only steer other techniques, which then apply at other nodes.
//!
//! Source: the program behind Eiriksson (2011), Ziggy. The paper's Algorithm 1 negates the type for every child; its
//! section 2.3 says that a CUT node without a cutoff becomes an ALL node.

use crate::parameters::parameters;
use crate::techniques::Decision;
use crate::tree::node::NodeType;

parameters! {
    /// Expect an ALL node where the first move of an expected CUT node fails: its later children are CUT nodes.
    FailedCutNodes from "Eiriksson's program" {
        /// Moves that must have failed.
        moves: i32 = 1, in 1..=256;
    }
}

impl FailedCutNodes {
    /// The type to expect of a node after this many of its moves failed to cut off. Nodes with enough of them are tried
    /// once, expected CUT nodes succeed.
    #[inline]
    pub(crate) fn after_failure(&self, kind: NodeType, moves: usize) -> Decision<NodeType> {
        if moves != self.moves as usize {
            return Decision::NotTried;
        }
        Decision::tried(kind == NodeType::Cut, NodeType::All)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_cut_node_whose_first_move_failed_becomes_an_all_node() {
        let after = |kind, moves| FailedCutNodes::default().after_failure(kind, moves);
        assert_eq!(after(NodeType::Cut, 1), Decision::Succeeds(NodeType::All));
        assert_eq!(after(NodeType::All, 1), Decision::Fails);
        assert_eq!(after(NodeType::Pv, 1), Decision::Fails);
        assert_eq!(after(NodeType::Cut, 2), Decision::NotTried);
    }
}
