//! Correction history: how far the static evaluation was off, on the average, in positions with the
//! same pawns; the search uses the evaluation so corrected.
//!
//! The evaluation errs in the same direction in positions that share a structure. Whatever a search
//! found of one is a hint for the others of the same game.
//!
//! Unsound as the evaluation is: it moves the margins of every technique that trusts it.
//!
//! Source: today's engines; no paper.

use shakmaty::Color;

use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::score::Score;
use crate::techniques::Decision;
use crate::tree::moves::Best;
use crate::tree::node::NodeContext;

parameters! {
    /// Correct the static evaluation by the results of searches with the same pawns.
    CorrectionHistory from "today's engines" {
        /// The largest correction, in centipawns.
        limit: i32 = 50, in 1..=500;
        /// The weight of a search of depth 0 against earlier ones, in 256ths; each ply adds as much.
        weight: i32 = 2, in 1..=16;
    }
}

const ENTRIES: usize = 1 << 14;
/// Errors are kept in these parts of a centipawn.
const PARTS: i32 = 64;
/// The most that one search counts, in 256ths.
const MOST: i32 = 32;

/// Errors of the evaluation by side to move and pawns; none where the technique is off.
#[derive(Clone, Debug)]
pub(crate) struct Corrections {
    parameters: Option<CorrectionHistory>,
    errors: Box<[i16]>,
    is_empty: bool,
    /// Nothing is learned: for tests with the same corrections.
    #[cfg(test)]
    is_frozen: bool,
}

impl Corrections {
    pub(crate) fn new(parameters: Option<CorrectionHistory>) -> Corrections {
        Corrections {
            parameters,
            errors: vec![0; 2 * ENTRIES].into_boxed_slice(),
            is_empty: true,
            #[cfg(test)]
            is_frozen: false,
        }
    }

    /// Errors up to the limit, another one for each kind of position, which stay as they are.
    #[cfg(test)]
    pub(crate) fn arbitrary(parameters: CorrectionHistory) -> Corrections {
        let mut corrections = Corrections { is_frozen: true, ..Corrections::new(Some(parameters)) };
        let limit = parameters.limit * PARTS;
        for (i, error) in corrections.errors.iter_mut().enumerate() {
            *error = ((i as i32 * 7919) % (2 * limit) - limit) as i16;
        }
        corrections
    }

    pub(crate) fn clear(&mut self) {
        if !self.is_empty {
            self.errors.fill(0);
            self.is_empty = true;
        }
    }

    /// The static evaluation, corrected by searches of the same pawns.
    #[inline]
    pub(crate) fn corrected(&self, state: &BoardState, static_eval: i32) -> i32 {
        if self.parameters.is_none() || state.in_check() {
            return static_eval;
        }
        static_eval + i32::from(self.errors[index(state.turn, state.pawn_key)]) / PARTS
    }

    /// Learns from a searched node, where its score says whether the evaluation is too high or too
    /// low. The nodes it looks at are tried, those it learns from succeed.
    #[inline(always)]
    pub(crate) fn learn(&mut self, at: &NodeContext<'_>, best: Best) -> Decision {
        let Some(parameters) = self.parameters else { return Decision::NotTried };
        if !self.says_something(at, best) {
            return Decision::Fails;
        }
        let weight = (parameters.weight * (at.node.depth + 1)).min(MOST);
        let limit = parameters.limit * PARTS;
        let known = &mut self.errors[index(at.state.turn, at.state.pawn_key)];
        let error = best.score - at.uncorrected;
        let seen = (error * PARTS).clamp(-4 * limit, 4 * limit);
        let learned = (i32::from(*known) * (256 - weight) + seen * weight) / 256;
        *known = learned.clamp(-limit, limit) as i16;
        self.is_empty = false;
        Decision::Succeeds(())
    }

    fn says_something(&self, at: &NodeContext<'_>, best: Best) -> bool {
        // A bound tells something only if it lies beyond the evaluation so far.
        let says = match () {
            () if best.score >= at.node.beta => best.score > at.static_eval,
            () if best.score <= at.node.alpha => best.score < at.static_eval,
            () => true,
        };
        #[cfg(test)]
        let says = says && !self.is_frozen;
        says && best.is_quiet && !at.state.in_check() && best.score.abs() < Score::MATE_BOUND
    }
}

fn index(turn: Color, pawn_key: u64) -> usize {
    turn as usize * ENTRIES + pawn_key as usize % ENTRIES
}
