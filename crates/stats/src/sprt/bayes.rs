//! Hypotheses in BayesElo: converted to expected scores by the draw ratio, then tested as such.

use super::logistic;
use crate::counts::Wdl;
use crate::elo::{bayes_score, draw_elo_of};
use crate::score_counts::ScoreCounts;

/// The draw parameter of the games, an empty cell counting a thousandth of a game.
pub(super) fn regularized_draw_elo(games: Wdl) -> f64 {
    let regularized = ScoreCounts::from(games).regularized();
    let weights = regularized.weights();
    draw_elo_of([weights[0], weights[1], weights[2]])
}

/// The log-likelihood ratio, for a finite draw parameter in BayesElo.
pub(super) fn log_likelihood_ratio(
    counts: &ScoreCounts,
    elo0: f64,
    elo1: f64,
    draw_elo: f64,
) -> f64 {
    logistic::of_scores(counts, bayes_score(elo0, draw_elo), bayes_score(elo1, draw_elo))
}
