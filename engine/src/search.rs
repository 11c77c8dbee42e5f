//! The search: principal variation search with explicit expected node types.
//!
//! `Searcher::search` is the table of contents: what is asked of a node, in order. Each
//! technique that may answer early lives in its own file under [`crate::techniques`]; the guards
//! that all of them share stand here.

pub(crate) mod budget;
pub(crate) mod history;
pub(crate) mod move_loop;
pub(crate) mod move_pruning;
pub(crate) mod node;
pub(crate) mod ordering;
pub(crate) mod path;
pub(crate) mod principal_variation;
mod quiescence;
pub(crate) mod root_choice;
pub(crate) mod stability;
pub(crate) mod static_exchange;
pub(crate) mod transposition_table;

#[cfg(test)]
mod exactness;
#[cfg(test)]
mod papers;

use shakmaty::Move;

use crate::config::{SearchConfig, Technique};
use crate::counters::Counters;
use crate::evaluate::{PawnTable, evaluate};
use crate::position::Position;
use crate::position::board_state::BoardState;
use crate::position::packed_move::PackedMove;
use crate::score::Score;
use crate::techniques::correction_history::Corrections;
use crate::techniques::late_move_reductions::Reductions;
use crate::techniques::null_move::Passing;
use crate::techniques::null_move_bound::Alternatives;
use crate::techniques::singular_extension::Singularity;
use budget::{Budget, Stopped};
use history::History;
use move_loop::Plan;
use node::Node;
use ordering::Killers;
use path::Frame;
use principal_variation::PrincipalVariation;
use root_choice::RootChoice;
use transposition_table::{Bound, Entry, TranspositionTable};

/// Plies the search can hold, one more than it visits.
const PLIES: usize = Score::MAX_PLY as usize + 1;

/// A search configuration with everything it works on.
#[derive(Debug)]
pub(crate) struct Searcher {
    pub(crate) config: SearchConfig,
    pub(crate) reductions: Reductions,
    pub(crate) table: TranspositionTable,
    pub(crate) history: History,
    pub(crate) corrections: Corrections,
    pub(crate) pawn_table: PawnTable,
    pub(crate) frames: Box<[Frame]>,
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
    /// What the random terms of this game's evaluations are drawn from.
    pub(crate) game_seed: u64,
    /// The last search left its score unsure; see [`crate::techniques::uncertainty_cut_offs`]. Only
    /// one with a resolver does, and its caller resets it.
    pub(crate) unsure: bool,
}

impl Searcher {
    pub(crate) fn new(config: SearchConfig, hash_mebibytes: usize) -> Searcher {
        Searcher {
            config,
            reductions: Reductions::new(config.late_move_reductions),
            table: TranspositionTable::new(hash_mebibytes),
            history: History::new(),
            corrections: Corrections::new(),
            pawn_table: PawnTable::new(),
            frames: vec![Frame::default(); PLIES].into_boxed_slice(),
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
        self.frames[..written].fill(Frame::default());
        self.root = position.past.len();
        if self.keys.len() < self.root + PLIES {
            self.keys.resize(self.root + PLIES, 0);
        }
        self.keys[..self.root].copy_from_slice(&position.past);
        self.budget = budget;
        self.counters = Counters::default();
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
    pub(crate) fn search(&mut self, state: &BoardState, mut node: Node) -> Result<i32, Stopped> {
        debug_assert!(node.alpha < node.beta && (node.is_pv() || node.alpha == node.beta - 1));
        debug_assert!(!self.unsure, "the doubt about an earlier search was not looked at");
        if node.depth <= 0 {
            return self.quiescence(state, node);
        }
        if let Some(score) = self.visit(state, &node)? {
            return Ok(score);
        }
        let excludes = self.frames[node.ply].excluded != PackedMove::NONE;
        let entry = self.table.probe(state.key, node.ply);
        if let Some(score) = table_cutoff(entry, &node).filter(|_| !excludes) {
            return Ok(score);
        }
        let uncorrected = self.static_eval(state, entry);
        let static_eval = self.corrected(state, uncorrected);
        self.note_static_eval(node.ply, (!state.in_check()).then_some(static_eval));
        let mut plan = Plan::new(entry, uncorrected, static_eval);
        if self.is_restricted(&node) {
            plan.table_move = self.root_choice.first;
        }
        if !excludes {
            if let Some(score) = self.enhanced_transposition_cutoff(state, &node) {
                return Ok(score);
            }
            self.frames[node.ply].first_moves.clear();
            if let Some(score) =
                self.forward_pruning(state, &node.certain(), estimate(static_eval, entry), entry)?
            {
                return Ok(score);
            }
            match self.singularity(state, &node, entry)? {
                Singularity::MultiCut(score) => return Ok(self.prune_score(&node, score)),
                Singularity::Singular => plan.table_move_is_singular = true,
                Singularity::None => {}
            }
        }
        node.depth -= self.limited_razoring(state, &node);
        node.depth -= self.internal_iterative_reduction(&node, plan.table_move);
        self.search_moves(state, node, &plan)
    }

    /// The techniques that may answer a node without searching its moves, the cheapest first.
    ///
    /// Guards that all of them share: off the principal variation, not in check, and beta is no
    /// mate score, against which pruning proves nothing. What they search is asked for certainty.
    fn forward_pruning(
        &mut self,
        state: &BoardState,
        node: &Node,
        estimate: i32,
        entry: Option<Entry>,
    ) -> Result<Option<i32>, Stopped> {
        if node.is_pv() || state.in_check() || node.beta.abs() >= Score::MATE_BOUND {
            return Ok(None);
        }
        if let Some(score) = self.reverse_futility(state, node, estimate) {
            return Ok(Some(self.prune_score(node, score)));
        }
        if let Some(score) = self.razoring(state, node, estimate)? {
            return Ok(Some(score));
        }
        match self.null_move(state, node, estimate)? {
            Passing::Prunes(score) => {
                self.store_null_move_prune(state, node, entry, score);
                return Ok(Some(self.prune_score(node, score)));
            }
            Passing::NeedsVerification => {
                let uncorrected = self.static_eval(state, entry);
                let static_eval = self.corrected(state, uncorrected);
                let plan = Plan::new(entry, uncorrected, static_eval);
                let score = self.verify(state, node, &plan)?;
                if score >= node.beta {
                    return Ok(Some(score));
                }
            }
            Passing::Fails => {}
        }
        if let Some(score) = self.probcut(state, node, entry)? {
            return Ok(Some(self.prune_score(node, score)));
        }
        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.best);
        if let Some(score) = self.multi_cut(state, node, table_move)? {
            return Ok(Some(score));
        }
        if let Some(score) = self.enhanced_multi_cut(state, node, entry)? {
            return Ok(Some(score));
        }
        self.multi_cut_all(state, node, table_move)
    }

    /// Searches a node that a null move would prune to one ply less, without further verification.
    fn verify(&mut self, state: &BoardState, node: &Node, plan: &Plan) -> Result<i32, Stopped> {
        self.verifying = true;
        let score = self.search_moves(state, Node { depth: node.depth - 1, ..*node }, plan)?;
        self.verifying = false;
        Ok(score)
    }

    /// The static evaluation, from the table where it is known. In check it means nothing, and
    /// nothing asks for it.
    pub(crate) fn static_eval(&mut self, state: &BoardState, entry: Option<Entry>) -> i32 {
        match entry {
            Some(entry) => entry.static_eval,
            None if state.in_check() => 0,
            None => evaluate(state, &mut self.pawn_table) + self.random_term(state.key),
        }
    }

    /// Quiet moves that refuted other nodes of this ply.
    pub(crate) fn killers(&self, ply: usize) -> Killers {
        self.frames[ply].killers
    }

    /// Puts a move at the front of the normal search of this ply, while there is room: behind the
    /// table's move where `table_move_first` is set.
    pub(crate) fn try_first(&mut self, ply: usize, m: PackedMove, table_move_first: bool) {
        let frame = &mut self.frames[ply];
        frame.table_move_first = table_move_first;
        // The table's move may take the last place.
        if frame.first_moves.remaining_capacity() > 1 && !frame.first_moves.contains(&m) {
            frame.first_moves.push(m);
        }
    }

    /// Leaves a move out of the searches of this ply, until told to leave out none.
    pub(crate) fn exclude(&mut self, ply: usize, m: PackedMove) {
        self.frames[ply].excluded = m;
    }
}

/// A stored score that decides a node, unless the principal variation would be cut short.
fn table_cutoff(entry: Option<Entry>, node: &Node) -> Option<i32> {
    let entry = entry.filter(|_| !node.is_pv())?;
    entry.cutoff(node.depth, node.alpha, node.beta)
}

/// The static evaluation, or a stored score that is known to be nearer to the truth.
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

/// The score of being mated at this ply.
fn mated(ply: usize) -> i32 {
    ply as i32 - Score::MATE
}
