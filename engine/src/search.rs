//! The search: principal variation search with explicit expected node types.
//!
//! [`Searcher::search`] is the table of contents: what is asked of a node, in order. Each
//! technique that may answer early lives in its own file under [`crate::pruning`]; the guards
//! that all of them share stand here.

pub mod aspiration;
pub(crate) mod budget;
pub mod check_extension;
pub(crate) mod history;
pub(crate) mod node;
pub(crate) mod ordering;
pub(crate) mod principal_variation;
mod quiescence;
pub(crate) mod static_exchange;
pub(crate) mod transposition_table;

#[cfg(test)]
mod exactness;

use arrayvec::ArrayVec;
use shakmaty::Move;

use crate::config::SearchConfig;
use crate::counters::Counters;
use crate::evaluate::{PawnTable, evaluate};
use crate::position::Position;
use crate::position::board_state::BoardState;
use crate::position::movegen::is_tactical;
use crate::position::packed_move::PackedMove;
use crate::pruning::late_move_reductions::Reductions;
use crate::score::Score;
use budget::{Budget, Stopped};
use history::History;
use node::Node;
use ordering::{Killers, MovePicker};
use principal_variation::PrincipalVariation;
use transposition_table::{Bound, Entry, TranspositionTable};

/// Plies the search can hold, one more than it visits.
const PLIES: usize = Score::MAX_PLY as usize + 1;

/// Quiet moves remembered at a node, to be debited when a later one cuts off.
const TRIED_QUIET: usize = 64;

/// What the search keeps for each ply of the current line.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    killers: Killers,
    /// The move that led here was extended.
    pub(crate) extended: bool,
    /// The move that led here was a null move.
    pub(crate) after_null_move: bool,
}

/// A search configuration with everything it works on.
#[derive(Debug)]
pub(crate) struct Searcher {
    pub(crate) config: SearchConfig,
    pub(crate) reductions: Reductions,
    pub(crate) table: TranspositionTable,
    pub(crate) history: History,
    pub(crate) pawn_table: PawnTable,
    pub(crate) frames: Box<[Frame]>,
    /// Keys of the game so far, then of the current line; the root's is at `root`.
    keys: Vec<u64>,
    root: usize,
    pub(crate) budget: Budget,
    pub(crate) counters: Counters,
    pub(crate) selective_depth: usize,
    /// Nominal depth of the iteration under way.
    pub(crate) iteration: i32,
    pub(crate) line: PrincipalVariation,
    /// The best root move of the iteration under way and its score, once there is one.
    pub(crate) root_best: Option<(Move, i32)>,
}

impl Searcher {
    pub(crate) fn new(config: SearchConfig, hash_mebibytes: usize) -> Searcher {
        Searcher {
            config,
            reductions: Reductions::new(config.late_move_reductions),
            table: TranspositionTable::new(hash_mebibytes),
            history: History::new(),
            pawn_table: PawnTable::new(),
            frames: vec![Frame::default(); PLIES].into_boxed_slice(),
            keys: Vec::with_capacity(1024),
            root: 0,
            budget: Budget::default(),
            counters: Counters::default(),
            selective_depth: 0,
            iteration: 0,
            line: PrincipalVariation::new(PLIES),
            root_best: None,
        }
    }

    pub(crate) fn new_game(&mut self) {
        self.table.new_game();
        self.history.clear();
    }

    /// Makes ready for a search of this position.
    pub(crate) fn begin(&mut self, position: &Position, budget: Budget) {
        self.table.new_search();
        self.history.age();
        self.frames.fill(Frame::default());
        self.keys.clear();
        self.keys.extend_from_slice(&position.past);
        self.root = self.keys.len();
        self.keys.resize(self.root + PLIES, 0);
        self.budget = budget;
        self.counters = Counters::default();
        self.selective_depth = 0;
        self.line.clear(0);
        self.root_best = None;
    }

    /// The score of a node, from the view of its side to move. Fail-soft: it may lie outside
    /// the window, and is then a bound.
    pub(crate) fn search(&mut self, state: &BoardState, node: Node) -> Result<i32, Stopped> {
        debug_assert!(node.alpha < node.beta && (node.is_pv() || node.alpha == node.beta - 1));
        if node.depth <= 0 {
            return self.quiescence(state, node);
        }
        if let Some(score) = self.visit(state, &node)? {
            return Ok(score);
        }
        let entry = self.table.probe(state.key, node.ply);
        if let Some(score) = table_cutoff(entry, &node) {
            return Ok(score);
        }
        let static_eval = self.static_eval(state, entry);
        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.best);
        let may_prune = !node.is_pv() && !state.in_check() && node.beta_is_no_mate();
        if may_prune {
            if let Some(score) = self.null_move(state, &node, static_eval)? {
                return Ok(score);
            }
            if let Some(score) = self.multi_cut(state, &node, table_move)? {
                return Ok(score);
            }
        }
        self.search_moves(state, node, table_move, static_eval)
    }

    /// Searches the moves of a node in order until one refutes it.
    fn search_moves(
        &mut self,
        state: &BoardState,
        node: Node,
        table_move: PackedMove,
        static_eval: i32,
    ) -> Result<i32, Stopped> {
        let mut picker = MovePicker::all(state, table_move, self.killers(node.ply));
        let mut best = Best { score: -Score::INFINITE, m: PackedMove::NONE };
        let mut window = node;
        let mut move_count = 0;
        let mut tried_quiet = ArrayVec::<Move, TRIED_QUIET>::new();
        while let Some(m) = picker.next(&self.history) {
            move_count += 1;
            let score = self.search_move(state, &window, m, move_count)?;
            if score > best.score {
                best.score = score;
                if score > window.alpha {
                    best.m = PackedMove::new(m);
                    self.note_improvement(&window, m, score);
                    if score >= node.beta {
                        self.note_cutoff(state, &node, m, &tried_quiet);
                        break;
                    }
                    window.alpha = score;
                }
            }
            if !is_tactical(m) {
                let _ = tried_quiet.try_push(m);
            }
        }
        if move_count == 0 {
            return Ok(if state.in_check() { mated(node.ply) } else { Score::DRAW });
        }
        self.store(state, &node, best, static_eval);
        Ok(best.score)
    }

    /// Searches one move: with the whole window if it is the first, else with a null window,
    /// reduced if it is late, and again where that was not enough.
    fn search_move(
        &mut self,
        state: &BoardState,
        node: &Node,
        m: Move,
        move_count: usize,
    ) -> Result<i32, Stopped> {
        let child = state.after(m);
        self.table.prefetch(child.key);
        let extension = self.check_extension(&child, node);
        let depth = node.depth - 1 + extension;
        self.enter(node.ply + 1, &child, extension > 0);
        if node.is_pv() {
            self.line.clear(node.ply + 1);
        }
        if move_count == 1 {
            return Ok(-self.search(&child, node.first_child(depth))?);
        }
        let reduction =
            if extension > 0 { 0 } else { self.reduction(state, &child, node, m, move_count) };
        let mut score = -self.search(&child, node.later_child(depth - reduction))?;
        if reduction > 0 {
            self.note_reduction(score > node.alpha);
            if score > node.alpha {
                score = -self.search(&child, node.later_child(depth))?;
            }
        }
        if node.is_pv() && score > node.alpha && score < node.beta {
            score = -self.search(&child, node.first_child(depth))?;
        }
        Ok(score)
    }

    /// Writes down how the current line goes on.
    pub(crate) fn enter(&mut self, ply: usize, child: &BoardState, extended: bool) {
        self.keys[self.root + ply] = child.key;
        let frame = &mut self.frames[ply];
        frame.extended = extended;
        frame.after_null_move = false;
    }

    /// Counts a node and answers it where the rules or the search's limits do.
    fn visit(&mut self, state: &BoardState, node: &Node) -> Result<Option<i32>, Stopped> {
        self.budget.visit()?;
        self.selective_depth = self.selective_depth.max(node.ply);
        if node.is_pv() {
            self.line.clear(node.ply);
        }
        if node.ply == 0 {
            self.keys[self.root] = state.key;
            return Ok(None);
        }
        if self.is_draw(state, node.ply) {
            return Ok(Some(Score::DRAW));
        }
        if node.ply + 1 >= PLIES {
            return Ok(Some(evaluate(state, &mut self.pawn_table)));
        }
        Ok(None)
    }

    /// Whether the game is drawn here: by fifty moves, by material, or by repetition (a second
    /// occurrence within the search, a third one counting the game).
    fn is_draw(&self, state: &BoardState, ply: usize) -> bool {
        if state.halfmoves >= 100 && !(state.in_check() && is_mate(state)) {
            return true;
        }
        state.is_insufficient_material() || self.is_repetition(state, ply)
    }

    fn is_repetition(&self, state: &BoardState, ply: usize) -> bool {
        let now = self.root + ply;
        let oldest = now.saturating_sub(state.reversible as usize);
        let mut earlier_in_game = 0;
        let mut at = now;
        while at >= oldest + 2 {
            at -= 2;
            if self.keys[at] == state.key {
                earlier_in_game += 1;
                if at >= self.root || earlier_in_game == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// The static evaluation, from the table where it is known. In check it means nothing.
    fn static_eval(&mut self, state: &BoardState, entry: Option<Entry>) -> i32 {
        match entry {
            Some(entry) => entry.static_eval,
            None => evaluate(state, &mut self.pawn_table),
        }
    }

    /// Quiet moves that refuted other nodes of this ply.
    pub(crate) fn killers(&self, ply: usize) -> Killers {
        self.frames[ply].killers
    }

    fn note_improvement(&mut self, node: &Node, m: Move, score: i32) {
        if node.ply == 0 {
            self.root_best = Some((m, score));
        }
        if node.is_pv() {
            self.line.extend(node.ply, PackedMove::new(m));
        }
    }

    fn note_cutoff(&mut self, state: &BoardState, node: &Node, m: Move, tried_quiet: &[Move]) {
        if is_tactical(m) {
            return;
        }
        let killers = &mut self.frames[node.ply].killers;
        let m_packed = PackedMove::new(m);
        if killers[0] != m_packed {
            *killers = [m_packed, killers[0]];
        }
        self.history.reward(state.turn, m, tried_quiet, node.depth);
    }

    fn store(&mut self, state: &BoardState, node: &Node, best: Best, static_eval: i32) {
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

/// The best of the moves searched so far; the move only if it exceeded alpha.
#[derive(Clone, Copy)]
struct Best {
    score: i32,
    m: PackedMove,
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

fn is_mate(state: &BoardState) -> bool {
    crate::position::movegen::legal_moves(state).is_empty()
}
