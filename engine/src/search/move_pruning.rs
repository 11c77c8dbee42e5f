//! What may keep a move from being searched at all, before it is made.

use super::Searcher;
use super::move_loop::{Plan, Step};
use super::node::Node;
use crate::position::board_state::BoardState;
use crate::position::checks::CheckSquares;
use crate::position::movegen::is_tactical;

/// What is left out.
pub(super) enum Skip {
    No,
    Move,
    /// The move, whose score is hardly above this.
    MoveAtMost(i32),
    /// The move, and every quiet move that is still to come.
    QuietMoves,
}

impl Searcher {
    /// Whether a move is left out, at a node off the principal variation that is not in check and
    /// has a move that is known not to be mated. A quiet check never is: what it leads to is beyond
    /// a static evaluation, a count or a history.
    ///
    /// A late move is judged by the depth it would be searched to, if that is reduced.
    pub(super) fn skips(
        &mut self,
        state: &BoardState,
        node: &Node,
        plan: &Plan,
        step: &Step,
        checks: &CheckSquares,
    ) -> Skip {
        let m = step.m;
        if is_tactical(m) {
            let prunes = self.prunes_exchange(state, m, node.depth);
            return if prunes { Skip::Move } else { Skip::No };
        }
        if checks.are_given_by(m) {
            return Skip::No;
        }
        if self.prunes_late_moves(node, step.move_count) {
            return Skip::QuietMoves;
        }
        let depth = node.depth - self.late_reduction(node, step);
        if self.prunes_by_history(step.history, depth) {
            return Skip::Move;
        }
        if let Some(bound) = self.futility(node, plan.static_eval, depth) {
            return Skip::MoveAtMost(bound);
        }
        if self.prunes_exchange(state, m, depth) { Skip::Move } else { Skip::No }
    }
}
