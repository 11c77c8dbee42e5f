//! Delta pruning: in quiescence, a capture is not tried if what it takes, and a margin besides,
//! would not lift the static evaluation over alpha.
//!
//! It is to quiescence what futility pruning is to frontier nodes. Unsound where the position after
//! the capture is worth more than the margin, and in endings where a last pawn decides.
//!
//! Source: as today's engines use it; no paper of its own.

use shakmaty::{Move, Role};

use crate::config::Technique;
use crate::parameters::parameters;
use crate::search::Searcher;
use crate::search::static_exchange::EXCHANGE_VALUE;

parameters! {
    /// Parameters of delta pruning.
    DeltaPruning {
        /// What a capture is trusted to gain at most besides its victim, in centipawns.
        margin: i32 = 220, in 0..=5000;
    }
}

impl Searcher {
    /// The score that a capture is trusted not to exceed, if that is not above alpha.
    pub(crate) fn delta_bound(&mut self, m: Move, static_eval: i32, alpha: i32) -> Option<i32> {
        let parameters = self.config.delta_pruning?;
        if m.promotion().is_some() {
            return None;
        }
        let victim = m.capture().map_or(0, |role: Role| EXCHANGE_VALUE[role as usize]);
        let bound = static_eval + victim + parameters.margin;
        let prunes = bound <= alpha;
        self.counters[Technique::DeltaPruning].note(prunes);
        prunes.then_some(bound)
    }
}
