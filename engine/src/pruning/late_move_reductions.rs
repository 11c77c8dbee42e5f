//! Late move reductions: with good move ordering a late quiet move seldom matters, so it is
//! searched to less depth first, and again to full depth if it exceeds alpha after all.
//!
//! Unsound where the reduced search misses what makes a late move good. Never reduced: captures,
//! promotions, moves that give or answer check, and extended moves.
//!
//! Source: Romstad, as Eiriksson (2011) cites it in section 2.4.5. Differs from it: the reduction
//! grows with the logarithms of depth and move number, less on the principal variation and more
//! at expected CUT nodes and where the position does not improve, and a good history reduces it.

use crate::config::Technique;
use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::position::movegen::is_tactical;
use crate::search::Searcher;
use crate::search::move_loop::Step;
use crate::search::node::{Node, NodeType};

parameters! {
    /// Parameters of late move reductions.
    LateMoveReductions {
        /// Moves searched to full depth before the first is reduced.
        full_depth_moves: i32 = 2, in 1..=64;
        /// The least depth at which a move is reduced, in plies.
        min_depth: i32 = 3, in 2..=20;
        /// Constant part of the reduction, in hundredths of a ply.
        base: i32 = 60, in 0..=300;
        /// What ln(depth) times ln(move number) is divided by, in hundredths.
        divisor: i32 = 230, in 50..=1000;
        /// A ply more where the side to move stands no better than at its last move.
        improving: bool = true;
        /// History score that is worth a ply.
        history: i32 = 8192, in 256..=32768;
    }
}

const DEPTHS: usize = 64;
const MOVES: usize = 64;

/// Reductions by depth and move number, computed once.
#[derive(Debug)]
pub(crate) struct Reductions(Box<[[i32; MOVES]]>);

impl Reductions {
    pub(crate) fn new(parameters: Option<LateMoveReductions>) -> Reductions {
        let mut table = vec![[0; MOVES]; DEPTHS].into_boxed_slice();
        if let Some(LateMoveReductions { base, divisor, .. }) = parameters {
            for (depth, row) in table.iter_mut().enumerate().skip(1) {
                for (count, reduction) in row.iter_mut().enumerate().skip(1) {
                    let product = (depth as f64).ln() * (count as f64).ln();
                    *reduction =
                        (f64::from(base) / 100.0 + product * 100.0 / f64::from(divisor)) as i32;
                }
            }
        }
        Reductions(table)
    }

    fn at(&self, depth: i32, move_count: usize) -> i32 {
        self.0[(depth as usize).min(DEPTHS - 1)][move_count.min(MOVES - 1)]
    }
}

impl Searcher {
    /// Plies by which to reduce a move that is not the first; at least one ply is left.
    pub(crate) fn reduction(
        &self,
        state: &BoardState,
        child: &BoardState,
        node: &Node,
        step: &Step,
    ) -> i32 {
        let Some(parameters) = &self.config.late_move_reductions else { return 0 };
        let late = step.move_count as i32 > parameters.full_depth_moves;
        let quiet = !is_tactical(step.m) && !state.in_check() && !child.in_check();
        if !late || !quiet || node.depth < parameters.min_depth {
            return 0;
        }
        let by_type = match node.kind {
            NodeType::Pv => -1,
            NodeType::Cut => 1,
            NodeType::All => 0,
        };
        let before = self.before(node.ply);
        let by_history = self.history.quiet(state.turn, step.m, before) / parameters.history;
        let by_trend = i32::from(parameters.improving && !self.is_improving(node.ply));
        let reduction =
            self.reductions.at(node.depth, step.move_count) + by_type + by_trend - by_history;
        reduction.clamp(0, node.depth - 2)
    }

    /// Counts a reduced move; it saved a search unless it exceeded alpha.
    pub(crate) fn note_reduction(&mut self, exceeded_alpha: bool) {
        let count = &mut self.counters[Technique::LateMoveReductions];
        count.tried += 1;
        count.cut += u64::from(!exceeded_alpha);
    }
}
