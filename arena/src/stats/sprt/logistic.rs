//! Hypotheses on the expected score.

use crate::stats::elo::score;
use crate::stats::empirical_likelihood::divergence;
use crate::stats::ledger::Ledger;

/// W(s0) - W(s1): each hypothesis with the distribution on the cells that fits best.
pub(super) fn log_likelihood_ratio(ledger: &Ledger, elo0: f64, elo1: f64) -> f64 {
    of_scores(ledger, score(elo0), score(elo1))
}

/// The same for hypotheses given as scores.
pub(super) fn of_scores(ledger: &Ledger, score0: f64, score1: f64) -> f64 {
    divergence(ledger, score0) - divergence(ledger, score1)
}
