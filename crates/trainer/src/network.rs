//! The network in floating point, as it is trained.
//!
//! With `a` the accumulators of both sides, the side to move first, and `c(x)` the clamp to 0..1, the
//! output is `y = Σ c(a)² · w + b`: the value is `y` times the scale in centipawns, and the expected score
//! of the side to move is `sigmoid(y)`.

use rand::{Rng, RngExt};

use crate::arithmetic;
use crate::position::TrainingPosition;
use crate::shape::{FeatureList, Shape};

/// The weights, one part after the other in one row of numbers, so that an operation on all of them
/// is one loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weights<T = f32> {
    pub(crate) numbers: Vec<T>,
    ends: [usize; 4],
}

/// The parts of the weights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts<T> {
    /// All of a feature together.
    pub(crate) features: T,
    pub(crate) feature_biases: T,
    /// All weights of an output together, those of the side to move first.
    pub(crate) outputs: T,
    pub(crate) output_biases: T,
}

/// The integers that represent one in the first layer, and in the second.
pub(crate) const FEATURE_UNIT: f32 = 255.0;
pub(crate) const OUTPUT_UNIT: f32 = 64.0;
pub(crate) const UNITS: [f32; 2] = [FEATURE_UNIT, OUTPUT_UNIT];

/// The largest initial weight: about thirty of them make a sum within the clamp.
const FEATURE_SPREAD: f32 = 0.1;

impl<T: Copy + Default> Weights<T> {
    /// Weights that are all zero.
    pub(crate) fn zero(shape: &Shape) -> Weights<T> {
        let lengths =
            [shape.feature_weights(), shape.hidden, shape.output_weights(), shape.output_buckets];
        let mut end = 0;
        let ends = lengths.map(|length| {
            end += length;
            end
        });
        Weights { numbers: vec![T::default(); end], ends }
    }

    /// Weights made of these, each with the number of its layer.
    pub(crate) fn map<U>(&self, layers: [f32; 2], change: impl Fn(T, f32) -> U) -> Weights<U> {
        let (first, second) = self.numbers.split_at(self.ends[1]);
        let first = first.iter().map(|&number| change(number, layers[0]));
        let second = second.iter().map(|&number| change(number, layers[1]));
        Weights { numbers: first.chain(second).collect(), ends: self.ends }
    }

    /// The parts.
    pub(crate) fn parts(&self) -> Parts<&[T]> {
        let (features, rest) = self.numbers.split_at(self.ends[0]);
        let (feature_biases, rest) = rest.split_at(self.ends[1] - self.ends[0]);
        let (outputs, output_biases) = rest.split_at(self.ends[2] - self.ends[1]);
        Parts { features, feature_biases, outputs, output_biases }
    }
}

impl Weights {
    /// Weights to begin with.
    pub(crate) fn random(shape: &Shape, random: &mut impl Rng) -> Weights {
        let mut weights = Weights::zero(shape);
        let spread = (shape.hidden as f32 * 2.0).sqrt().recip();
        let Parts { features, outputs, .. } = weights.parts_mut();
        features
            .iter_mut()
            .for_each(|weight| *weight = random.random_range(-FEATURE_SPREAD..FEATURE_SPREAD));
        outputs.iter_mut().for_each(|weight| *weight = random.random_range(-spread..spread));
        weights
    }

    /// The nearest weights that whole numbers can hold.
    pub(crate) fn rounded(&self) -> Weights {
        self.map(UNITS, |number, unit| (number * unit).round() / unit)
    }

    /// The parts, mutable.
    pub(crate) fn parts_mut(&mut self) -> Parts<&mut [f32]> {
        let (features, rest) = self.numbers.split_at_mut(self.ends[0]);
        let (feature_biases, rest) = rest.split_at_mut(self.ends[1] - self.ends[0]);
        let (outputs, output_biases) = rest.split_at_mut(self.ends[2] - self.ends[1]);
        Parts { features, feature_biases, outputs, output_biases }
    }
}

/// A position as the network sees it, with the accumulators of both sides.
#[derive(Clone, Debug)]
pub(crate) struct Activity {
    pub(crate) sides: [FeatureList; 2],
    pub(crate) bucket: usize,
    /// Of the side to move, then of the other.
    pub(crate) accumulators: Vec<f32>,
}

/// The output for a position, and its intermediate values.
pub(crate) fn forward(
    shape: &Shape,
    weights: &Parts<&[f32]>,
    position: &TrainingPosition,
    mut accumulators: Vec<f32>,
) -> (f32, Activity) {
    let hidden = shape.hidden;
    accumulators.resize(2 * hidden, 0.0);
    let sides = shape.features(position);
    for (list, sums) in sides.iter().zip(accumulators.chunks_exact_mut(hidden)) {
        sums.copy_from_slice(weights.feature_biases);
        arithmetic::add_rows(sums, weights.features, list);
    }
    let bucket = shape.output_bucket(position.men_count());
    let row = &weights.outputs[bucket * 2 * hidden..][..2 * hidden];
    let output = weights.output_biases[bucket] + arithmetic::weighted_squares(&accumulators, row);
    (output, Activity { sides, bucket, accumulators })
}

/// The expected score of an output.
pub(crate) fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}
