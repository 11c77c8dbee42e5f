//! Techniques that search to find out, and one that looks all moves up in the table. Their rules say when, to
//! which depth and in which window, and how to read the results; here they are searched and counted, with their
//! nodes.

use shakmaty::{Bitboard, Move};

use super::Searcher;
use super::budget::Stopped;
use super::ordering::MovePicker;
use crate::position::board_state::BoardState;
use crate::position::movegen::legal_moves;
use crate::position::packed_move::{PackedMove, origin};
use crate::position::static_exchange::see_ge;
use crate::techniques::Technique;
use crate::techniques::multi_cut::CutoffCount;
use crate::techniques::null_move::NullMoveOutcome;
use crate::techniques::singular_extension::Singularity;
use crate::tree::moves::Best;
use crate::tree::node::{Node, NodeContext};

/// An attempt of a technique that searches nodes, from its begin to its end.
struct Attempt {
    technique: Technique,
    nodes_before: u64,
    is_outermost: bool,
}

impl Searcher {
    fn begin_attempt(&mut self, technique: Technique) -> Attempt {
        let attempting = &mut self.attempting[technique as usize];
        let is_outermost = !std::mem::replace(attempting, true);
        Attempt { technique, nodes_before: self.budget.nodes, is_outermost }
    }

    fn end_attempt(&mut self, attempt: &Attempt, succeeded: bool) {
        let Attempt { technique, nodes_before, is_outermost } = *attempt;
        self.counters[technique].note(succeeded);
        if is_outermost {
            self.counters[technique].nodes += self.budget.nodes - nodes_before;
            self.attempting[technique as usize] = false;
        }
    }

    /// The score of a move that the table knows to reach beta.
    pub(super) fn enhanced_transposition_cutoff(
        &mut self,
        state: &BoardState,
        node: &Node,
    ) -> Option<i32> {
        self.config.enhanced_transposition_cutoffs.filter(|rule| rule.applies(node))?;
        let score = legal_moves(state).into_iter().find_map(|m| {
            let child = node.first_child(node.depth - 1);
            let after = state.after(m);
            let entry = self.table.probe(after.key, child.ply)?;
            if self.is_draw(&after, child.ply) {
                return None;
            }
            let score = -entry.cutoff(child.depth, child.alpha, child.beta)?;
            (score >= node.beta).then_some(score)
        });
        self.counters[Technique::EnhancedTranspositionCutoffs].note(score.is_some());
        score
    }

    /// The quiescence score, if neither static evaluation nor captures exceed alpha.
    pub(super) fn razoring(&mut self, at: &NodeContext<'_>) -> Result<Option<i32>, Stopped> {
        if !self.config.razoring.is_some_and(|rule| rule.applies(at)) {
            return Ok(None);
        }
        let attempt = self.begin_attempt(Technique::Razoring);
        let score = self.search(at.state, Node { depth: 0, ..at.node })?;
        let prunes = score <= at.node.alpha;
        self.end_attempt(&attempt, prunes);
        Ok(prunes.then_some(score))
    }

    /// A score of at least beta, if passing shows that the node is worth that.
    pub(super) fn null_move(&mut self, at: &NodeContext<'_>) -> Result<Option<i32>, Stopped> {
        let node = &at.node;
        let Some(rule) = self.config.null_move.filter(|rule| rule.applies(at)) else {
            return Ok(None);
        };
        let bound = node.beta - self.null_move_tempo(at);
        if !rule.may_reach(at, bound) {
            return Ok(None);
        }
        let attempt = self.begin_attempt(Technique::NullMove);
        let score = self.pass(at, bound, rule.reduction_of(at))?;
        self.end_attempt(&attempt, score >= bound);
        match rule.outcome(score, bound, node.beta, self.verifying) {
            NullMoveOutcome::Fails => Ok(None),
            NullMoveOutcome::Prunes(score) => {
                if rule.store {
                    // The move is the one that would be tried first.
                    let best = Best { m: at.table_move, ..Best::new(score) };
                    self.store(at.state, node, best, at.uncorrected);
                }
                Ok(Some(self.prune_score(node, score)))
            }
            NullMoveOutcome::NeedsVerification => {
                let verified = self.verify(at)?;
                Ok((verified >= node.beta).then_some(verified))
            }
        }
    }

    /// By how much a null move may miss beta and still prune.
    pub(super) fn null_move_tempo(&mut self, at: &NodeContext<'_>) -> i32 {
        let Some(rule) = self.config.null_move_bound else { return 0 };
        let below_null_move = self.null_moves_on_path > 0;
        let decision = rule.tempo_of(at.state.turn, &at.node, &self.alternatives, below_null_move);
        self.count(Technique::NullMoveBound, decision).unwrap_or(0)
    }

    /// The score of passing, searched with a null window at `bound`.
    fn pass(&mut self, at: &NodeContext<'_>, bound: i32, reduction: i32) -> Result<i32, Stopped> {
        let node = &at.node;
        let child = at.state.after_null_move();
        self.enter(node.ply + 1, &child, None, false);
        self.stack[node.ply + 1].after_null_move = true;
        self.null_moves_on_path += 1;
        let window = Node { alpha: bound - 1, beta: bound, ..*node };
        let score = -self.search(&child, window.first_child(node.depth - 1 - reduction))?;
        self.null_moves_on_path -= 1;
        Ok(score)
    }

    /// Searches a node that a null move would prune to one ply less, without further verification.
    fn verify(&mut self, at: &NodeContext<'_>) -> Result<i32, Stopped> {
        self.verifying = true;
        let score = self.search_moves(&NodeContext { node: at.node.reduced(1), ..*at })?;
        self.verifying = false;
        Ok(score)
    }

    /// Searches a node without its table move.
    pub(super) fn singularity(&mut self, at: &NodeContext<'_>) -> Result<Singularity, Stopped> {
        let iteration = self.iteration;
        let rule = self.config.singular_extension;
        let Some((rule, question)) =
            rule.and_then(|rule| Some((rule, rule.question(at, iteration)?)))
        else {
            return Ok(Singularity::None);
        };
        let attempt = self.begin_attempt(Technique::SingularExtension);
        self.stack[at.node.ply].excluded = at.entry.map_or(PackedMove::NONE, |entry| entry.best);
        let score = self.search(at.state, question)?;
        self.stack[at.node.ply].excluded = PackedMove::NONE;
        let found = rule.outcome(&at.node, score, question.beta);
        self.end_attempt(&attempt, found != Singularity::None);
        Ok(found)
    }

    /// A score of at least beta, if a capture's reduced search exceeds beta by the margin. It
    /// is stored with its depth: a bound of the reduced depth.
    pub(super) fn probcut(&mut self, at: &NodeContext<'_>) -> Result<Option<i32>, Stopped> {
        let Some((rule, question)) =
            self.config.probcut.and_then(|rule| Some((rule, rule.question(at)?)))
        else {
            return Ok(None);
        };
        let attempt = self.begin_attempt(Technique::Probcut);
        let found = self.first_capture_above(at, &question)?;
        self.end_attempt(&attempt, found.is_some());
        let Some(best) = found else { return Ok(None) };
        self.store(at.state, &question, best, at.uncorrected);
        Ok(Some(rule.score(best.score)))
    }

    /// The first capture that reaches beta of the question by exchange, by quiescence and by search.
    fn first_capture_above(
        &mut self,
        at: &NodeContext<'_>,
        question: &Node,
    ) -> Result<Option<Best>, Stopped> {
        let needed = question.beta - at.uncorrected;
        let mut picker = MovePicker::winning(at.state, at.table_move);
        while let Some(m) = picker.next(&self.history) {
            if !see_ge(at.state, m, needed) {
                continue;
            }
            let score = self.search_capture(at.state, question, m)?;
            if score >= question.beta {
                return Ok(Some(Best { score, m: PackedMove::new(m), is_quiet: false }));
            }
        }
        Ok(None)
    }

    /// The score of a capture at the question's depth, or of quiescence where that falls short.
    fn search_capture(
        &mut self,
        state: &BoardState,
        question: &Node,
        m: Move,
    ) -> Result<i32, Stopped> {
        let child = state.after(m);
        self.enter(question.ply + 1, &child, Some(m), false);
        let score = -self.search(&child, question.first_child(0))?;
        if score < question.beta || question.depth <= 1 {
            return Ok(score);
        }
        Ok(-self.search(&child, question.first_child(question.depth - 1))?)
    }

    /// The value beta, or a proven win, if enough moves reach beta at reduced depth: by the original
    /// multi-cut, the enhanced one, or the one at expected ALL nodes.
    pub(super) fn multi_cut(&mut self, at: &NodeContext<'_>) -> Result<Option<i32>, Stopped> {
        let original = self
            .config
            .multi_cut
            .and_then(|rule| rule.attempt(at, |moves| self.was_extended(at.node.ply, moves)));
        if let Some(score) = self.count_cutoffs(at, original)? {
            return Ok(Some(score));
        }
        let enhanced = self.config.enhanced_multi_cut.and_then(|rule| rule.attempt(at));
        if let Some(score) = self.count_cutoffs(at, enhanced)? {
            return Ok(Some(score));
        }
        let at_all = self.config.multi_cut_all.and_then(|rule| rule.attempt(at));
        self.count_cutoffs(at, at_all)
    }

    /// The score that prunes the node, if an attempt is made and succeeds.
    #[inline(always)]
    fn count_cutoffs(
        &mut self,
        at: &NodeContext<'_>,
        rule: Option<CutoffCount>,
    ) -> Result<Option<i32>, Stopped> {
        let Some(rule) = rule else { return Ok(None) };
        let attempt = self.begin_attempt(rule.technique);
        let score = self.search_for_cutoffs(at, &rule)?;
        self.end_attempt(&attempt, score.is_some());
        Ok(score)
    }

    fn search_for_cutoffs(
        &mut self,
        at: &NodeContext<'_>,
        rule: &CutoffCount,
    ) -> Result<Option<i32>, Stopped> {
        let NodeContext { state, node, table_move, .. } = *at;
        let killers = self.stack[node.ply].killers;
        let mut picker =
            MovePicker::all(state, table_move, killers, self.continuation_keys(node.ply));
        self.spoil(&mut picker, at);
        let mut spent_pieces = Bitboard::EMPTY;
        let mut cutoffs = 0;
        for _ in 0..rule.moves {
            let Some(m) = picker.next(&self.history) else { break };
            if spent_pieces.contains(origin(m)) {
                continue;
            }
            let score = self.search_reduced(state, &node, m, node.depth - 1 - rule.reduction)?;
            if score < node.beta {
                continue;
            }
            cutoffs += 1;
            if let Some(score) = rule.prune(score, node.beta, cutoffs) {
                return Ok(Some(score));
            }
            if rule.independent_pieces {
                spent_pieces.add(origin(m));
            }
            if rule.reorder {
                self.stack[node.ply].try_first(PackedMove::new(m), rule.table_move_first);
            }
        }
        Ok(None)
    }

    fn search_reduced(
        &mut self,
        state: &BoardState,
        node: &Node,
        m: Move,
        depth: i32,
    ) -> Result<i32, Stopped> {
        let child = state.after(m);
        // The extension stands at the top of Bjornsson and Marsland's figure 4, so it applies here too.
        let extension = self.check_extension(&child, node);
        self.enter(node.ply + 1, &child, Some(m), extension > 0);
        Ok(-self.search(&child, node.first_child(depth + extension))?)
    }
}
