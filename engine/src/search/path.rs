//! The line from the root to the node being searched, and the draws that the rules find on it.

use shakmaty::Move;

use super::budget::Stopped;
use super::history::{ContinuationKeys, PieceTo};
use super::ordering::{FirstMoves, Killers};
use super::{PLIES, Searcher};
use crate::position::board_state::BoardState;
use crate::position::movegen::legal_moves;
use crate::position::packed_move::PackedMove;
use crate::score::Score;
use crate::tree::node::Node;

/// The search's notes on a ply of the current line.
#[derive(Clone, Debug, Default)]
pub(crate) struct StackEntry {
    /// Quiet moves that refuted other nodes of this ply.
    pub(super) killers: Killers,
    /// The move that led here; none where it was a null move.
    played: PieceTo,
    /// The static evaluation; in check, that of two plies before.
    static_eval: i32,
    /// The move that led here was extended.
    pub(crate) extended: bool,
    /// The move that led here was a null move.
    pub(super) after_null_move: bool,
    /// A move that is left out of the search of this ply.
    pub(super) excluded: PackedMove,
    /// Moves that a shallower search of this node found good.
    pub(super) first_moves: FirstMoves,
    /// The table's move is tried before these.
    pub(super) table_move_first: bool,
}

impl StackEntry {
    /// Puts a move at the front of the normal search of this ply, while there is room: behind the
    /// table's move where `table_move_first` is set.
    pub(super) fn try_first(&mut self, m: PackedMove, table_move_first: bool) {
        self.table_move_first = table_move_first;
        // The table's move may take the last place.
        if self.first_moves.remaining_capacity() > 1 && !self.first_moves.contains(&m) {
            self.first_moves.push(m);
        }
    }
}

impl Searcher {
    /// Records the move that leads the current line to this ply.
    pub(crate) fn enter(
        &mut self,
        ply: usize,
        child: &BoardState,
        played: Option<Move>,
        extended: bool,
    ) {
        self.keys[self.root + ply] = child.key;
        let entry = &mut self.stack[ply];
        entry.played = played.map_or(PieceTo::default(), |m| PieceTo::new(!child.turn, m));
        entry.extended = extended;
        entry.after_null_move = false;
    }

    /// The keys of the two moves before those of this ply.
    pub(super) fn continuation_keys(&self, ply: usize) -> ContinuationKeys {
        let earlier = if ply > 0 { self.stack[ply - 1].played } else { PieceTo::default() };
        [self.stack[ply].played, earlier]
    }

    /// Records the static evaluation of a ply; none in check.
    pub(super) fn note_static_eval(&mut self, ply: usize, static_eval: Option<i32>) {
        let own_last = if ply >= 2 { self.stack[ply - 2].static_eval } else { 0 };
        self.stack[ply].static_eval = static_eval.unwrap_or(own_last);
    }

    /// Whether one of the last `count` moves that led to this ply was extended.
    pub(super) fn was_extended(&self, ply: usize, count: usize) -> bool {
        let first = (ply + 1).saturating_sub(count);
        self.stack[first..=ply].iter().any(|entry| entry.extended)
    }

    /// Whether the side to move stands better, by the static evaluation, than at its last move.
    pub(crate) fn is_improving(&self, ply: usize) -> bool {
        ply >= 2 && self.stack[ply].static_eval > self.stack[ply - 2].static_eval
    }

    /// Counts a node, and returns its score where the rules or the deepest ply decide it.
    pub(super) fn visit(
        &mut self,
        state: &BoardState,
        node: &Node,
    ) -> Result<Option<i32>, Stopped> {
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
            return Ok(Some(self.evaluator.value(state, node.ply)));
        }
        Ok(None)
    }

    /// Whether the game is drawn here: by fifty moves, by material, or by repetition (a second
    /// occurrence within the search, a third one counting the game).
    #[inline(always)]
    pub(crate) fn is_draw(&self, state: &BoardState, ply: usize) -> bool {
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
}

fn is_mate(state: &BoardState) -> bool {
    legal_moves(state).is_empty()
}
