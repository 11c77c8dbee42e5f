//! Correction history: how far the static evaluation was off, on the average, in positions with the
//! same pawns; what the search uses is the evaluation so corrected.
//!
//! The evaluation errs in the same direction in positions that share a structure. Whatever a search
//! found of one is a hint for the others of the same game.
//!
//! Unsound as the evaluation is: it moves the margins of every technique that trusts it.
//!
//! Source: as today's engines use it; no paper of its own.

use shakmaty::Color;

use crate::config::Technique;
use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::move_loop::{Best, Plan};
use crate::search::node::Node;

parameters! {
    /// Parameters of correction history.
    CorrectionHistory {
        /// The largest correction, in centipawns.
        limit: i32 = 50, in 1..=500;
        /// How much a search of depth 0 counts against what is known, in 256ths; each ply adds as much.
        weight: i32 = 2, in 1..=16;
    }
}

const ENTRIES: usize = 1 << 14;
/// Errors are kept in these parts of a centipawn.
const PARTS: i32 = 64;
/// The most that one search counts, in 256ths.
const MOST: i32 = 32;

/// Errors by side to move and pawns.
#[derive(Debug)]
pub(crate) struct Corrections {
    errors: Box<[i16]>,
    is_empty: bool,
    /// Nothing is learned: for tests of what follows from the same corrections.
    #[cfg(test)]
    pub(crate) is_frozen: bool,
}

impl Corrections {
    pub(crate) fn new() -> Corrections {
        Corrections {
            errors: vec![0; 2 * ENTRIES].into_boxed_slice(),
            is_empty: true,
            #[cfg(test)]
            is_frozen: false,
        }
    }

    /// Errors of up to this many centipawns, another one for each kind of position, for good.
    #[cfg(test)]
    pub(crate) fn arbitrary(limit: i32) -> Corrections {
        let mut corrections = Corrections { is_frozen: true, ..Corrections::new() };
        for (i, error) in corrections.errors.iter_mut().enumerate() {
            *error = ((i as i32 * 7919) % (2 * limit * PARTS) - limit * PARTS) as i16;
        }
        corrections
    }

    pub(crate) fn clear(&mut self) {
        if !self.is_empty {
            self.errors.fill(0);
            self.is_empty = true;
        }
    }
}

fn index(turn: Color, pawn_key: u64) -> usize {
    turn as usize * ENTRIES + pawn_key as usize % ENTRIES
}

impl Searcher {
    /// The static evaluation with what searches of the same pawns found it to lack.
    pub(crate) fn corrected(&self, state: &BoardState, static_eval: i32) -> i32 {
        if self.config.correction_history.is_none() || state.in_check() {
            return static_eval;
        }
        static_eval + i32::from(self.corrections.errors[index(state.turn, state.pawn_key)]) / PARTS
    }

    /// Learns from a searched node, where its score says whether the evaluation is too high or too
    /// low. Counts the nodes it looks at as tried, and those it learns from as cut.
    pub(crate) fn learn_correction(
        &mut self,
        state: &BoardState,
        node: &Node,
        best: Best,
        plan: &Plan,
    ) {
        let Some(parameters) = self.config.correction_history else { return };
        // A bound tells something only if it lies beyond what is known already.
        let says = match () {
            () if best.score >= node.beta => best.score > plan.static_eval,
            () if best.score <= node.alpha => best.score < plan.static_eval,
            () => true,
        };
        #[cfg(test)]
        let says = says && !self.corrections.is_frozen;
        let learns =
            says && best.is_quiet && !state.in_check() && best.score.abs() < Score::MATE_BOUND;
        self.counters[Technique::CorrectionHistory].note(learns);
        if !learns {
            return;
        }
        let weight = (parameters.weight * (node.depth + 1)).min(MOST);
        let limit = parameters.limit * PARTS;
        let known = &mut self.corrections.errors[index(state.turn, state.pawn_key)];
        let error = best.score - plan.uncorrected;
        let seen = (error * PARTS).clamp(-4 * limit, 4 * limit);
        let learned = (i32::from(*known) * (256 - weight) + seen * weight) / 256;
        *known = learned.clamp(-limit, limit) as i16;
        self.corrections.is_empty = false;
    }
}
