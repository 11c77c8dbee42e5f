//! The state that the search of a node's moves keeps from one move to the next.

use crate::score::Score;
use crate::tree::moves::{Best, Tried};
use crate::tree::node::Node;

/// How far the search of a node's moves has come.
pub(super) struct LoopState {
    /// The question to the next move: alpha has risen to the best score.
    pub(super) window: Node,
    /// The best move so far.
    pub(super) best: Best,
    /// The side to move stands better, by the static evaluation, than at its last move.
    pub(super) improving: bool,
    /// Moves so far, also those that were left out.
    pub(super) moves: usize,
    pub(super) tried: Tried,
    /// A move's score is unsure, or the node was left early.
    pub(super) unsure: bool,
}

impl LoopState {
    pub(super) fn new(node: Node, improving: bool) -> LoopState {
        let best = Best::new(-Score::INFINITE);
        LoopState {
            window: node,
            best,
            improving,
            moves: 0,
            tried: Tried::default(),
            unsure: false,
        }
    }
}
