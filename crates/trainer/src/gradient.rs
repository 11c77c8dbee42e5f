//! The loss of positions, and its gradient. A position has only some thirty active features a side.

use crate::arithmetic;
use crate::network::{Activity, Parts, Weights, forward, sigmoid};
use crate::position::TrainingPosition;
use crate::shape::Shape;

/// The target of a position's output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    /// Centipawns of an output of one.
    pub(crate) scale: f32,
    /// The share of the game's result; the rest is the prediction of the search's score.
    pub(crate) results: f32,
}

impl Target {
    /// The expected score that is aimed at.
    pub(crate) fn of(&self, position: &TrainingPosition) -> f32 {
        let predicted = sigmoid(position.score() / self.scale);
        self.results * position.result() + (1.0 - self.results) * predicted
    }
}

/// The squared error of an expected score.
pub(crate) fn squared_error(expected: f32, target: f32) -> f32 {
    (expected - target) * (expected - target)
}

/// Adds the gradient of the sum of the squared errors of these positions; gives that sum.
pub(crate) fn add<'a>(
    shape: &Shape,
    weights: &Weights,
    target: &Target,
    positions: impl Iterator<Item = &'a TrainingPosition>,
    gradient: &mut Weights,
) -> f64 {
    let weights = weights.parts();
    let mut gradient = gradient.parts_mut();
    let mut accumulators = Vec::new();
    let mut loss = 0.0;
    for position in positions {
        let (output, mut activity) = forward(shape, &weights, position, accumulators);
        let expected = sigmoid(output);
        let wanted = target.of(position);
        loss += f64::from(squared_error(expected, wanted));
        let slope = 2.0 * (expected - wanted) * expected * (1.0 - expected);
        backward(shape, &weights, slope, &mut activity, &mut gradient);
        accumulators = activity.accumulators;
    }
    loss
}

/// Adds the gradient of a position whose loss has this slope by the output. The accumulators become
/// their own gradient.
fn backward(
    shape: &Shape,
    weights: &Parts<&[f32]>,
    slope: f32,
    activity: &mut Activity,
    gradient: &mut Parts<&mut [f32]>,
) {
    let hidden = shape.hidden;
    let Activity { sides, bucket, accumulators } = activity;
    let begin = *bucket * 2 * hidden;
    let row = &weights.outputs[begin..][..2 * hidden];
    let row_gradient = &mut gradient.outputs[begin..][..2 * hidden];
    gradient.output_biases[*bucket] += slope;
    arithmetic::slopes(slope, accumulators, row, row_gradient);
    for (list, of_sums) in sides.iter().zip(accumulators.chunks_exact(hidden)) {
        arithmetic::add(gradient.feature_biases, of_sums);
        arithmetic::add_to_rows(gradient.features, list, of_sums);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::positions;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let shape = Shape::mirrored(32, 4);
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let mut weights = Weights::random(&shape, &mut random);
        let positions = positions(7, 40);
        let target = Target { scale: 300.0, results: 0.3 };
        let mut gradient = Weights::zero(&shape);
        add(&shape, &weights, &target, positions.iter(), &mut gradient);
        let mut compared = 0;
        for index in (0..weights.numbers.len()).rev() {
            let slope = gradient.numbers[index];
            // The whole last layer, and the most frequent features of the first.
            if slope.abs() < 0.02 && index + 300 < weights.numbers.len() {
                continue;
            }
            let kept = weights.numbers[index];
            let mut loss = |moved: f32| {
                weights.numbers[index] = kept + moved;
                let mut ignored = Weights::zero(&shape);
                add(&shape, &weights, &target, positions.iter(), &mut ignored)
            };
            let step = 1e-3;
            let difference = (loss(step) - loss(-step)) / f64::from(2.0 * step);
            weights.numbers[index] = kept;
            let error = (difference - f64::from(slope)).abs();
            assert!(error < 1e-3 + 0.02 * difference.abs(), "{index}: {slope} {difference}");
            compared += 1;
        }
        assert!(compared > 320, "{compared}");
    }
}
