//! Multi-cut, the original: where several moves look good enough, one of them will be.
//!
//! At an expected CUT node the first M moves are searched to a reduced depth; as soon as C of
//! them reach beta, the node is pruned with the value beta. One such move may owe its score to
//! the reduced depth, hardly all of them.
//!
//! Unsound where the cutoffs share a cause that a deeper search refutes (one tactic that the
//! reduced search does not see), and where few moves are any good: it is not tried near the
//! horizon, in check, in the endgame, nor where one of the last three moves was extended.
//!
//! Source: Bjornsson and Marsland, "Risk Management in Game-Tree Pruning", section 5 and figure 4.
//! Differs from it: it does not say where the endgame begins; here it is at a third of the pieces
//! (`ENDGAME_PHASE`). Eiriksson's Algorithm 1 is the same without the guards and from depth R on:
//! [enhanced multi-cut](super::enhanced_multi_cut) with `applies = "cut"` and its enhancements off.

use shakmaty::{Bitboard, Move};

use crate::config::Technique;
use crate::evaluate::piece_square::FULL_PHASE;
use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::position::packed_move::{PackedMove, origin};
use crate::score::Score;
use crate::search::Searcher;
use crate::search::budget::Stopped;
use crate::search::node::{Node, NodeType};
use crate::search::ordering::MovePicker;

parameters! {
    /// Parameters of multi-cut.
    MultiCut {
        /// C: cutoffs needed for a prune.
        cutoffs: i32 = 3, in 1..=64;
        /// M: moves searched at most.
        moves: i32 = 10, in 1..=256;
        /// R: each move's child is searched to depth - 1 - R, in plies; tried at depths above R.
        reduction: i32 = 2, in 1..=10;
    }
}

/// From this phase down a position is an endgame: two rooks each, or less.
const ENDGAME_PHASE: i32 = FULL_PHASE / 3;

/// Moves before the node that must not have been extended.
const UNEXTENDED_MOVES: usize = 3;

impl MultiCut {
    /// Whether to try a prune at this node, which is not in check.
    fn applies(&self, state: &BoardState, node: &Node) -> bool {
        node.kind == NodeType::Cut && node.depth > self.reduction && state.phase > ENDGAME_PHASE
    }
}

/// What the variants of multi-cut differ in.
pub(super) struct Rule {
    pub(super) technique: Technique,
    /// C: cutoffs needed.
    pub(super) cutoffs: i32,
    /// M: moves searched at most.
    pub(super) moves: i32,
    /// R: plies by which they are reduced.
    pub(super) reduction: i32,
    /// A piece that has caused a cutoff is not tried again.
    pub(super) independent_pieces: bool,
    /// A proven win prunes by itself, with its own value.
    pub(super) winning_value: bool,
    /// A score this far above beta prunes by itself.
    pub(super) delta: Option<i32>,
    /// The moves that reached beta go first in the normal search.
    pub(super) reorder: bool,
    /// But for the table's move.
    pub(super) table_move_first: bool,
}

impl Searcher {
    /// The value beta, if enough moves of an expected CUT node reach it at reduced depth.
    pub(crate) fn multi_cut(
        &mut self,
        state: &BoardState,
        node: &Node,
        table_move: PackedMove,
    ) -> Result<Option<i32>, Stopped> {
        let Some(multi_cut) = self.config.multi_cut else { return Ok(None) };
        if !multi_cut.applies(state, node) || self.was_extended(node.ply, UNEXTENDED_MOVES) {
            return Ok(None);
        }
        let rule = Rule {
            technique: Technique::MultiCut,
            cutoffs: multi_cut.cutoffs,
            moves: multi_cut.moves,
            reduction: multi_cut.reduction,
            independent_pieces: false,
            winning_value: false,
            delta: None,
            reorder: false,
            table_move_first: false,
        };
        self.attempt_multi_cut(state, node, table_move, &rule)
    }

    /// The score that prunes the node, if the attempt succeeds.
    pub(super) fn attempt_multi_cut(
        &mut self,
        state: &BoardState,
        node: &Node,
        table_move: PackedMove,
        rule: &Rule,
    ) -> Result<Option<i32>, Stopped> {
        let counted = self.begin_attempt(rule.technique);
        let score = self.count_cutoffs(state, node, table_move, rule)?;
        self.end_attempt(&counted, score.is_some());
        Ok(score)
    }

    fn count_cutoffs(
        &mut self,
        state: &BoardState,
        node: &Node,
        table_move: PackedMove,
        rule: &Rule,
    ) -> Result<Option<i32>, Stopped> {
        let depth = node.depth - 1 - rule.reduction;
        let before = self.before(node.ply);
        let mut picker = MovePicker::all(state, table_move, self.killers(node.ply), before);
        let mut spent_pieces = Bitboard::EMPTY;
        let mut cutoffs = 0;
        for _ in 0..rule.moves {
            let Some(m) = picker.next(&self.history) else { break };
            if spent_pieces.contains(origin(m)) {
                continue;
            }
            let score = self.search_reduced(state, node, m, depth)?;
            if score < node.beta {
                continue;
            }
            cutoffs += 1;
            if rule.winning_value && score >= Score::MATE_BOUND {
                return Ok(Some(score));
            }
            let far_above = rule.delta.is_some_and(|delta| score > node.beta + delta);
            if cutoffs == rule.cutoffs || far_above {
                return Ok(Some(node.beta));
            }
            if rule.independent_pieces {
                spent_pieces.add(origin(m));
            }
            if rule.reorder {
                self.try_first(node.ply, PackedMove::new(m), rule.table_move_first);
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
        // The extension stands at the top of figure 4's search, so it applies here too.
        let extension = self.check_extension(&child, node);
        self.enter(node.ply + 1, &child, Some(m), extension > 0);
        Ok(-self.search(&child, node.first_child(depth + extension))?)
    }

    /// Whether one of the last `count` moves that led to this ply was extended.
    fn was_extended(&self, ply: usize, count: usize) -> bool {
        let first = (ply + 1).saturating_sub(count);
        self.frames[first..=ply].iter().any(|frame| frame.extended)
    }
}
