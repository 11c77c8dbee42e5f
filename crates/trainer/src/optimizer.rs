//! AdamW with bounds: each weight is moved by the running mean and variance of its gradient,
//! decays, and stays within the range of a quantised network.
//!
//! Source: I. Loshchilov, F. Hutter, Decoupled Weight Decay Regularization (2019), algorithm 2.

use rayon::prelude::*;

use crate::network::Weights;
use crate::shape::Shape;

const MEAN_MEMORY: f32 = 0.9;
const VARIANCE_MEMORY: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// The bound of a weight of the first layer; 33 and more of them fit into the accumulators of the
/// engine.
const MOST_FEATURE: f32 = 1.98;
/// A weight of the second layer: 127 of 64ths.
const MOST_OUTPUT: f32 = 127.0 / 64.0;
/// Weights that are worked on together.
const CHUNK: usize = 4096;

/// The state of the weights in training.
#[derive(Debug)]
pub(crate) struct Optimizer {
    mean: Vec<f32>,
    variance: Vec<f32>,
    /// The bound of each weight, of either sign.
    bounds: Vec<f32>,
    /// The share of a weight that is lost in steps whose rates add up to one.
    decay: f32,
    steps: i32,
}

impl Optimizer {
    /// For networks of this shape.
    pub(crate) fn new(shape: &Shape, decay: f32) -> Optimizer {
        let zero = Weights::zero(shape);
        let bounds = zero.map([MOST_FEATURE, MOST_OUTPUT], |_: f32, most| most).numbers;
        Optimizer { mean: zero.numbers.clone(), variance: zero.numbers, bounds, decay, steps: 0 }
    }

    /// Takes a step down the mean of the gradients, whose sum is that of these parts over
    /// `positions`. The parts are emptied. They are added in order, whatever the number of threads.
    pub(crate) fn step(
        &mut self,
        weights: &mut Weights,
        gradients: &mut [Weights],
        positions: usize,
        rate: f32,
    ) {
        self.steps += 1;
        let step = Step {
            rate,
            kept: 1.0 - rate * self.decay,
            share: (positions as f32).recip(),
            mean_bias: 1.0 - MEAN_MEMORY.powi(self.steps),
            variance_bias: 1.0 - VARIANCE_MEMORY.powi(self.steps),
        };
        let mut slopes: Vec<Vec<&mut [f32]>> = Vec::new();
        for gradient in gradients {
            for (i, chunk) in gradient.numbers.chunks_mut(CHUNK).enumerate() {
                if slopes.len() == i {
                    slopes.push(Vec::new());
                }
                slopes[i].push(chunk);
            }
        }
        weights
            .numbers
            .par_chunks_mut(CHUNK)
            .zip(self.mean.par_chunks_mut(CHUNK))
            .zip(self.variance.par_chunks_mut(CHUNK))
            .zip(self.bounds.par_chunks(CHUNK))
            .zip(slopes)
            .for_each(|((((weights, mean), variance), bounds), slopes)| {
                step.take(weights, mean, variance, bounds, slopes);
            });
    }
}

/// The numbers of a step.
struct Step {
    rate: f32,
    /// The factor by which decay reduces a weight.
    kept: f32,
    share: f32,
    mean_bias: f32,
    variance_bias: f32,
}

impl Step {
    fn take(
        &self,
        weights: &mut [f32],
        means: &mut [f32],
        variances: &mut [f32],
        bounds: &[f32],
        parts: Vec<&mut [f32]>,
    ) {
        let mut slopes = vec![0.0; weights.len()];
        for part in parts {
            slopes.iter_mut().zip(part.iter()).for_each(|(sum, slope)| *sum += slope);
            part.fill(0.0);
        }
        let all = weights.iter_mut().zip(means).zip(variances).zip(bounds).zip(slopes);
        for ((((weight, mean), variance), bound), slope) in all {
            let slope = slope * self.share;
            *mean = MEAN_MEMORY * *mean + (1.0 - MEAN_MEMORY) * slope;
            *variance = VARIANCE_MEMORY * *variance + (1.0 - VARIANCE_MEMORY) * slope * slope;
            let spread = (*variance / self.variance_bias).sqrt() + EPSILON;
            let moved = *weight * self.kept - self.rate * (*mean / self.mean_bias) / spread;
            *weight = moved.clamp(-bound, *bound);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_goes_by_the_rate_against_the_slope_and_stays_in_bounds() {
        let shape = Shape::mirrored(32, 1);
        let mut weights = Weights::zero(&shape);
        let mut optimizer = Optimizer::new(&shape, 0.0);
        let mut parts = [Weights::zero(&shape), Weights::zero(&shape)];
        parts[0].numbers[5] = 3.0;
        parts[1].numbers[5] = 5.0;
        parts[1].numbers[6] = -1.0;
        optimizer.step(&mut weights, &mut parts, 4, 0.01);
        assert!(
            (weights.numbers[5] + 0.01).abs() < 1e-6 && (weights.numbers[6] - 0.01).abs() < 1e-6
        );
        assert!(weights.numbers[7] == 0.0 && parts[1].numbers[5] == 0.0);
        for _ in 0..50 {
            parts[0].numbers[5] = 1.0;
            optimizer.step(&mut weights, &mut parts, 1, 0.5);
        }
        assert!(weights.numbers[5] == -MOST_FEATURE, "{}", weights.numbers[5]);
    }
}
