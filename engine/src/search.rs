//! The search: principal variation search with explicit expected node types.
//!
//! `Searcher::search` is the table of contents: the steps of a node, in order. A technique is a rule
//! in a file of its own under [`crate::techniques`], a pure function of its arguments; the
//! searcher asks it, counts its decisions, and acts. The guards that all of them share stand here.

mod attempts;
pub(crate) mod budget;
pub(crate) mod history;
mod loop_state;
mod move_loop;
mod move_pruning;
pub(crate) mod ordering;
pub(crate) mod path;
pub(crate) mod principal_variation;
mod quiescence;
pub(crate) mod root;
pub(crate) mod stability;
mod storing;

#[cfg(test)]
mod exactness;
#[cfg(test)]
mod papers;

use shakmaty::Move;

use crate::counters::Counters;
use crate::cutoffs::Cutoffs;
use crate::evaluator::Evaluator;
use crate::position::Position;
use crate::position::board_state::BoardState;
use crate::position::packed_move::PackedMove;
use crate::score::Score;
use crate::setup::Setup;
use crate::techniques::correction_history::Corrections;
use crate::techniques::internal_iterative_reductions::InternalIterativeReductions;
use crate::techniques::late_move_reductions::Reductions;
use crate::techniques::limited_razoring::LimitedRazoring;
use crate::techniques::null_move_bound::Alternatives;
use crate::techniques::random_evaluation::RandomEvaluation;
use crate::techniques::reverse_futility::ReverseFutility;
use crate::techniques::singular_extension::Singularity;
use crate::techniques::{Decision, Rule, SearchConfig, Technique};
use crate::tree::node::{Node, NodeContext};
use crate::tree::transposition_table::{Entry, TranspositionTable};
use budget::{Budget, Stopped};
use history::History;
use path::StackEntry;
use principal_variation::PrincipalVariation;
use root::RootChoice;

/// Plies the search can hold, one more than it visits.
const PLIES: usize = Score::MAX_PLY as usize + 1;

/// A search configuration with everything it works on.
#[derive(Clone, Debug)]
pub(crate) struct Searcher {
    pub(crate) config: SearchConfig,
    pub(crate) reductions: Reductions,
    pub(crate) table: TranspositionTable,
    pub(crate) history: History,
    corrections: Corrections,
    pub(crate) evaluator: Evaluator,
    /// By ply of the current line.
    pub(crate) stack: Box<[StackEntry]>,
    /// Keys of the game so far, then of the current line; the root's is at `root`.
    keys: Vec<u64>,
    root: usize,
    pub(crate) budget: Budget,
    pub(crate) counters: Counters,
    /// Techniques with an attempt on the current line.
    pub(crate) attempting: [bool; Technique::ALL.len()],
    pub(crate) selective_depth: usize,
    /// Nominal depth of the iteration under way.
    pub(crate) iteration: i32,
    pub(crate) line: PrincipalVariation,
    pub(crate) root_choice: RootChoice,
    /// The best root move of the iteration under way and its score, once there is one.
    pub(crate) root_best: Option<(Move, i32)>,
    /// Null moves on the current line.
    pub(crate) null_moves_on_path: u32,
    /// Below a null move that is being verified.
    pub(crate) verifying: bool,
    /// Potentially good moves on the current line that are still unexplored.
    pub(crate) alternatives: Alternatives,
    /// The seed of the random terms of this game's evaluations.
    game_seed: u64,
    /// The last search left its score unsure; see [`crate::techniques::uncertainty_cut_offs`]. Only
    /// one with a resolver does, and its caller resets it.
    pub(crate) unsure: bool,
    /// The nodes above quiescence that moves have refuted.
    pub(crate) cutoffs: Cutoffs,
}

impl Searcher {
    pub(crate) fn new(setup: impl Into<Setup>, hash_mebibytes: usize) -> Searcher {
        let Setup { search: config, evaluation } = setup.into();
        Searcher {
            config,
            reductions: Reductions::new(config.late_move_reductions),
            table: TranspositionTable::new(hash_mebibytes),
            history: History::new(),
            corrections: Corrections::new(config.correction_history),
            evaluator: Evaluator::for_lines(&evaluation, PLIES),
            stack: vec![StackEntry::default(); PLIES].into_boxed_slice(),
            keys: vec![0; 1024],
            root: 0,
            budget: Budget::default(),
            counters: Counters::default(),
            attempting: [false; Technique::ALL.len()],
            selective_depth: 0,
            iteration: 0,
            line: PrincipalVariation::new(PLIES),
            root_choice: RootChoice::default(),
            root_best: None,
            null_moves_on_path: 0,
            verifying: false,
            alternatives: Alternatives::new(config.null_move_bound, PLIES),
            game_seed: 0,
            unsure: false,
            cutoffs: Cutoffs::default(),
        }
    }

    pub(crate) fn new_game(&mut self, seed: u64) {
        self.table.new_game();
        self.history.clear();
        self.corrections.clear();
        self.alternatives.new_game();
        self.game_seed = seed;
    }

    /// Makes ready for a search of this position.
    pub(crate) fn begin(&mut self, position: &Position, budget: Budget) {
        self.table.new_search();
        self.history.age();
        // The last search wrote no further than its deepest ply and the one after.
        let written = (self.selective_depth + 2).min(PLIES);
        self.stack[..written].fill(StackEntry::default());
        self.root = position.past.len();
        if self.keys.len() < self.root + PLIES {
            self.keys.resize(self.root + PLIES, 0);
        }
        self.keys[..self.root].copy_from_slice(&position.past);
        self.budget = budget;
        self.counters = Counters::default();
        self.cutoffs = Cutoffs::default();
        self.attempting = [false; Technique::ALL.len()];
        self.selective_depth = 0;
        self.line.clear(0);
        self.root_best = None;
        self.null_moves_on_path = 0;
        self.verifying = false;
        self.alternatives.begin_search();
        self.unsure = false;
    }

    /// The score of a node, from the view of its side to move. Fail-soft: it may lie outside
    /// the window, and is then a bound.
    pub(crate) fn search(&mut self, state: &BoardState, node: Node) -> Result<i32, Stopped> {
        debug_assert!(node.alpha < node.beta && (node.is_pv() || node.alpha == node.beta - 1));
        debug_assert!(!self.unsure, "the doubt about an earlier search was not looked at");
        if node.depth <= 0 {
            return self.quiescence(state, node);
        }
        if let Some(score) = self.visit(state, &node)? {
            return Ok(score);
        }
        let excludes = self.stack[node.ply].excluded != PackedMove::NONE;
        let entry = self.table.probe(state.key, node.ply);
        if let Some(score) = table_cutoff(entry, &node).filter(|_| !excludes) {
            return Ok(score);
        }
        let mut at = self.context(state, node, entry);
        if !excludes {
            if let Some(score) = self.enhanced_transposition_cutoff(state, &node) {
                return Ok(score);
            }
            self.stack[node.ply].first_moves.clear();
            // Searches of forward pruning must be certain.
            at.node = node.certain();
            if let Some(score) = self.forward_pruning(&at)? {
                return Ok(score);
            }
            at.node = node;
            match self.singularity(&at)? {
                Singularity::MultiCut(score) => {
                    return Ok(self.prune_score(&node, score));
                }
                Singularity::Singular => at.table_move_is_singular = true,
                Singularity::None => {}
            }
        }
        at.node.depth -= self.ask(|rule: &LimitedRazoring| rule.reduction(&at)).unwrap_or(0);
        at.node.depth -=
            self.ask(|rule: &InternalIterativeReductions| rule.reduction(&at)).unwrap_or(0);
        self.search_moves(&at)
    }

    /// The facts of a node of the main search; the one place where such a node is evaluated.
    fn context<'a>(
        &mut self,
        state: &'a BoardState,
        node: Node,
        entry: Option<Entry>,
    ) -> NodeContext<'a> {
        let uncorrected = self.static_eval(state, node.ply, entry);
        let static_eval = self.corrections.corrected(state, uncorrected);
        self.note_static_eval(node.ply, (!state.in_check()).then_some(static_eval));
        let StackEntry { extended, after_null_move, .. } = self.stack[node.ply];
        let at = NodeContext {
            extended,
            after_null_move,
            ..NodeContext::new(state, node, entry, uncorrected, static_eval)
        };
        if self.is_restricted(&node) {
            NodeContext { table_move: self.root_choice.first, ..at }
        } else {
            at
        }
    }

    /// The techniques that may answer a node without searching its moves, the cheapest first.
    ///
    /// Guards that all of them share: off the principal variation, not in check, and beta is no
    /// mate score, against which pruning proves nothing.
    fn forward_pruning(&mut self, at: &NodeContext<'_>) -> Result<Option<i32>, Stopped> {
        let node = &at.node;
        if node.is_pv() || at.state.in_check() || node.beta.abs() >= Score::MATE_BOUND {
            return Ok(None);
        }
        let improving = self.is_improving(node.ply);
        if let Some(score) = self.ask(|rule: &ReverseFutility| rule.score(at, improving)) {
            return Ok(Some(self.prune_score(node, score)));
        }
        if let Some(score) = self.razoring(at)? {
            return Ok(Some(score));
        }
        if let Some(score) = self.null_move(at)? {
            return Ok(Some(score));
        }
        if let Some(score) = self.probcut(at)? {
            return Ok(Some(self.prune_score(node, score)));
        }
        self.multi_cut(at)
    }

    /// The score of a node that is pruned because of a score of at least beta.
    fn prune_score(&self, node: &Node, score: i32) -> i32 {
        self.config.all_node_pruning.map_or(score, |rule| rule.prune_score(node, score))
    }

    /// A technique's answer, counted; nothing where it is off or fails.
    #[inline(always)]
    fn ask<R: Rule, A>(&mut self, rule: impl FnOnce(&R) -> Decision<A>) -> Option<A> {
        let decision = rule(R::of(&self.config)?);
        self.count(R::TECHNIQUE, decision)
    }

    /// Whether a technique succeeds, counted.
    #[inline(always)]
    fn succeeds<R: Rule>(&mut self, rule: impl FnOnce(&R) -> Decision) -> bool {
        self.ask(rule).is_some()
    }

    /// Counts the decision of a technique; nothing where it fails.
    #[inline(always)]
    fn count<A>(&mut self, technique: Technique, decision: Decision<A>) -> Option<A> {
        match decision {
            Decision::NotTried => None,
            Decision::Fails => {
                self.counters[technique].note(false);
                None
            }
            Decision::Succeeds(then) => {
                self.counters[technique].note(true);
                Some(then)
            }
        }
    }

    /// The static evaluation, from the table where it is known. In check it is 0, and unused.
    fn static_eval(&mut self, state: &BoardState, ply: usize, entry: Option<Entry>) -> i32 {
        match entry {
            Some(entry) => entry.static_eval,
            None if state.in_check() => 0,
            None => {
                let (seed, key) = (self.game_seed, state.key);
                let random = self.ask(|rule: &RandomEvaluation| rule.term(seed, key));
                self.evaluator.value(state, ply) + random.unwrap_or(0)
            }
        }
    }
}

/// A stored score that decides a node, unless the principal variation would be cut short.
fn table_cutoff(entry: Option<Entry>, node: &Node) -> Option<i32> {
    let entry = entry.filter(|_| !node.is_pv())?;
    entry.cutoff(node.depth, node.alpha, node.beta)
}

/// The score of being mated at this ply.
fn mated(ply: usize) -> i32 {
    ply as i32 - Score::MATE
}
