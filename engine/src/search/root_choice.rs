//! The root moves a search may choose from, and what it spends on them.

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
    /// Nodes below each root move, in all windows of the iteration.
    pub(crate) spent: Vec<(PackedMove, u64)>,
}

impl RootChoice {
    /// Counts nodes below a root move.
    pub(super) fn spend(&mut self, m: PackedMove, nodes: u64) {
        match self.spent.iter_mut().find(|(spent_on, _)| *spent_on == m) {
            Some((_, spent)) => *spent += nodes,
            None => self.spent.push((m, nodes)),
        }
    }

    /// Nodes below this root move.
    pub(crate) fn spent_on(&self, m: PackedMove) -> u64 {
        self.spent.iter().find(|(spent_on, _)| *spent_on == m).map_or(0, |(_, spent)| *spent)
    }
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
