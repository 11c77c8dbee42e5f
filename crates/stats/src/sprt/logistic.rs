//! Hypotheses on the expected score.

use crate::elo::score;
use crate::empirical_likelihood::divergence;
use crate::score_counts::ScoreCounts;

/// W(s0) - W(s1): each hypothesis with the distribution on the cells that fits best.
pub(super) fn log_likelihood_ratio(counts: &ScoreCounts, elo0: f64, elo1: f64) -> f64 {
    of_scores(counts, score(elo0), score(elo1))
}

/// The same for hypotheses given as scores.
pub(super) fn of_scores(counts: &ScoreCounts, score0: f64, score1: f64) -> f64 {
    divergence(counts, score0) - divergence(counts, score1)
}
