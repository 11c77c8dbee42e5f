//! The scale of scores: the number of centipawns that corresponds to one on the logistic curve.

use rayon::prelude::*;

use crate::network::sigmoid;
use crate::position::TrainingPosition;

/// Scales among which the best one lies.
const LEAST: f32 = 20.0;
const MOST: f32 = 2000.0;
/// Positions that are summed at once, so that the sum does not depend on the number of threads.
const CHUNK: usize = 1 << 14;

/// The scale that makes the results of the games likeliest, given the scores: it maximises Σ r ln p
/// + (1 - r) ln(1 - p), which has a single maximum.
pub(crate) fn fit(positions: &[TrainingPosition]) -> f32 {
    let likelihood = |scale: f32| -> f64 {
        let sums = |position: &TrainingPosition| {
            let expected = sigmoid(position.score() / scale).clamp(1e-6, 1.0 - 1e-6);
            let result = position.result();
            f64::from(result * expected.ln() + (1.0 - result) * (1.0 - expected).ln())
        };
        let sums: Vec<f64> =
            positions.par_chunks(CHUNK).map(|chunk| chunk.iter().map(sums).sum()).collect();
        sums.iter().sum()
    };
    // A step halves the range, and the last one is under a hundredth of a centipawn.
    let (mut low, mut high) = (LEAST, MOST);
    while high - low > 0.01 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if likelihood(left) < likelihood(right) {
            low = left;
        } else {
            high = right;
        }
    }
    f32::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use shakmaty::{Chess, Color, KnownOutcome};

    #[test]
    fn the_scale_that_made_the_results_is_found() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let start = Chess::default();
        let positions: Vec<TrainingPosition> = (0..40_000)
            .map(|_| {
                let score: i16 = random.random_range(-600..600);
                let wins = random.random_bool(f64::from(sigmoid(f32::from(score) / 250.0)));
                let winner = if wins { Color::White } else { Color::Black };
                TrainingPosition::new(&start, score, KnownOutcome::Decisive { winner })
            })
            .collect();
        let scale = fit(&positions);
        assert!((240.0..260.0).contains(&scale), "{scale}");
    }
}
