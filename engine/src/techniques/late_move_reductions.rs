//! Late move reductions: with good move ordering a late quiet move seldom matters, so it is
//! searched to less depth first, and again to full depth if it exceeds alpha after all.
//!
//! Unsound where the reduced search misses the merit of a late move. Never reduced: moves that
//! give check, and extended moves.
//!
//! Source: Romstad, as Eiriksson (2011) cites it in section 2.4.5, where captures, promotions and
//! answers to checks are spared too. Differs from it: these are reduced as the parameters say, and
//! the reduction grows with the logarithms of depth and move number, less on the principal
//! variation and more at expected CUT nodes and where the position does not improve, and a good
//! history reduces it.

use crate::parameters::parameters;
use crate::position::movegen::is_tactical;
use crate::tree::moves::MoveContext;
use crate::tree::node::{Node, NodeType};

parameters! {
    /// Search late moves to less depth first.
    LateMoveReductions from "Romstad; Eiriksson, section 2.4.5; today's engines" {
        /// Moves searched to full depth before the first is reduced.
        full_depth_moves: i32 = 2, in 1..=64;
        /// The least depth at which a move is reduced, in plies.
        min_depth: i32 = 3, in 2..=20;
        /// Constant part of the reduction, in hundredths of a ply.
        base: i32 = 60, in 0..=300;
        /// The divisor of ln(depth) times ln(move number), in hundredths.
        divisor: i32 = 230, in 50..=1000;
        /// A ply more where the side to move stands no better than at its last move.
        improving: bool = true;
        /// History score that is worth a ply.
        history: i32 = 8192, in 256..=32768;
        /// Captures and promotions are reduced by this part of a quiet move's reduction, in hundredths;
        /// 0 for not at all.
        tactical: i32 = 0, in 0..=100;
        /// Moves that answer a check are reduced too.
        evasions: bool = true;
    }
}

const DEPTHS: usize = 64;
const MOVES: usize = 64;

/// The rule, with its reductions by depth and move number in hundredths of a ply, computed once.
#[derive(Clone, Debug)]
pub(crate) struct Reductions {
    parameters: Option<LateMoveReductions>,
    by_place: Box<[[i32; MOVES]]>,
}

impl Reductions {
    pub(crate) fn new(parameters: Option<LateMoveReductions>) -> Reductions {
        let mut by_place = vec![[0; MOVES]; DEPTHS].into_boxed_slice();
        if let Some(LateMoveReductions { base, divisor, .. }) = parameters {
            for (depth, row) in by_place.iter_mut().enumerate().skip(1) {
                for (count, reduction) in row.iter_mut().enumerate().skip(1) {
                    // Of a library: the logarithms of systems differ in their last bits.
                    let product = libm::log(depth as f64) * libm::log(count as f64);
                    *reduction = base + (product * 10_000.0 / f64::from(divisor)) as i32;
                }
            }
        }
        Reductions { parameters, by_place }
    }

    /// Hundredths of a ply by which every late move of a node is reduced, whichever it is.
    pub(crate) fn of_node(&self, kind: NodeType, improving: bool) -> i32 {
        let Some(parameters) = &self.parameters else { return 0 };
        let by_type = match kind {
            NodeType::Pv => -100,
            NodeType::Cut => 100,
            NodeType::All => 0,
        };
        by_type + if parameters.improving && !improving { 100 } else { 0 }
    }

    /// Plies by which to reduce a move that is not the first; at least one ply is left.
    #[inline(always)]
    pub(crate) fn of_move(
        &self,
        node: &Node,
        step: &MoveContext,
        in_check: bool,
        gives_check: bool,
    ) -> i32 {
        let Some(parameters) = &self.parameters else { return 0 };
        let late = step.move_count as i32 > parameters.full_depth_moves;
        let spared = gives_check
            || (in_check && !parameters.evasions)
            || (is_tactical(step.m) && parameters.tactical == 0);
        if !late || spared || node.depth < parameters.min_depth {
            return 0;
        }
        let share = if is_tactical(step.m) { parameters.tactical } else { 100 };
        (self.if_late(node.depth, step) * share / 100).min(node.depth - 2)
    }

    /// Plies by which a move of this place and history is reduced, if it is late; not negative.
    #[inline]
    pub(crate) fn if_late(&self, depth: i32, step: &MoveContext) -> i32 {
        let Some(parameters) = &self.parameters else { return 0 };
        let by_history = 100 * step.history / parameters.history;
        let row = &self.by_place[(depth as usize).min(DEPTHS - 1)];
        let by_place = row[step.move_count.min(MOVES - 1)];
        ((by_place + step.reduction_of_node - by_history) / 100).clamp(0, depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A digest (FNV-1a) of all entries of the table with this divisor.
    fn digest(divisor: i32) -> u32 {
        let parameters = LateMoveReductions { divisor, ..LateMoveReductions::default() };
        let reductions = Reductions::new(Some(parameters));
        reductions.by_place.iter().flatten().fold(0x811c_9dc5, |digest, entry| {
            (digest ^ entry.cast_unsigned()).wrapping_mul(0x0100_0193)
        })
    }

    #[test]
    fn the_table_is_the_same_on_every_system() {
        assert_eq!([digest(230), digest(231)], [4_076_837_245, 3_402_946_109]);
    }
}
