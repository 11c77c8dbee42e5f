//! The root moves a search may choose from, where it may not choose from all.

use super::Searcher;
use super::node::Node;
use crate::position::packed_move::PackedMove;

/// A choice among the root moves.
#[derive(Debug, Default)]
pub(crate) struct RootChoice {
    /// Moves the root is searched without.
    pub(crate) left_out: Vec<PackedMove>,
    /// The move to search first where some are left out: the table knows nothing of such a root.
    pub(crate) first: PackedMove,
}

impl Searcher {
    /// Whether this is the root, with some of its moves left out: its score is then not the
    /// position's.
    pub(super) fn is_restricted(&self, node: &Node) -> bool {
        node.ply == 0 && !self.root_choice.left_out.is_empty()
    }

    /// Whether a move is left out of this node.
    pub(super) fn leaves_out(&self, node: &Node, m: PackedMove) -> bool {
        node.ply == 0 && self.root_choice.left_out.contains(&m)
    }
}
