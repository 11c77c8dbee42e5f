//! The moves of a node, searched in order until one refutes it.

use shakmaty::Move;

use super::budget::Stopped;
use super::loop_state::LoopState;
use super::move_pruning::Skip;
use super::ordering::MovePicker;
use super::{Searcher, mated};
use crate::position::board_state::BoardState;
use crate::position::checks::CheckSquares;
use crate::position::movegen::is_tactical;
use crate::position::packed_move::PackedMove;
use crate::score::Score;
use crate::techniques::Technique;
use crate::techniques::all_node_pruning::AllNodePruning;
use crate::techniques::check_extension::CheckExtension;
use crate::techniques::fail_hard::FailHard;
use crate::techniques::failed_cut_nodes::FailedCutNodes;
use crate::techniques::spoiled_ordering::SpoiledOrdering;
use crate::techniques::uncertainty_cut_offs::UncertaintyCutOffs;
use crate::tree::moves::{MoveContext, Tried};
use crate::tree::node::{Node, NodeContext, NodeType, Resolver};

impl Searcher {
    /// Searches the moves of a node in order until one refutes it.
    pub(super) fn search_moves(&mut self, at: &NodeContext<'_>) -> Result<i32, Stopped> {
        let NodeContext { state, node, .. } = *at;
        let keys = self.continuation_keys(node.ply);
        let entry = &self.stack[node.ply];
        let excluded = entry.excluded;
        let mut picker = MovePicker::all(state, at.table_move, entry.killers, keys);
        picker.put_first(&entry.first_moves, entry.table_move_first);
        self.spoil(&mut picker, at);
        let may_prune_moves = !node.is_pv() && !state.in_check();
        let checks = may_prune_moves.then(|| CheckSquares::new(state));
        let mut so_far = LoopState::new(node, self.is_improving(node.ply));
        let reduction_of_node = self.reductions.of_node(node.kind, so_far.improving);
        let later_children = self.later_children(&node);
        let futile = self.futile(at);
        let may_end_early =
            self.config.uncertainty_cut_offs.is_some_and(|rule| rule.applies(&node));
        while let Some(m) = picker.next(&self.history) {
            let packed = PackedMove::new(m);
            if packed == excluded || self.leaves_out(&node, packed) {
                continue;
            }
            if may_end_early && self.ends_early(&node, &so_far) {
                so_far.unsure = true;
                break;
            }
            so_far.moves += 1;
            let step = MoveContext {
                m,
                move_count: so_far.moves,
                history: self.history.of(state.turn, m, keys),
                reduction_of_node,
                later_children,
                is_singular: at.table_move_is_singular && packed == at.table_move,
            };
            match self.skips(at, &so_far, &step, checks.as_ref()) {
                Skip::No => {}
                Skip::Move => continue,
                Skip::MoveAtMost(bound) => {
                    so_far.best.raise(bound);
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
                && let Some(bound) = self.futile_move(&child, &so_far.window, futile)
            {
                so_far.best.raise(bound);
                continue;
            }
            let score = self.explore(state, &child, &so_far, &step)?;
            if self.refutes(state, &mut so_far, m, score) {
                break;
            }
        }
        Ok(self.conclude(at, &so_far, excluded != PackedMove::NONE))
    }

    /// The expected type of a node's children but the first.
    #[inline(always)]
    fn later_children(&mut self, node: &Node) -> NodeType {
        let found = self.ask(|rule: &FailedCutNodes| rule.later_children(node));
        found.unwrap_or(node.kind.later_child())
    }

    /// Takes the order of its moves away from a node, where that is asked for.
    #[inline(always)]
    pub(super) fn spoil(&mut self, picker: &mut MovePicker<'_>, at: &NodeContext<'_>) {
        let order = |rule: &SpoiledOrdering| rule.order_at(at.state.key, &at.node);
        if let Some(order) = self.ask(order) {
            picker.spoil(order);
        }
    }

    /// Searches one move, with the count of those that are unexplored meanwhile; at the root its nodes
    /// are counted, too.
    fn explore(
        &mut self,
        state: &BoardState,
        child: &BoardState,
        so_far: &LoopState,
        step: &MoveContext,
    ) -> Result<i32, Stopped> {
        let node = &so_far.window;
        let unexplored = self.alternatives.unexplored(state, node, &so_far.tried, step.m);
        self.alternatives.add(state.turn, unexplored);
        let began = self.budget.nodes;
        let score = self.search_move(state, child, node, step)?;
        if node.ply == 0 {
            self.root_choice.spend(PackedMove::new(step.m), self.budget.nodes - began);
        }
        self.alternatives.add(state.turn, -unexplored);
        Ok(score)
    }

    /// Whether to leave a node that may be left early instead of searching a further move.
    fn ends_early(&mut self, node: &Node, so_far: &LoopState) -> bool {
        let (moves, best) = (so_far.moves, so_far.best.score);
        self.succeeds(|rule: &UncertaintyCutOffs| rule.cuts_off(node, moves, best))
    }

    /// Records the score of a move, and returns whether it refutes the node.
    fn refutes(&mut self, state: &BoardState, so_far: &mut LoopState, m: Move, score: i32) -> bool {
        let is_unsure = std::mem::take(&mut self.unsure);
        so_far.unsure |= is_unsure;
        if score > so_far.best.score {
            so_far.best.score = score;
            if score > so_far.window.alpha {
                so_far.best.m = PackedMove::new(m);
                so_far.best.is_quiet = !is_tactical(m);
                self.note_improvement(&so_far.window, m, score);
                if score >= so_far.window.beta {
                    so_far.unsure = is_unsure;
                    self.note_cutoff(state, &so_far.window, m, &so_far.tried);
                    self.cutoffs.note(so_far.moves == 1);
                    return true;
                }
                so_far.window.alpha = score;
            }
        }
        so_far.tried.note(m);
        false
    }

    /// The score of a node whose moves are searched; stored, unless it is unsure or of a part of the
    /// moves only.
    fn conclude(&mut self, at: &NodeContext<'_>, so_far: &LoopState, excludes: bool) -> i32 {
        let NodeContext { state, ref node, .. } = *at;
        let LoopState { best, unsure, moves, .. } = *so_far;
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
        debug_assert!(!unsure || node.resolver != Resolver::None);
        self.unsure = unsure;
        let is_certain = !unsure && !self.rests_on_a_prune(node, best.score);
        if is_certain && !self.is_restricted(node) {
            let learned = self.corrections.learn(at, best);
            self.count(Technique::CorrectionHistory, learned);
            self.store(state, node, best, at.uncorrected);
        }
        self.held(node, best.score)
    }

    /// A score, held inside the node's window where that is asked for.
    #[inline(always)]
    pub(super) fn held(&mut self, node: &Node, score: i32) -> i32 {
        self.ask(|rule: &FailHard| rule.end_of_window(node, score)).unwrap_or(score)
    }

    /// Searches one move: with the whole window if it is the first, else with a null window,
    /// reduced if it is late, and again where that was not enough or left it unsure.
    fn search_move(
        &mut self,
        state: &BoardState,
        child: &BoardState,
        node: &Node,
        step: &MoveContext,
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
        let reduction = if extension > 0 {
            0
        } else {
            self.reductions.of_move(node, step, state.in_check(), child.in_check())
        };
        let question = node.later_child(depth, step.later_children);
        if reduction > 0 {
            let score = -self.search(child, question.reduced(reduction))?;
            self.counters[Technique::LateMoveReductions].note(score <= node.alpha);
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

    /// Plies by which the move that led to `child` is extended for giving check.
    pub(super) fn check_extension(&mut self, child: &BoardState, node: &Node) -> i32 {
        let (gives_check, iteration) = (child.in_check(), self.iteration);
        let rule = |rule: &CheckExtension| rule.extension(gives_check, node.ply, iteration);
        self.ask(rule).unwrap_or(0)
    }

    /// Whether a PV node must search a move again because its null window left it unsure.
    fn must_resolve(&mut self, node: &Node, score: i32) -> bool {
        let unsure = std::mem::take(&mut self.unsure);
        unsure && !self.config.uncertainty_cut_offs.is_some_and(|rule| rule.trusts(node, score))
    }

    /// Whether a move that exceeds alpha at a PV node is searched again with the whole window.
    pub(super) fn needs_whole_window(&self, node: &Node, score: i32) -> bool {
        let may_be_a_prune =
            || self.config.all_node_pruning.is_some_and(|rule| rule.searches_again(node, score));
        score > node.alpha && (score < node.beta || may_be_a_prune())
    }

    /// Whether the score of a node may be that of a prune at one of the ALL nodes below it.
    fn rests_on_a_prune(&mut self, node: &Node, score: i32) -> bool {
        self.succeeds(|rule: &AllNodePruning| rule.rests_on_a_prune(node, score))
    }

    #[inline(always)]
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
        let killers = &mut self.stack[node.ply].killers;
        let m_packed = PackedMove::new(m);
        if killers[0] != m_packed {
            *killers = [m_packed, killers[0]];
        }
        let keys = self.continuation_keys(node.ply);
        self.history.reward_quiet(state.turn, m, &tried.quiet, keys, node.depth);
    }
}
