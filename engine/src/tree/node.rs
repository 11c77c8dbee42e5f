//! A node of the search tree: how deep, in which window, and of which expected type; and the facts
//! known before its moves are searched.

use super::transposition_table::{Bound, Entry};
use crate::position::board_state::BoardState;
use crate::position::packed_move::PackedMove;
use crate::score::Score;

/// The type a node is expected to have in the minimal tree.
///
/// Source: Knuth and Moore's types one to three, under the names of Marsland and Popowich;
/// Eiriksson (2011), section 2.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeType {
    /// On the principal variation: the value lies inside the window, every move is searched.
    Pv,
    /// Some move is expected to reach beta.
    Cut,
    /// No move is expected to exceed alpha, every move is searched.
    All,
}

impl NodeType {
    /// The expected type of the first child.
    fn first_child(self) -> NodeType {
        match self {
            NodeType::Pv => NodeType::Pv,
            NodeType::Cut => NodeType::All,
            NodeType::All => NodeType::Cut,
        }
    }

    /// The expected type of every other child.
    pub(crate) fn later_child(self) -> NodeType {
        match self {
            NodeType::Pv | NodeType::All => NodeType::Cut,
            NodeType::Cut => NodeType::All,
        }
    }
}

/// The node that searches again where an answer is unsure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resolver {
    /// None: the answer must be certain.
    None,
    /// The parent, a PV node.
    Parent,
    /// A PV node further up, to which the doubt is backed up.
    Ancestor,
}

impl Resolver {
    /// The resolver of a child that no PV node asks with a null window.
    fn below(self) -> Resolver {
        match self {
            Resolver::None => Resolver::None,
            Resolver::Parent | Resolver::Ancestor => Resolver::Ancestor,
        }
    }
}

/// The question that a node has to answer. Scores are from the view of its side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// Plies from the root.
    pub(crate) ply: usize,
    /// Plies still to search; quiescence begins at zero.
    pub(crate) depth: i32,
    /// The value already assured.
    pub(crate) alpha: i32,
    /// The value that refutes the move that led here.
    pub(crate) beta: i32,
    /// The expected type.
    pub(crate) kind: NodeType,
    /// Whether the answer may be unsure.
    pub(crate) resolver: Resolver,
}

impl Node {
    pub(crate) const fn root(depth: i32, alpha: i32, beta: i32) -> Node {
        Node { ply: 0, depth, alpha, beta, kind: NodeType::Pv, resolver: Resolver::None }
    }

    pub(crate) fn is_pv(&self) -> bool {
        self.kind == NodeType::Pv
    }

    /// The same question, to be answered with certainty.
    pub(crate) fn certain(&self) -> Node {
        Node { resolver: Resolver::None, ..*self }
    }

    /// The same question to less depth, to be answered with certainty.
    pub(crate) fn reduced(&self, reduction: i32) -> Node {
        Node { depth: self.depth - reduction, ..self.certain() }
    }

    /// The same node asked whether another move than the table's reaches a bound.
    pub(crate) fn without_table_move(&self, depth: i32, bound: i32) -> Node {
        let kind = if self.is_pv() { NodeType::Cut } else { self.kind };
        Node { depth, alpha: bound - 1, beta: bound, kind, ..self.certain() }
    }

    /// The first child, searched with the whole window.
    pub(crate) fn first_child(&self, depth: i32) -> Node {
        let kind = self.kind.first_child();
        let resolver = self.resolver.below();
        Node { ply: self.ply + 1, depth, alpha: -self.beta, beta: -self.alpha, kind, resolver }
    }

    /// A later child of this expected type, asked only whether it exceeds alpha.
    pub(crate) fn later_child(&self, depth: i32, kind: NodeType) -> Node {
        let resolver = if self.is_pv() { Resolver::Parent } else { self.resolver.below() };
        Node { ply: self.ply + 1, depth, alpha: -self.alpha - 1, beta: -self.alpha, kind, resolver }
    }
}

/// The facts of a node before its moves are searched: all that the techniques' rules are told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeContext<'a> {
    pub(crate) state: &'a BoardState,
    /// The question; its depth shrinks by reductions of the whole node.
    pub(crate) node: Node,
    /// The transposition table's entry.
    pub(crate) entry: Option<Entry>,
    /// The move to search first.
    pub(crate) table_move: PackedMove,
    /// No other move comes near the table's.
    pub(crate) table_move_is_singular: bool,
    /// The static evaluation for the side to move, in centipawns; in check it means nothing.
    pub(crate) uncorrected: i32,
    /// The static evaluation as it is corrected.
    pub(crate) static_eval: i32,
    /// The static evaluation, or a stored score that is known to be nearer to the truth.
    pub(crate) estimate: i32,
    /// The move that led here was extended.
    pub(crate) extended: bool,
    /// The move that led here was a null move.
    pub(crate) after_null_move: bool,
}

impl<'a> NodeContext<'a> {
    /// A node after an ordinary move.
    #[inline]
    pub(crate) fn new(
        state: &'a BoardState,
        node: Node,
        entry: Option<Entry>,
        uncorrected: i32,
        static_eval: i32,
    ) -> NodeContext<'a> {
        NodeContext {
            state,
            node,
            entry,
            table_move: entry.map_or(PackedMove::NONE, |entry| entry.best),
            table_move_is_singular: false,
            uncorrected,
            static_eval,
            estimate: estimate(static_eval, entry),
            extended: false,
            after_null_move: false,
        }
    }
}

fn estimate(static_eval: i32, entry: Option<Entry>) -> i32 {
    let Some(entry) = entry.filter(|entry| entry.score.abs() < Score::MATE_BOUND) else {
        return static_eval;
    };
    match entry.bound {
        Bound::Exact => entry.score,
        Bound::Lower => entry.score.max(static_eval),
        Bound::Upper => entry.score.min(static_eval),
    }
}
