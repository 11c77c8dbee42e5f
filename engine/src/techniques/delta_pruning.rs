//! Delta pruning: in quiescence, a capture is not tried if its gain and a margin
//! would not lift the static evaluation over alpha.
//!
//! It is the futility pruning of quiescence. Unsound where the position after
//! the capture is worth more than the margin, and in endings where a last pawn decides.
//!
//! Source: today's engines; no paper.

use shakmaty::Move;

use crate::parameters::parameters;
use crate::position::static_exchange::EXCHANGE_VALUE;
use crate::techniques::Decision;

parameters! {
    /// In quiescence, skip captures that cannot reach alpha.
    DeltaPruning from "today's engines" {
        /// The most that a capture is trusted to gain besides its victim, in centipawns.
        margin: i32 = 220, in 0..=5000;
    }
}

impl DeltaPruning {
    /// The score that a capture is trusted not to exceed, if that is not above alpha.
    #[inline]
    pub(crate) fn bound(&self, m: Move, static_eval: i32, alpha: i32) -> Decision<i32> {
        if m.promotion().is_some() {
            return Decision::NotTried;
        }
        let victim = m.capture().map_or(0, |role| EXCHANGE_VALUE[role as usize]);
        let bound = static_eval + victim + self.margin;
        Decision::tried(bound <= alpha, bound)
    }
}
