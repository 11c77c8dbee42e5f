//! Exchange pruning: near the horizon, moves that lose material by static exchange evaluation are
//! not searched: captures beyond a margin that grows with the square of the depth, quiet moves
//! beyond one that grows with the depth.
//!
//! Unsound for sacrifices that pay off beyond the margin.
//!
//! Source: today's engines; no paper.

use shakmaty::Move;

use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::position::movegen::is_tactical;
use crate::position::static_exchange::see_ge;
use crate::techniques::Decision;

parameters! {
    /// Near the horizon, skip moves that lose material by static exchange evaluation.
    ExchangePruning from "today's engines" {
        /// The greatest depth at which it is tried, in plies.
        max_depth: i32 = 7, in 1..=20;
        /// Loss allowed to a capture, in centipawns for each ply of depth squared.
        capture_margin: i32 = 18, in 0..=1000;
        /// Loss allowed to a quiet move, in centipawns for each ply of depth.
        quiet_margin: i32 = 72, in 0..=1000;
    }
}

impl ExchangePruning {
    /// Whether a move loses too much material to be searched to this depth.
    #[inline]
    pub(crate) fn prunes(&self, state: &BoardState, m: Move, depth: i32) -> Decision {
        if depth > self.max_depth {
            return Decision::NotTried;
        }
        Decision::tried(!see_ge(state, m, -self.allowed_loss(m, depth)), ())
    }

    /// The loss that is allowed to a move, in centipawns.
    #[inline]
    pub(crate) fn allowed_loss(&self, m: Move, depth: i32) -> i32 {
        if is_tactical(m) { self.capture_margin * depth * depth } else { self.quiet_margin * depth }
    }
}
