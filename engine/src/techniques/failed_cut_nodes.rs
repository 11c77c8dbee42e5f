//! Failed CUT nodes: where the first move of an expected CUT node does not cut off, the node is expected to be an ALL node,
//! so that its later children are expected CUT nodes.
//!
//! Without this technique the types alternate whatever happens: every child of an expected CUT node is an expected ALL
//! node. But most cutoffs come from the first move, so that the later children of a CUT node mostly stand below a true
//! ALL node, and are CUT nodes themselves.
//!
//! Sound: types only steer other techniques, which then apply at other nodes.
//!
//! Source: the program behind Eiriksson (2011), Ziggy. The paper's Algorithm 1 negates the type for every child; its
//! section 2.3 says that a CUT node without a cutoff becomes an ALL node. Differs from Ziggy: the node itself keeps its
//! type, which nothing asks for once its moves are searched.

use crate::parameters::parameters;
use crate::techniques::Decision;
use crate::tree::node::{Node, NodeType};

parameters! {
    /// Expect an ALL node where the first move of an expected CUT node fails: its later children are CUT nodes.
    FailedCutNodes from "Eiriksson's program" {
        /// The least depth of such a node, in plies.
        min_depth: i32 = 1, in 1..=30;
    }
}

impl FailedCutNodes {
    /// The expected type of a node's children but the first, where it is another than usual. Nodes are tried, expected
    /// CUT nodes succeed.
    #[inline]
    pub(crate) fn later_children(&self, node: &Node) -> Decision<NodeType> {
        let fails = node.kind == NodeType::Cut && node.depth >= self.min_depth;
        Decision::tried(fails, NodeType::Cut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_later_children_of_a_cut_node_are_cut_nodes() {
        let rule = FailedCutNodes { min_depth: 3 };
        let later = |kind, depth| rule.later_children(&Node { kind, ..Node::root(depth, 0, 1) });
        assert_eq!(later(NodeType::Cut, 3), Decision::Succeeds(NodeType::Cut));
        assert_eq!(later(NodeType::Cut, 2), Decision::Fails);
        assert_eq!(later(NodeType::All, 3), Decision::Fails);
        assert_eq!(later(NodeType::Pv, 3), Decision::Fails);
    }
}
