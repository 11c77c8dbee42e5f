//! Quiescence search: captures are played out before a position is evaluated.
//!
//! Beal (1990) as the papers cite it. The side to move may stand pat on the static evaluation;
//! captures that lose material by static exchange evaluation are not tried. In check there is no
//! standing pat, and every move is tried.

use super::ordering::{Killers, MovePicker};
use super::{Searcher, Stopped, mated, table_cutoff};
use crate::position::board_state::BoardState;
use crate::position::packed_move::PackedMove;
use crate::score::Score;
use crate::techniques::delta_pruning::DeltaPruning;
use crate::techniques::quiescence_entries::QuiescenceEntries;
use crate::tree::moves::Best;
use crate::tree::node::Node;

impl Searcher {
    /// The score of a node at the horizon, from the view of its side to move.
    pub(super) fn quiescence(&mut self, state: &BoardState, node: Node) -> Result<i32, Stopped> {
        self.play_out(state, node, true)
    }

    fn play_out(
        &mut self,
        state: &BoardState,
        node: Node,
        is_horizon: bool,
    ) -> Result<i32, Stopped> {
        if let Some(score) = self.visit(state, &node)? {
            return Ok(score);
        }
        let node = Node { depth: 0, ..node };
        let uses_table = !self.succeeds(|rule: &QuiescenceEntries| rule.leaves_out(is_horizon));
        let entry = self.table.probe(state.key, node.ply).filter(|_| uses_table);
        if let Some(score) = table_cutoff(entry, &node) {
            return Ok(score);
        }
        let uncorrected = self.static_eval(state, node.ply, entry);
        let static_eval = self.corrections.corrected(state, uncorrected);
        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.best);
        let mut best = Best::new(-Score::INFINITE);
        let mut window = node;
        let mut picker = if state.in_check() {
            best.score = mated(node.ply);
            MovePicker::all(state, table_move, Killers::default(), self.continuation_keys(node.ply))
        } else {
            best.score = static_eval;
            window.alpha = window.alpha.max(static_eval);
            MovePicker::winning(state, table_move)
        };
        while best.score < node.beta {
            let Some(m) = picker.next(&self.history) else { break };
            if !state.in_check()
                && let Some(bound) =
                    self.ask(|rule: &DeltaPruning| rule.bound(m, static_eval, window.alpha))
            {
                best.score = best.score.max(bound);
                continue;
            }
            self.table.prefetch(state.key_after(m));
            let child = state.after(m);
            self.enter(node.ply + 1, &child, Some(m), false);
            let score = -self.play_out(&child, window.first_child(0), false)?;
            if score > best.score {
                best.score = score;
                if score > window.alpha {
                    window.alpha = score;
                    best.m = PackedMove::new(m);
                    self.note_improvement(&node, m, score);
                }
            }
        }
        best.score = self.held(&node, best.score);
        if uses_table {
            self.store(state, &node, best, uncorrected);
        }
        Ok(best.score)
    }
}
