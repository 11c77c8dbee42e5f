//! Openings with known chances: for each the probabilities of a loss and a draw of the first contender, with White and
//! with Black, by BayesElo of strength, of the opening's advantage for White and of its bias towards the first contender.
//! The population is finite, so that the expected score is known exactly.

use rand::RngExt;
use stats::distributions::normal_quantile;
use stats::elo::{elo, score};

/// Openings in the population.
const POPULATION: usize = 4096;

/// The parameters of the results.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Assumptions {
    /// The Elo difference of the expected score.
    pub(crate) elo: f64,
    /// Share of draws between equals from a balanced opening.
    pub(crate) draw_ratio: f64,
    /// Mean advantage of White from an opening, in BayesElo.
    pub(crate) opening_bias: f64,
    /// Standard deviation of that advantage.
    pub(crate) opening_spread: f64,
    /// Standard deviation of how much better an opening suits the first contender, in BayesElo.
    pub(crate) skill_spread: f64,
}

/// Equals, from balanced openings.
pub(crate) const FAIR: Assumptions = Assumptions {
    elo: 0.0,
    draw_ratio: 0.5,
    opening_bias: 0.0,
    opening_spread: 0.0,
    skill_spread: 0.0,
};

pub(crate) struct Population {
    openings: Vec<[[f64; 2]; 2]>,
    pub(crate) expected_score: f64,
}

impl Population {
    /// The population of these assumptions, the strength chosen so that the score is met.
    pub(crate) fn new(assumptions: &Assumptions) -> Population {
        let advantages = advantages(assumptions);
        let draw_elo = -elo((1.0 - assumptions.draw_ratio) / 2.0);
        let at = |strength| Population::of_strength(&advantages, draw_elo, strength);
        let (mut low, mut high) = (-4000.0, 4000.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            match at(middle).expected_score < score(assumptions.elo) {
                true => low = middle,
                false => high = middle,
            }
        }
        at(f64::midpoint(low, high))
    }

    fn of_strength(advantages: &[[f64; 2]], draw_elo: f64, strength: f64) -> Population {
        let game = |advantage: f64| {
            let win = score(strength + advantage - draw_elo);
            let loss = score(-strength - advantage - draw_elo);
            [loss, 1.0 - win - loss]
        };
        let openings: Vec<_> = advantages.iter().map(|advantages| advantages.map(game)).collect();
        let mean = |[loss, draw]: [f64; 2]| 1.0 - loss - draw / 2.0;
        let total: f64 = openings.iter().map(|[white, black]| mean(*white) + mean(*black)).sum();
        Population { expected_score: total / (2.0 * POPULATION as f64), openings }
    }

    /// Draws a book of openings.
    pub(crate) fn book(&self, openings: usize, random: &mut impl RngExt) -> Vec<usize> {
        (0..openings).map(|_| random.random_range(0..POPULATION)).collect()
    }

    /// Plays a pair from an opening: the first contender's half points with White and with Black.
    pub(crate) fn pair(&self, opening: usize, random: &mut impl RngExt) -> [u8; 2] {
        self.openings[opening].map(|[loss, draw]| {
            let x: f64 = random.random();
            u8::from(x >= loss) + u8::from(x >= loss + draw)
        })
    }
}

/// The effect of each opening on the first contender's strength, with White and with Black.
fn advantages(assumptions: &Assumptions) -> Vec<[f64; 2]> {
    let Assumptions { opening_bias, opening_spread, skill_spread, .. } = assumptions;
    let of_opening = |i: usize| {
        // Two coordinates that fill the square evenly (M. Roberts' R2 sequence).
        let normal =
            |step: f64| normal_quantile((0.5 + step * i as f64).fract().clamp(1e-9, 1.0 - 1e-9));
        let bias = opening_bias + opening_spread * normal(0.754_877_666_246_692_7);
        let skill = skill_spread * normal(0.569_840_290_998_053_2);
        [skill + bias, skill - bias]
    };
    (0..POPULATION).map(of_opening).collect()
}
