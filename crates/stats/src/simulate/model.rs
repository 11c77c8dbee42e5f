//! A model of results: two engines of fixed strength on a population of openings.
//!
//! A game is won, drawn or lost by BayesElo's model, from the difference of strength, the opening's
//! advantage for White, and the opening's bias towards the first contender. The population is
//! finite, so that the expected score is known exactly.

use rand::RngExt;

use crate::distributions::normal_quantile;
use crate::elo::{elo, score};
use crate::root::halved;

/// Openings in the population.
const POPULATION: usize = 4096;
/// The largest mean advantage of White, in BayesElo, that [`Population::correlated`] considers.
const STRONGEST_BIAS: f64 = 1500.0;

/// The parameters of the results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assumptions {
    /// The Elo difference of the expected score.
    pub elo: f64,
    /// Share of draws between equals from a balanced opening.
    pub draw_ratio: f64,
    /// Mean advantage of White from an opening, in BayesElo.
    pub opening_bias: f64,
    /// Standard deviation of that advantage.
    pub opening_spread: f64,
    /// Standard deviation of how much better an opening suits the first contender, in BayesElo.
    pub skill_spread: f64,
}

/// The population of openings: for each the probabilities of a loss and a draw of the first
/// contender, with White and with Black.
#[derive(Clone, Debug)]
pub struct Population {
    openings: Vec<[[f64; 2]; 2]>,
    expected_score: f64,
}

impl Population {
    /// The population of these assumptions, the strength chosen so that the score is met.
    #[must_use]
    pub fn new(assumptions: &Assumptions) -> Population {
        let advantages = advantages(assumptions);
        let draw_elo = -elo((1.0 - assumptions.draw_ratio) / 2.0);
        let target = score(assumptions.elo);
        let at = |strength| Population::of_strength(&advantages, draw_elo, strength);
        let is_below = |strength| at(strength).expected_score < target;
        let (low, high) = halved(60, -4000.0, 4000.0, is_below);
        at(f64::midpoint(low, high))
    }

    fn of_strength(advantages: &[[f64; 2]], draw_elo: f64, strength: f64) -> Population {
        let game = |advantage: f64| {
            let (win, loss) =
                (score(strength + advantage - draw_elo), score(-strength - advantage - draw_elo));
            [loss, 1.0 - win - loss]
        };
        let openings: Vec<[[f64; 2]; 2]> =
            advantages.iter().map(|advantages| advantages.map(game)).collect();
        let mean = |[loss, draw]: [f64; 2]| 1.0 - loss - draw / 2.0;
        let total: f64 = openings.iter().map(|[white, black]| mean(*white) + mean(*black)).sum();
        Population { expected_score: total / (2.0 * POPULATION as f64), openings }
    }

    /// The first contender's expected score, 0 to 1.
    #[must_use]
    pub fn expected_score(&self) -> f64 {
        self.expected_score
    }

    /// The population with openings that favour White enough to give the two games of a pair this
    /// correlation, 0 or less; the advantage varies by 0.4 of its mean, as in collections of
    /// unbalanced openings. If that is impossible, the error is the lowest possible correlation.
    pub fn correlated(assumptions: &Assumptions, correlation: f64) -> Result<Population, f64> {
        let biased = |bias: f64| {
            let opening_spread = 0.4 * bias;
            Population::new(&Assumptions { opening_bias: bias, opening_spread, ..*assumptions })
        };
        let strongest = biased(STRONGEST_BIAS);
        if strongest.pair_correlation() > correlation {
            return Err(strongest.pair_correlation());
        }
        let is_above = |bias| biased(bias).pair_correlation() > correlation;
        let (low, _) = halved(20, 0.0, STRONGEST_BIAS, is_above);
        Ok(biased(low))
    }

    /// Correlation of the two games of a pair.
    #[must_use]
    pub fn pair_correlation(&self) -> f64 {
        let (game, product) = self.moments();
        product / game
    }

    /// Standard deviation of a pair's score, 0 to 1.
    #[must_use]
    pub fn pair_deviation(&self) -> f64 {
        let (game, product) = self.moments();
        f64::midpoint(game, product).sqrt()
    }

    /// Variance of a game about the expected score, and mean product of the deviations of a pair's
    /// two games. They are independent, given the opening.
    fn moments(&self) -> (f64, f64) {
        let (mut game, mut product) = (0.0, 0.0);
        for opening in &self.openings {
            let means = opening.map(|[loss, draw]| 1.0 - loss - draw / 2.0);
            for ([loss, draw], mean) in opening.iter().zip(means) {
                let square = 1.0 - loss - 0.75 * draw;
                game += square - 2.0 * mean * self.expected_score + self.expected_score.powi(2);
            }
            product += (means[0] - self.expected_score) * (means[1] - self.expected_score);
        }
        (game / (2.0 * POPULATION as f64), product / POPULATION as f64)
    }

    /// Draws a book of openings.
    pub fn book<R: RngExt>(&self, openings: usize, random: &mut R) -> Vec<usize> {
        (0..openings).map(|_| random.random_range(0..POPULATION)).collect()
    }

    /// Plays a pair from an opening: the first contender's half points with White and with Black.
    pub fn pair<R: RngExt>(&self, opening: usize, random: &mut R) -> [u8; 2] {
        self.openings[opening].map(|[loss, draw]| {
            let x: f64 = random.random();
            u8::from(x >= loss) + u8::from(x >= loss + draw)
        })
    }
}

/// The effect of each opening on the first contender's strength, with White and with Black.
fn advantages(assumptions: &Assumptions) -> Vec<[f64; 2]> {
    let Assumptions { opening_bias, opening_spread, skill_spread, .. } = assumptions;
    (0..POPULATION)
        .map(|i| {
            // Two coordinates that fill the square evenly (M. Roberts' R2 sequence).
            let normal = |step: f64| {
                normal_quantile((0.5 + step * i as f64).fract().clamp(1e-9, 1.0 - 1e-9))
            };
            let bias = opening_bias + opening_spread * normal(0.754_877_666_246_692_7);
            let skill = skill_spread * normal(0.569_840_290_998_053_2);
            [skill + bias, skill - bias]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha12Rng;

    use super::*;
    use crate::{Pentanomial, ratios};

    fn played(assumptions: Assumptions) -> Pentanomial {
        let population = Population::new(&assumptions);
        assert!((population.expected_score() - score(assumptions.elo)).abs() < 1e-9);
        let mut random = ChaCha12Rng::seed_from_u64(7);
        let mut pairs = Pentanomial::default();
        for opening in population.book(200_000, &mut random) {
            let [one, other] = population.pair(opening, &mut random);
            pairs.add_pair(one, other);
        }
        pairs
    }

    #[test]
    fn openings_give_the_correlation_that_is_asked_for() {
        let fair = Assumptions {
            elo: 20.0,
            draw_ratio: 0.6,
            opening_bias: 0.0,
            opening_spread: 0.0,
            skill_spread: 0.0,
        };
        for correlation in [0.0, -0.19, -0.4, -0.556, -0.66] {
            let population = Population::correlated(&fair, correlation).unwrap();
            assert!((population.pair_correlation() - correlation).abs() < 1e-3, "{correlation}");
            let mut random = ChaCha12Rng::seed_from_u64(7);
            let mut pairs = Pentanomial::default();
            for opening in population.book(200_000, &mut random) {
                let [one, other] = population.pair(opening, &mut random);
                pairs.add_pair(one, other);
            }
            let played = ratios::pair_correlation(pairs).unwrap();
            assert!((played - correlation).abs() < 0.01, "{played}, not {correlation}");
            assert!((ratios::score(pairs.games()).unwrap() - score(20.0)).abs() < 0.002);
        }
        assert!(Population::correlated(&Assumptions { elo: 700.0, ..fair }, -0.66).is_err());
    }

    #[test]
    fn scores_draws_and_correlations_are_those_assumed() {
        let fair = Assumptions {
            elo: 0.0,
            draw_ratio: 0.5,
            opening_bias: 0.0,
            opening_spread: 0.0,
            skill_spread: 0.0,
        };
        let pairs = played(fair);
        assert!((ratios::draw_ratio(pairs.games()).unwrap() - 0.5).abs() < 0.005);
        assert!(ratios::pair_correlation(pairs).unwrap().abs() < 0.01);
        let unbalanced = played(Assumptions { opening_bias: 150.0, opening_spread: 60.0, ..fair });
        assert!(ratios::pair_correlation(unbalanced).unwrap() < -0.1);
        let skilful = played(Assumptions { skill_spread: 200.0, elo: 100.0, ..fair });
        assert!(ratios::pair_correlation(skilful).unwrap() > 0.1);
        assert!((ratios::score(skilful.games()).unwrap() - score(100.0)).abs() < 0.004);
    }
}
