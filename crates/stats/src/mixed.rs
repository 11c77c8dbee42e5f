//! The interval for games that only partly belong to pairs.

use super::distributions::critical_value;
use super::empirical_likelihood::{self, likelihood_loss};
use super::interval::Interval;
use super::root::bisect;
use super::{Pentanomial, ScoreCounts, Wdl};

/// Games in clusters of one or two: single games, and pairs of games from one opening with colours
/// reversed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MixedGames {
    singles: ScoreCounts,
    pairs: ScoreCounts,
}

impl MixedGames {
    /// Single games and pairs from the same contender's view.
    #[must_use]
    pub fn new(singles: Wdl, pairs: Pentanomial) -> MixedGames {
        MixedGames { singles: singles.into(), pairs: pairs.into() }
    }

    /// The number of clusters: single games and pairs together.
    #[must_use]
    pub fn clusters(&self) -> f64 {
        self.singles.samples() + self.pairs.samples()
    }

    /// The points of all games by their number, 0 to 1; `None` without games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let games = self.singles.games() + self.pairs.games();
        let points = |counts: &ScoreCounts| -> f64 {
            counts.occupied().map(|(value, weight)| value * weight).sum()
        };
        let points = points(&self.singles) + 2.0 * points(&self.pairs);
        (games > 0.0).then(|| points / games)
    }

    /// Interval for the expected score of a game: the means m with 2 W(m) <= t_{n-1}^2 over n clusters.
    /// All scores for fewer than two clusters.
    ///
    /// The score is a ratio, points by games, and both vary from cluster to cluster. W(m) is the
    /// empirical log-likelihood ratio of E[y - g m] = 0 over clusters of g games with y points: A. Owen,
    /// "Empirical likelihood for linear models" (Annals of Statistics 19, 1991) and "Empirical likelihood"
    /// (2001), chapter 3, for ratios and estimating equations; its Wald form is the ratio estimator's error,
    /// W. G. Cochran, "Sampling techniques" (1977), chapter 6. Clusters are taken as independent, games within
    /// a pair are not. As in [`empirical_likelihood`], the best distribution may put mass on clusters that
    /// lost or won everything. For only pairs, or only single games, the interval is the one there.
    #[must_use]
    pub fn interval(&self, confidence: f64) -> Interval {
        match (self.singles.samples() > 0.0, self.pairs.samples() > 0.0) {
            (false, _) => return empirical_likelihood::interval(&self.pairs, confidence),
            (_, false) => return empirical_likelihood::interval(&self.singles, confidence),
            _ => {}
        }
        let limit = critical_value(confidence, self.clusters()).powi(2);
        Interval::from_lower_ends(self.lower_end(limit), self.reversed().lower_end(limit))
    }

    fn reversed(&self) -> MixedGames {
        MixedGames { singles: self.singles.reversed(), pairs: self.pairs.reversed() }
    }

    fn lower_end(&self, limit: f64) -> f64 {
        let score = self.score().unwrap_or(0.0);
        bisect(0.0, score, |mean| 2.0 * self.divergence(mean) > limit)
    }

    /// W(m) for a mean m below the score.
    fn divergence(&self, mean: f64) -> f64 {
        if mean <= 0.0 {
            let points = self.score().unwrap_or(0.0);
            return if points == 0.0 { 0.0 } else { f64::INFINITY };
        }
        let singles = self.singles.occupied().map(|(value, weight)| (value - mean, weight));
        let pairs = self.pairs.occupied().map(|(value, weight)| (2.0 * (value - mean), weight));
        // The deviations of pairs that lost or won both games.
        let range = [-0.5 / (1.0 - mean), 0.5 / mean];
        likelihood_loss(singles.chain(pairs), range)
    }
}

#[cfg(test)]
mod tests;
