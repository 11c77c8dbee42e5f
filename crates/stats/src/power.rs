//! The number of games a match needs, and its precision.

use super::distributions::{normal_cdf, normal_quantile};
use super::elo::{NORMALIZED_ELO_SCALE, score};

/// The noise of a match's games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// Share of drawn games, 0 to 1.
    pub draw_ratio: f64,
    /// Correlation of the two games of a pair, -1 to 1.
    pub pair_correlation: f64,
}

impl Noise {
    /// Variance of a game at an expected score, with the effect of pairing: (s (1 - s) - d/4) (1 +
    /// rho). Not below 0.
    #[must_use]
    pub fn variance(self, score: f64) -> f64 {
        let game = score * (1.0 - score) - self.draw_ratio / 4.0;
        (game * (1.0 + self.pair_correlation)).max(0.0)
    }
}

/// A comparison of two strengths after a fixed number of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The Elo difference to be distinguished from `true_elo`; usually 0.
    pub null_elo: f64,
    /// The Elo difference there is.
    pub true_elo: f64,
    /// Probability of seeing a difference if there is none.
    pub alpha: f64,
    /// In how many directions a difference may be seen: 1 or 2.
    pub sides: u8,
}

impl Comparison {
    /// Games needed to see the difference with probability `power`:
    /// ((z_{1-alpha/sides} + z_power) / (s1 - s0))^2 times the variance at s1.
    #[must_use]
    pub fn games(&self, noise: Noise, power: f64) -> f64 {
        let quantiles = self.critical_value() + normal_quantile(power);
        (quantiles / self.lead()).powi(2) * noise.variance(score(self.true_elo))
    }

    /// Probability of seeing the difference after this many games: [`Comparison::games`] solved
    /// for the power.
    #[must_use]
    pub fn power(&self, noise: Noise, games: f64) -> f64 {
        let error = (noise.variance(score(self.true_elo)) / games).sqrt();
        normal_cdf(self.lead().abs() / error - self.critical_value())
    }

    fn critical_value(&self) -> f64 {
        normal_quantile(1.0 - self.alpha / f64::from(self.sides))
    }

    fn lead(&self) -> f64 {
        score(self.true_elo) - score(self.null_elo)
    }
}

/// Standard error of the Elo difference after this many games, near a score of 1/2.
#[must_use]
pub fn standard_error(noise: Noise, games: f64) -> f64 {
    2.0 * NORMALIZED_ELO_SCALE * (noise.variance(0.5) / games).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_power_of_the_games_needed_is_the_power_asked_for() {
        let noise = Noise { draw_ratio: 0.5, pair_correlation: -0.2 };
        let comparison = Comparison { null_elo: 0.0, true_elo: 5.0, alpha: 0.05, sides: 2 };
        let games = comparison.games(noise, 0.9);
        assert!((comparison.power(noise, games) - 0.9).abs() < 1e-9);
    }

    #[test]
    fn ten_points_of_standard_error_take_more_than_a_thousand_games() {
        // The "more than 1000 games" of Anantharaman, "Extension heuristics" (1990).
        let noise = Noise { draw_ratio: 0.0, pair_correlation: 0.0 };
        assert!((standard_error(noise, 1207.1) - 10.0).abs() < 0.01);
    }
}
