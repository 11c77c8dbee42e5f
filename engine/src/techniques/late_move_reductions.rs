//! Late move reductions: with good move ordering a late quiet move seldom matters, so it is
//! searched to less depth first, and again to full depth if it exceeds alpha after all.
//!
//! Unsound where the reduced search misses what makes a late move good. Never reduced: moves that
//! give check, and extended moves.
//!
//! Source: Romstad, as Eiriksson (2011) cites it in section 2.4.5, where captures, promotions and
//! answers to checks are spared too. Differs from it: these are reduced as the parameters say, and
//! the reduction grows with the logarithms of depth and move number, less on the principal
//! variation and more at expected CUT nodes and where the position does not improve, and a good
//! history reduces it.

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
        /// Captures and promotions are reduced by this part of what a quiet move is, in hundredths;
        /// 0 for not at all.
        tactical: i32 = 0, in 0..=100;
        /// Moves that answer a check are reduced too.
        evasions: bool = true;
    }
}

const DEPTHS: usize = 64;
const MOVES: usize = 64;

/// Reductions by depth and move number in hundredths of a ply, computed once.
#[derive(Debug)]
pub(crate) struct Reductions(Box<[[i32; MOVES]]>);

impl Reductions {
    pub(crate) fn new(parameters: Option<LateMoveReductions>) -> Reductions {
        let mut table = vec![[0; MOVES]; DEPTHS].into_boxed_slice();
        if let Some(LateMoveReductions { base, divisor, .. }) = parameters {
            for (depth, row) in table.iter_mut().enumerate().skip(1) {
                for (count, reduction) in row.iter_mut().enumerate().skip(1) {
                    let product = (depth as f64).ln() * (count as f64).ln();
                    *reduction = base + (product * 10_000.0 / f64::from(divisor)) as i32;
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
    /// Hundredths of a ply by which every late move of a node is reduced, whichever it is.
    pub(crate) fn reduction_of_node(&self, node: &Node) -> i32 {
        let Some(parameters) = &self.config.late_move_reductions else { return 0 };
        let by_type = match node.kind {
            NodeType::Pv => -100,
            NodeType::Cut => 100,
            NodeType::All => 0,
        };
        let by_trend = if parameters.improving && !self.is_improving(node.ply) { 100 } else { 0 };
        by_type + by_trend
    }

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
        let spared = child.in_check()
            || (state.in_check() && !parameters.evasions)
            || (is_tactical(step.m) && parameters.tactical == 0);
        if !late || spared || node.depth < parameters.min_depth {
            return 0;
        }
        let reduction = self.late_reduction(node, step);
        let share = if is_tactical(step.m) { parameters.tactical } else { 100 };
        (reduction * share / 100).min(node.depth - 2)
    }

    /// Plies by which a move of this place and history is reduced, if it is late; not negative.
    pub(crate) fn late_reduction(&self, node: &Node, step: &Step) -> i32 {
        let Some(parameters) = &self.config.late_move_reductions else { return 0 };
        let by_history = 100 * step.history / parameters.history;
        let by_place = self.reductions.at(node.depth, step.move_count);
        ((by_place + step.reduction_of_node - by_history) / 100).clamp(0, node.depth)
    }

    /// Counts a reduced move; it saved a search unless it exceeded alpha.
    pub(crate) fn note_reduction(&mut self, exceeded_alpha: bool) {
        let count = &mut self.counters[Technique::LateMoveReductions];
        count.tried += 1;
        count.cut += u64::from(!exceeded_alpha);
    }
}
