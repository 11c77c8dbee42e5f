//! The moves of a node, searched in order until one refutes it.

use arrayvec::ArrayVec;
use shakmaty::Move;

use super::budget::Stopped;
use super::move_pruning::Skip;
use super::node::{Node, Resolver};
use super::ordering::MovePicker;
use super::transposition_table::{Bound, Entry};
use super::{Searcher, mated};
use crate::position::board_state::BoardState;
use crate::position::checks::CheckSquares;
use crate::position::movegen::is_tactical;
use crate::position::packed_move::PackedMove;
use crate::score::Score;

/// Moves remembered at a node, to be debited when a later one cuts off.
#[derive(Default)]
pub(crate) struct Tried {
    quiet: ArrayVec<Move, 64>,
    tactical: ArrayVec<Move, 32>,
}

impl Tried {
    /// Notes a move that did not cut off; the first of them, if there are very many.
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

/// What is known of a node before its moves are searched.
pub(crate) struct Plan {
    pub(crate) table_move: PackedMove,
    pub(crate) table_move_is_singular: bool,
    /// The static evaluation, and as it is corrected.
    pub(crate) uncorrected: i32,
    pub(crate) static_eval: i32,
}

impl Plan {
    pub(super) fn new(entry: Option<Entry>, uncorrected: i32, static_eval: i32) -> Plan {
        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.best);
        Plan { table_move, table_move_is_singular: false, uncorrected, static_eval }
    }
}

/// A move that is next in the order.
pub(crate) struct Step {
    pub(crate) m: Move,
    /// Its place in the order, from 1.
    pub(crate) move_count: usize,
    /// Its history score.
    pub(crate) history: i32,
    /// Hundredths of a ply by which every late move of the node is reduced.
    pub(crate) reduction_of_node: i32,
    is_singular: bool,
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

    /// Takes in that a move which is not searched reaches this score at most.
    fn raise(&mut self, bound: i32) {
        self.score = self.score.max(bound);
    }
}

/// How far the search of a node's moves has come.
pub(super) struct Course {
    /// What is asked of the next move: alpha has risen to the best score.
    pub(super) window: Node,
    pub(super) best: Best,
    /// Moves so far, also those that were left out.
    moves: usize,
    tried: Tried,
    unsure: bool,
}

impl Course {
    fn new(node: Node) -> Course {
        let best = Best::new(-Score::INFINITE);
        Course { window: node, best, moves: 0, tried: Tried::default(), unsure: false }
    }
}

impl Searcher {
    /// Searches the moves of a node in order until one refutes it.
    pub(super) fn search_moves(
        &mut self,
        state: &BoardState,
        node: Node,
        plan: &Plan,
    ) -> Result<i32, Stopped> {
        let frame = &self.frames[node.ply];
        let excluded = frame.excluded;
        let before = self.before(node.ply);
        let mut picker = MovePicker::all(state, plan.table_move, frame.killers, before);
        picker.put_first(&frame.first_moves, frame.table_move_first);
        let may_prune_moves = !node.is_pv() && !state.in_check();
        let checks = may_prune_moves.then(|| CheckSquares::new(state));
        let reduction_of_node = self.reduction_of_node(&node);
        let futile = self.frontier_futility(state, &node);
        let futile = futile.or_else(|| self.extended_futility(state, &node));
        let may_end_early = self.may_end_early(&node);
        let mut course = Course::new(node);
        while let Some(m) = picker.next(&self.history) {
            let packed = PackedMove::new(m);
            if packed == excluded || self.leaves_out(&node, packed) {
                continue;
            }
            if may_end_early && self.uncertainty_cut_off(&node, course.moves, course.best.score) {
                course.unsure = true;
                break;
            }
            course.moves += 1;
            let history = self.history.of(state.turn, m, before);
            let is_singular = plan.table_move_is_singular && packed == plan.table_move;
            let step =
                Step { m, move_count: course.moves, history, reduction_of_node, is_singular };
            match self.skips(state, plan, &course, &step, checks.as_ref()) {
                Skip::No => {}
                Skip::Move => continue,
                Skip::MoveAtMost(bound) => {
                    course.best.raise(bound);
                    continue;
                }
                Skip::QuietMoves => {
                    picker.skip_quiet();
                    continue;
                }
            }
            self.table.prefetch(state.key_after(m));
            let child = state.after(m);
            if let Some(futile) = futile
                && let Some(bound) = self.futile_move(&child, &course.window, futile)
            {
                course.best.raise(bound);
                continue;
            }
            let alternatives = self.unexplored_alternatives(state, &node, &course.tried, m);
            self.alternatives.add(state.turn, alternatives);
            let began = self.budget.nodes;
            let score = self.search_move(state, &child, &course.window, &step)?;
            if node.ply == 0 {
                self.root_choice.spend(packed, self.budget.nodes - began);
            }
            self.alternatives.add(state.turn, -alternatives);
            if self.refutes(state, &mut course, m, score) {
                break;
            }
        }
        Ok(self.conclude(state, &node, plan, &course, excluded != PackedMove::NONE))
    }

    /// Takes in the score of a move, and tells whether it refutes the node.
    fn refutes(&mut self, state: &BoardState, course: &mut Course, m: Move, score: i32) -> bool {
        let is_unsure = std::mem::take(&mut self.unsure);
        course.unsure |= is_unsure;
        if score > course.best.score {
            course.best.score = score;
            if score > course.window.alpha {
                course.best.m = PackedMove::new(m);
                course.best.is_quiet = !is_tactical(m);
                self.note_improvement(&course.window, m, score);
                if score >= course.window.beta {
                    course.unsure = is_unsure;
                    self.note_cutoff(state, &course.window, m, &course.tried);
                    return true;
                }
                course.window.alpha = score;
            }
        }
        course.tried.note(m);
        false
    }

    /// What a node came to; remembered, unless that is not certain or not the position's.
    fn conclude(
        &mut self,
        state: &BoardState,
        node: &Node,
        plan: &Plan,
        course: &Course,
        excludes: bool,
    ) -> i32 {
        let Course { best, unsure, moves, .. } = *course;
        if moves == 0 {
            return match () {
                () if excludes => node.alpha,
                () if state.in_check() => mated(node.ply),
                () => Score::DRAW,
            };
        }
        if excludes {
            return best.score;
        }
        debug_assert!(!unsure || node.resolver != Resolver::Nobody);
        self.unsure = unsure;
        let is_certain = !unsure && !self.rests_on_a_prune(node, best.score);
        if is_certain && !self.is_restricted(node) {
            self.learn_correction(state, node, best, plan);
            self.store(state, node, best, plan.uncorrected);
        }
        best.score
    }

    /// Searches one move: with the whole window if it is the first, else with a null window,
    /// reduced if it is late, and again where that was not enough or left it unsure.
    fn search_move(
        &mut self,
        state: &BoardState,
        child: &BoardState,
        node: &Node,
        step: &Step,
    ) -> Result<i32, Stopped> {
        let extension = i32::from(step.is_singular).max(self.check_extension(child, node));
        let depth = node.depth - 1 + extension;
        self.enter(node.ply + 1, child, Some(step.m), extension > 0);
        if node.is_pv() {
            self.line.clear(node.ply + 1);
        }
        if step.move_count == 1 {
            return Ok(-self.search(child, node.first_child(depth))?);
        }
        let reduction = if extension > 0 { 0 } else { self.reduction(state, child, node, step) };
        let question = node.later_child(depth);
        if reduction > 0 {
            let score = -self.search(child, question.reduced(reduction))?;
            self.note_reduction(score > node.alpha);
            if score <= node.alpha {
                return Ok(score);
            }
        }
        let score = -self.search(child, question)?;
        if node.is_pv() && (self.must_resolve(node, score) || self.needs_whole_window(node, score))
        {
            return Ok(-self.search(child, node.first_child(depth))?);
        }
        Ok(score)
    }

    pub(super) fn note_improvement(&mut self, node: &Node, m: Move, score: i32) {
        if node.ply == 0 {
            self.root_best = Some((m, score));
        }
        if node.is_pv() {
            self.line.extend(node.ply, PackedMove::new(m));
        }
    }

    fn note_cutoff(&mut self, state: &BoardState, node: &Node, m: Move, tried: &Tried) {
        self.alternatives.credit(state.turn, m, node.depth);
        let best = Some(m).filter(|m| is_tactical(*m));
        self.history.reward_tactical(state.turn, best, &tried.tactical, node.depth);
        if best.is_some() {
            return;
        }
        let killers = &mut self.frames[node.ply].killers;
        let m_packed = PackedMove::new(m);
        if killers[0] != m_packed {
            *killers = [m_packed, killers[0]];
        }
        let before = self.before(node.ply);
        self.history.reward_quiet(state.turn, m, &tried.quiet, before, node.depth);
    }

    pub(crate) fn store(&mut self, state: &BoardState, node: &Node, best: Best, static_eval: i32) {
        let bound = if best.score >= node.beta {
            Bound::Lower
        } else if best.m == PackedMove::NONE {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let entry =
            Entry { best: best.m, score: best.score, static_eval, depth: node.depth, bound };
        self.table.store(state.key, node.ply, entry);
    }
}
