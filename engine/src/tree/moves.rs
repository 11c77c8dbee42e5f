//! The moves of a node: the next one, those before it, and the best of them.

use arrayvec::ArrayVec;
use shakmaty::Move;

use crate::position::movegen::is_tactical;
use crate::position::packed_move::PackedMove;
use crate::tree::node::NodeType;

/// A move that is next in the order.
pub(crate) struct MoveContext {
    pub(crate) m: Move,
    /// Its place in the order, from 1.
    pub(crate) move_count: usize,
    /// Its history score.
    pub(crate) history: i32,
    /// Hundredths of a ply by which every late move of the node is reduced.
    pub(crate) reduction_of_node: i32,
    /// The expected type of the children but the first.
    pub(crate) later_children: NodeType,
    /// No other move comes near it.
    pub(crate) is_singular: bool,
}

/// The best of the moves searched so far; the move only if it exceeded alpha.
#[derive(Clone, Copy)]
pub(crate) struct Best {
    pub(crate) score: i32,
    pub(crate) m: PackedMove,
    /// The move neither captures nor promotes, or there is none.
    pub(crate) is_quiet: bool,
}

impl Best {
    /// Before any move was searched, with the score that is assured without one.
    pub(crate) fn new(score: i32) -> Best {
        Best { score, m: PackedMove::NONE, is_quiet: true }
    }

    /// Records that a move which is not searched reaches this score at most.
    pub(crate) fn raise(&mut self, bound: i32) {
        self.score = self.score.max(bound);
    }
}

/// Moves remembered at a node, to be debited when a later one cuts off.
#[derive(Default)]
pub(crate) struct Tried {
    pub(crate) quiet: ArrayVec<Move, 64>,
    pub(crate) tactical: ArrayVec<Move, 32>,
}

impl Tried {
    /// Records a move that did not cut off, while there is room.
    pub(crate) fn note(&mut self, m: Move) {
        let _ = if is_tactical(m) { self.tactical.try_push(m) } else { self.quiet.try_push(m) };
    }

    pub(crate) fn len(&self) -> usize {
        self.quiet.len() + self.tactical.len()
    }

    pub(crate) fn contains(&self, m: Move) -> bool {
        self.quiet.contains(&m) || self.tactical.contains(&m)
    }
}
