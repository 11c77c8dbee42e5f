//! The passes over the positions.
//!
//! The gradient is taken at the quantised network and applied to the exact one (a straight-through estimator), so
//! that the network in whole numbers is hardly worse than the one in floating point.

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::gradient::{self, Target, squared_error};
use crate::network::{Weights, forward, sigmoid};
use crate::optimizer::Optimizer;
use crate::position::TrainingPosition;
use crate::shape::Shape;

/// The parts of a batch, each with a gradient of its own. Their number is fixed, so that the number
/// of threads changes no result.
const PARTS: usize = 8;
/// The rate falls to this share of the first one.
const LAST_RATE: f32 = 0.01;
/// The number of positions whose losses are summed at once.
const CHUNK: usize = 1 << 12;

/// The settings of a training.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct TrainingOptions {
    /// Passes over all positions
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) epochs: u32,
    /// Positions of a step
    #[arg(long, value_name = "N", default_value_t = 4096)]
    pub(crate) batch: usize,
    /// The rate of the first steps; it falls to a hundredth along a cosine
    #[arg(long, value_name = "RATE", default_value_t = 0.005)]
    pub(crate) rate: f32,
    /// The share of a weight that decays in steps whose rates add up to one: a larger one reduces
    /// overfitting
    #[arg(long, value_name = "SHARE", default_value_t = 0.01)]
    pub(crate) decay: f32,
    /// Seed of all draws
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Show no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// The result of an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Epoch {
    /// From 1.
    pub(crate) number: u32,
    /// The rate at its end.
    pub(crate) rate: f32,
    /// Mean squared error over the epoch, the network changing all the while.
    pub(crate) training: f64,
    /// The loss of the network after it on the validation positions.
    pub(crate) validation: f64,
}

/// A network on its way.
#[derive(Debug)]
pub(crate) struct Training<'a> {
    shape: Shape,
    /// The weights that the optimizer moves, by steps that may be smaller than a whole number.
    exact: Weights,
    /// The network for gradients and validation: the one that the engine will have.
    rounded: Weights,
    optimizer: Optimizer,
    gradients: Vec<Weights>,
    options: TrainingOptions,
    target: Target,
    positions: &'a [TrainingPosition],
    /// The positions in the order of the last epoch.
    order: Vec<u32>,
    random: ChaCha8Rng,
    steps: u64,
    bar: ProgressBar,
}

impl<'a> Training<'a> {
    /// A network to be trained on these positions; without given weights, they are random.
    pub(crate) fn new(
        shape: Shape,
        options: TrainingOptions,
        target: Target,
        begun: Option<Weights>,
        positions: &'a [TrainingPosition],
    ) -> Training<'a> {
        let mut random = ChaCha8Rng::seed_from_u64(options.seed);
        let exact = begun.unwrap_or_else(|| Weights::random(&shape, &mut random));
        let all = u64::from(options.epochs) * positions.len() as u64;
        let bar = if options.quiet { ProgressBar::hidden() } else { ProgressBar::new(all) };
        let template = "{wide_bar} {per_sec} positions, {eta} left  {msg}";
        bar.set_style(
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Training {
            rounded: exact.rounded(),
            exact,
            optimizer: Optimizer::new(&shape, options.decay),
            gradients: vec![Weights::zero(&shape); PARTS],
            shape,
            options,
            target,
            positions,
            order: (0..positions.len() as u32).collect(),
            random,
            steps: 0,
            bar,
        }
    }

    /// The network as it stands.
    pub(crate) fn network(&self) -> &Weights {
        &self.rounded
    }

    /// One more pass over the positions, in another order.
    pub(crate) fn epoch(&mut self, number: u32, validation: &[TrainingPosition]) -> Epoch {
        self.order.shuffle(&mut self.random);
        let order = std::mem::take(&mut self.order);
        let mut loss = 0.0;
        for batch in order.chunks(self.options.batch) {
            loss += self.step(batch);
        }
        self.order = order;
        let validation = self.loss(validation);
        let training = loss / self.positions.len() as f64;
        self.bar.set_message(format!("epoch {number}: {training:.6}, validation {validation:.6}"));
        Epoch { number, rate: self.rate(), training, validation }
    }

    /// Removes the bar.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }

    fn rate(&self) -> f32 {
        let a_pass = self.positions.len().div_ceil(self.options.batch) as u64;
        let all = u64::from(self.options.epochs) * a_pass;
        let done = self.steps as f32 / all as f32;
        let cosine = f32::midpoint(1.0, (std::f32::consts::PI * done).cos());
        self.options.rate * (LAST_RATE + (1.0 - LAST_RATE) * cosine)
    }

    /// A step of the optimizer; gives the sum of the losses before it.
    fn step(&mut self, batch: &[u32]) -> f64 {
        let Training { shape, rounded, gradients, target, positions, .. } = self;
        let parts = batch.par_chunks(batch.len().div_ceil(PARTS));
        let losses: Vec<f64> = parts
            .zip(gradients.par_iter_mut())
            .map(|(part, gradient)| {
                let positions = part.iter().map(|&index| &positions[index as usize]);
                gradient::add(shape, rounded, target, positions, gradient)
            })
            .collect();
        let rate = self.rate();
        self.optimizer.step(&mut self.exact, &mut self.gradients, batch.len(), rate);
        self.rounded = self.exact.rounded();
        self.steps += 1;
        self.bar.inc(batch.len() as u64);
        losses.iter().sum()
    }

    /// The mean squared error on these positions.
    fn loss(&self, positions: &[TrainingPosition]) -> f64 {
        let weights = self.rounded.parts();
        mean_loss(positions, &self.target, |chunk| {
            let mut accumulators = Vec::new();
            let mut expected = Vec::with_capacity(chunk.len());
            for position in chunk {
                let (output, activity) = forward(&self.shape, &weights, position, accumulators);
                accumulators = activity.accumulators;
                expected.push(sigmoid(output));
            }
            expected
        })
    }
}

/// The mean squared error of expected scores on these positions.
pub(crate) fn mean_loss(
    positions: &[TrainingPosition],
    target: &Target,
    expected: impl Fn(&[TrainingPosition]) -> Vec<f32> + Sync,
) -> f64 {
    let sums: Vec<f64> = positions
        .par_chunks(CHUNK)
        .map(|chunk| {
            let pairs = expected(chunk).into_iter().zip(chunk);
            pairs
                .map(|(expected, position)| f64::from(squared_error(expected, target.of(position))))
                .sum()
        })
        .collect();
    sums.iter().sum::<f64>() / positions.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantised::QuantisedNetwork;
    use crate::samples::positions;

    const OPTIONS: TrainingOptions =
        TrainingOptions { epochs: 60, batch: 64, rate: 0.01, decay: 0.01, seed: 1, quiet: true };
    const TARGET: Target = Target { scale: 300.0, results: 0.3 };

    fn train(options: TrainingOptions, positions: &[TrainingPosition]) -> (Vec<Epoch>, Vec<u8>) {
        let shape = Shape::mirrored(32, 4);
        let mut training = Training::new(shape.clone(), options, TARGET, None, positions);
        let epochs = (1..=options.epochs).map(|number| training.epoch(number, positions)).collect();
        (epochs, QuantisedNetwork::of(&shape, training.network(), 300).bytes())
    }

    #[test]
    fn a_small_set_is_learned_by_heart() {
        let positions = positions(5, 256);
        let (epochs, bytes) = train(OPTIONS, &positions);
        let (first, last) = (epochs[0].validation, epochs[59].validation);
        assert!(last < 0.0005 && last < first / 20.0, "{first} {last}");
        assert!(QuantisedNetwork::read(&bytes).is_ok_and(|read| read.bytes() == bytes));
    }

    #[test]
    fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads() {
        let positions = positions(6, 300);
        let with = |threads, seed| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| train(TrainingOptions { epochs: 3, seed, ..OPTIONS }, &positions))
        };
        let one = with(1, 1);
        assert!(one == with(1, 1) && one == with(3, 1));
        assert!(one.1 != with(1, 2).1);
    }

    #[test]
    fn the_rate_falls_to_its_last_share() {
        let positions = positions(6, 100);
        let (epochs, _) = train(TrainingOptions { epochs: 4, ..OPTIONS }, &positions);
        assert!(epochs.is_sorted_by(|a, b| a.rate > b.rate));
        assert!((epochs[3].rate - OPTIONS.rate * LAST_RATE).abs() < 1e-6, "{}", epochs[3].rate);
    }
}
