//! What may keep a move from being searched at all, before it is made.

use super::Searcher;
use super::move_loop::{Course, Plan, Step};
use crate::position::board_state::BoardState;
use crate::position::checks::CheckSquares;
use crate::position::movegen::is_tactical;
use crate::score::Score;

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
    /// Whether a move is left out: only off the principal variation and out of check, where `checks`
    /// are known, and once some move is known not to be mated.
    ///
    /// A quiet check never is by itself: what it leads to is beyond a static evaluation or a
    /// history. It is left out with all quiet moves after one that comes too late.
    ///
    /// A move is judged by the depth that is left by the reduction of its place and history, however
    /// few moves or plies spare it the reduction itself.
    pub(super) fn skips(
        &mut self,
        state: &BoardState,
        plan: &Plan,
        course: &Course,
        step: &Step,
        checks: Option<&CheckSquares>,
    ) -> Skip {
        let Some(checks) = checks.filter(|_| course.best.score > -Score::MATE_BOUND) else {
            return Skip::No;
        };
        let (node, m) = (&course.window, step.m);
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
