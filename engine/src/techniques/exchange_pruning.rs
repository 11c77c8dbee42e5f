//! Exchange pruning: near the horizon, moves that lose material by static exchange evaluation are
//! not searched: captures beyond a margin that grows with the square of the depth, quiet moves
//! beyond one that grows with the depth.
//!
//! Unsound for sacrifices that pay off beyond the margin.
//!
//! Source: static exchange pruning, as today's engines use it; no paper of its own.

use shakmaty::Move;

use crate::config::Technique;
use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::position::movegen::is_tactical;
use crate::search::Searcher;
use crate::search::static_exchange::exchange_gains;

parameters! {
    /// Parameters of exchange pruning.
    ExchangePruning {
        /// The greatest depth at which it is tried, in plies.
        max_depth: i32 = 7, in 1..=20;
        /// Loss allowed to a capture, in centipawns for each ply of depth squared.
        capture_margin: i32 = 18, in 0..=1000;
        /// Loss allowed to a quiet move, in centipawns for each ply of depth.
        quiet_margin: i32 = 72, in 0..=1000;
    }
}

impl Searcher {
    /// Whether a move loses too much material to be searched to this depth.
    pub(crate) fn prunes_exchange(&mut self, state: &BoardState, m: Move, depth: i32) -> bool {
        let Some(parameters) = self.config.exchange_pruning else { return false };
        if depth > parameters.max_depth {
            return false;
        }
        let allowed_loss = if is_tactical(m) {
            parameters.capture_margin * depth * depth
        } else {
            parameters.quiet_margin * depth
        };
        let prunes = !exchange_gains(state, m, -allowed_loss);
        self.counters[Technique::ExchangePruning].note(prunes);
        prunes
    }
}
