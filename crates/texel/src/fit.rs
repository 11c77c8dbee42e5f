//! Logistic regression on evaluations.
//!
//! A score of c centipawns predicts the result 1 / (1 + exp(-c / s)). The scale s is the one with
//! which the scores of the games' own searches predict their results best, so that a centipawn
//! keeps its value. Then the weights are fitted so that the evaluation best predicts a blend of the
//! game's result and of the result predicted by the search's score: a result is true but noisy, and
//! all positions of a game share it; a search says more about its own position. A normal prior
//! around the present weights decides where the games do not; relative to it the positions of a
//! game count as one observation.
//!
//! The loss is cross-entropy; the descent is Adam (Kingma and Ba, 2015, algorithm 1) on all positions at
//! once. They are summed in fixed parts, so that the result does not depend on the number of threads.

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::model::{Observation, Pair, Target};
use crate::positions::Sample;

/// The settings of a fit.
#[derive(Debug, Args)]
pub(crate) struct FitOptions {
    /// Passes over all positions
    #[arg(long, default_value_t = 300)]
    pub(crate) passes: u32,
    /// The weight of the game's result in the target, from 0 to 1; the rest is the result that the score
    /// of the search in the PGN file predicts
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    pub(crate) results: f64,
    /// The standard deviation, in centipawns, of the normal prior around the present weights, which
    /// decides where the games do not
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 40.0)]
    pub(crate) prior: f64,
}

/// The fitted weights, and how well they fit.
pub(crate) struct Fit {
    pub(crate) weights: Vec<Pair>,
    /// Centipawns that multiply the odds by e.
    scale: f64,
    /// Mean loss in nats over the training positions, before and after the fit.
    training: [f64; 2],
    /// The same over the validation positions.
    validation: [f64; 2],
}

impl Fit {
    pub(crate) fn describe(&self) -> String {
        let [before, after] = self.training;
        let [other_before, other_after] = self.validation;
        format!(
            "{:.0} centipawns multiply the odds by e\nmean cross-entropy loss, nats per position:\n  \
             training    {before:.6} -> {after:.6}\n  validation  {other_before:.6} -> {other_after:.6}",
            self.scale
        )
    }
}

/// Fits the weights of the evaluation to a sample.
pub(crate) fn fit(sample: &Sample, options: &FitOptions, quiet: bool) -> Fit {
    let present: Vec<Pair> =
        engine::weights().into_iter().map(|pair| pair.map(f64::from)).collect();
    let target = Target { scale: best_scale(&sample.training), results: options.results };
    let loss = |observations, weights: &[Pair]| mean_loss(observations, weights, target);
    let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(options.passes.into()) };
    let style = ProgressStyle::with_template("fitting {wide_bar} {pos}/{len}, {eta} left  {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut weights = present.clone();
    let mut descent = Descent::new(weights.len());
    for pass in 1..=options.passes {
        let (loss, mut gradient) = gradient(&sample.training, &weights, target);
        let pull = 1.0 / (options.prior * options.prior * f64::from(sample.training_games.max(1)));
        for ((gradient, weight), present) in gradient.iter_mut().zip(&weights).zip(&present) {
            for phase in 0..2 {
                gradient[phase] += pull * (weight[phase] - present[phase]);
            }
        }
        descent.step(&mut weights, &gradient, pass, options.passes);
        bar.set_message(format!("{loss:.6}"));
        bar.inc(1);
    }
    bar.finish_and_clear();
    Fit {
        scale: target.scale,
        training: [loss(&sample.training, &present), loss(&sample.training, &weights)],
        validation: [loss(&sample.validation, &present), loss(&sample.validation, &weights)],
        weights,
    }
}

/// The scale with which the searches' scores have the least loss against the results, by golden section.
fn best_scale(observations: &[Observation]) -> f64 {
    const RATIO: f64 = 0.618_033_988_749_895;
    let loss = |scale: f64| -> f64 {
        let parts = in_parts(observations, |part| {
            part.iter().map(|observation| observation.loss_of_search(scale)).sum::<f64>()
        });
        parts.into_iter().sum()
    };
    let (mut low, mut high) = (20.0, 1000.0);
    while high - low > 0.5 {
        let (left, right) = (high - RATIO * (high - low), low + RATIO * (high - low));
        if loss(left) < loss(right) {
            high = right;
        } else {
            low = left;
        }
    }
    f64::midpoint(low, high)
}

/// Adam's moments.
struct Descent {
    first: Vec<Pair>,
    second: Vec<Pair>,
}

impl Descent {
    /// Centipawns of the first steps; they shrink to none.
    const STEP: f64 = 2.0;
    const DECAY: [f64; 2] = [0.9, 0.999];

    fn new(count: usize) -> Descent {
        Descent { first: vec![[0.0; 2]; count], second: vec![[0.0; 2]; count] }
    }

    fn step(&mut self, weights: &mut [Pair], gradient: &[Pair], pass: u32, passes: u32) {
        let [first_decay, second_decay] = Self::DECAY;
        let first_bias = 1.0 - first_decay.powi(pass as i32);
        let second_bias = 1.0 - second_decay.powi(pass as i32);
        let left = 1.0 - f64::from(pass - 1) / f64::from(passes);
        for (i, weight) in weights.iter_mut().enumerate() {
            for phase in 0..2 {
                let slope = gradient[i][phase];
                let first = &mut self.first[i][phase];
                *first = first_decay * *first + (1.0 - first_decay) * slope;
                let second = &mut self.second[i][phase];
                *second = second_decay * *second + (1.0 - second_decay) * slope * slope;
                let size = (*second / second_bias).sqrt() + 1e-12;
                weight[phase] -= Self::STEP * left * (*first / first_bias) / size;
            }
        }
    }
}

fn mean_loss(observations: &[Observation], weights: &[Pair], target: Target) -> f64 {
    let parts = in_parts(observations, |part| {
        part.iter().map(|observation| observation.loss(weights, target)).sum::<f64>()
    });
    parts.into_iter().sum::<f64>() / observations.len() as f64
}

/// The mean loss and its gradient.
fn gradient(observations: &[Observation], weights: &[Pair], target: Target) -> (f64, Vec<Pair>) {
    let parts = in_parts(observations, |part| {
        let mut gradient = vec![[0.0; 2]; weights.len()];
        let add =
            |observation: &Observation| observation.add_gradient(weights, target, &mut gradient);
        let loss: f64 = part.iter().map(add).sum();
        (loss, gradient)
    });
    let count = observations.len() as f64;
    let mut total = vec![[0.0; 2]; weights.len()];
    let mut loss = 0.0;
    for (of_part, gradient) in parts {
        loss += of_part / count;
        for (total, part) in total.iter_mut().zip(gradient) {
            total[0] += part[0] / count;
            total[1] += part[1] / count;
        }
    }
    (loss, total)
}

/// Computes something of each of a fixed number of parts, on all cores; in the order of the parts.
fn in_parts<T: Send>(
    observations: &[Observation],
    of_part: impl Fn(&[Observation]) -> T + Sync + Send,
) -> Vec<T> {
    const PARTS: usize = 16;
    let size = observations.len().div_ceil(PARTS).max(1);
    observations.par_chunks(size).map(of_part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Position;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess};

    /// Positions with an extra rook for one side; White scores as if it were worthless, or worth a
    /// lot.
    fn sample(decisive: bool) -> Sample {
        let with_rook = "4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1";
        let against_rook = "r3k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1";
        let observe = |text: &str, result: f32| {
            let fen: Fen = text.parse().unwrap();
            let board: Chess = fen.into_position(CastlingMode::Standard).unwrap();
            let score = if text == with_rook { 100.0 } else { -100.0 };
            Observation::new(&Position::new(&board).features(), score, result)
        };
        let mut sample = Sample { training_games: 800, ..Sample::default() };
        for i in 0..400 {
            let wins = decisive || i % 2 == 0;
            let (more, less) = if wins { (1.0, 0.0) } else { (0.0, 1.0) };
            let part = if i < 300 { &mut sample.training } else { &mut sample.validation };
            part.push(observe(with_rook, more));
            part.push(observe(against_rook, less));
        }
        sample
    }

    /// The value of an extra rook before and after a fit.
    fn rook(sample: &Sample) -> [f64; 2] {
        let options = FitOptions { passes: 100, results: 1.0, prior: 1000.0 };
        let present: Vec<Pair> =
            engine::weights().into_iter().map(|pair| pair.map(f64::from)).collect();
        [present, fit(sample, &options, true).weights]
            .map(|weights| sample.training[0].centipawns(&weights))
    }

    #[test]
    fn a_rook_loses_worth_only_where_it_wins_nothing() {
        let [before, after] = rook(&sample(false));
        assert!(after < before - 50.0, "{before} -> {after}");
        let [before, after] = rook(&sample(true));
        assert!(after > before - 1.0, "{before} -> {after}");
    }

    #[test]
    fn a_fit_lowers_the_loss_and_can_be_repeated() {
        let sample = sample(false);
        let options = FitOptions { passes: 50, results: 1.0, prior: 100.0 };
        let (first, second) = (fit(&sample, &options, true), fit(&sample, &options, true));
        assert!(first.training[1] < first.training[0]);
        assert_eq!(first.weights, second.weights);
    }
}
