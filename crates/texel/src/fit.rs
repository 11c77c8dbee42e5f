//! Logistic regression on evaluations.
//!
//! A score of c centipawns stands for an expected result of 1 / (1 + exp(-c / s)). The scale s is that
//! with which the scores of the games' own searches foretell their results best, so that a centipawn
//! stays what it was in them. Then the weights are sought with which the evaluation foretells best a
//! blend of the result and of what the search's score lets expect: a result says what is true but
//! is noisy, and the positions of a game share it; a search says more of the one position. A normal
//! prior around the weights as they are decides where the games do not; against it the positions of
//! a game count as one observation.
//!
//! The descent is Adam's (Kingma and Ba, 2015, algorithm 1) on all positions at once. They are
//! summed in fixed parts, so that the outcome does not depend on how many threads there are.

use std::thread;

use indicatif::{ProgressBar, ProgressStyle};

use crate::model::{Observation, Pair, Target};
use crate::positions::Sample;

/// How to fit.
pub(crate) struct Plan {
    /// Passes over all positions.
    pub(crate) passes: u32,
    /// The share of the result in what is to be foretold; the rest is the search's.
    pub(crate) results: f64,
    /// Standard deviation of the prior, in centipawns.
    pub(crate) prior: f64,
    pub(crate) quiet: bool,
}

/// What came of it.
pub(crate) struct Fitted {
    pub(crate) weights: Vec<Pair>,
    /// Centipawns that multiply the odds by e.
    scale: f64,
    /// Mean surprise in nats: of the positions fitted to, before and after; and of the others.
    fitted: [f64; 2],
    held_back: [f64; 2],
}

impl Fitted {
    pub(crate) fn describe(&self) -> String {
        let [before, after] = self.fitted;
        let [other_before, other_after] = self.held_back;
        format!(
            "{:.0} centipawns multiply the odds by e\nsurprise in nats a position:\n  \
             fitted     {before:.6} -> {after:.6}\n  held back  {other_before:.6} -> {other_after:.6}",
            self.scale
        )
    }
}

/// Fits the weights of the evaluation to a sample.
pub(crate) fn fit(sample: &Sample, plan: &Plan) -> Fitted {
    let present: Vec<Pair> =
        engine::weights().into_iter().map(|pair| pair.map(f64::from)).collect();
    let target = Target { scale: best_scale(&sample.fit), results: plan.results };
    let surprise = |observations, weights: &[Pair]| mean_surprise(observations, weights, target);
    let bar = if plan.quiet { ProgressBar::hidden() } else { ProgressBar::new(plan.passes.into()) };
    let style = ProgressStyle::with_template("fitting {wide_bar} {pos}/{len}, {eta} left  {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut weights = present.clone();
    let mut descent = Descent::new(weights.len());
    for pass in 1..=plan.passes {
        let (surprise, mut gradient) = gradient(&sample.fit, &weights, target);
        let pull = 1.0 / (plan.prior * plan.prior * f64::from(sample.fitted_games.max(1)));
        for ((gradient, weight), present) in gradient.iter_mut().zip(&weights).zip(&present) {
            for phase in 0..2 {
                gradient[phase] += pull * (weight[phase] - present[phase]);
            }
        }
        descent.step(&mut weights, &gradient, pass, plan.passes);
        bar.set_message(format!("{surprise:.6}"));
        bar.inc(1);
    }
    bar.finish_and_clear();
    Fitted {
        scale: target.scale,
        fitted: [surprise(&sample.fit, &present), surprise(&sample.fit, &weights)],
        held_back: [surprise(&sample.held_back, &present), surprise(&sample.held_back, &weights)],
        weights,
    }
}

/// The scale with which the searches' scores are least surprised by the results, by golden section.
fn best_scale(observations: &[Observation]) -> f64 {
    const RATIO: f64 = 0.618_033_988_749_895;
    let surprise = |scale: f64| -> f64 {
        let parts = in_parts(observations, |part| {
            part.iter().map(|observation| observation.surprise_of_search(scale)).sum::<f64>()
        });
        parts.into_iter().sum()
    };
    let (mut low, mut high) = (20.0, 1000.0);
    while high - low > 0.5 {
        let (left, right) = (high - RATIO * (high - low), low + RATIO * (high - low));
        if surprise(left) < surprise(right) {
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

fn mean_surprise(observations: &[Observation], weights: &[Pair], target: Target) -> f64 {
    let parts = in_parts(observations, |part| {
        part.iter().map(|observation| observation.surprise(weights, target)).sum::<f64>()
    });
    parts.into_iter().sum::<f64>() / observations.len() as f64
}

/// The mean surprise and its gradient.
fn gradient(observations: &[Observation], weights: &[Pair], target: Target) -> (f64, Vec<Pair>) {
    let parts = in_parts(observations, |part| {
        let mut gradient = vec![[0.0; 2]; weights.len()];
        let add =
            |observation: &Observation| observation.add_gradient(weights, target, &mut gradient);
        let surprise: f64 = part.iter().map(add).sum();
        (surprise, gradient)
    });
    let count = observations.len() as f64;
    let mut total = vec![[0.0; 2]; weights.len()];
    let mut surprise = 0.0;
    for (of_part, gradient) in parts {
        surprise += of_part / count;
        for (total, part) in total.iter_mut().zip(gradient) {
            total[0] += part[0] / count;
            total[1] += part[1] / count;
        }
    }
    (surprise, total)
}

/// Computes something of each of a fixed number of parts, on all cores; in the order of the parts.
fn in_parts<T: Send>(
    observations: &[Observation],
    of_part: impl FnMut(&[Observation]) -> T + Clone + Send,
) -> Vec<T> {
    const PARTS: usize = 16;
    let size = observations.len().div_ceil(PARTS).max(1);
    thread::scope(|scope| {
        let start = |part| {
            let mut of_part = of_part.clone();
            scope.spawn(move || of_part(part))
        };
        let threads: Vec<_> = observations.chunks(size).map(start).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Position;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess};

    /// Positions with a rook more or less for white, who scores as if that were worth nothing or a lot.
    fn sample(decisive: bool) -> Sample {
        let with_rook = "4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1";
        let against_rook = "r3k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1";
        let observe = |text: &str, result: f32| {
            let fen: Fen = text.parse().unwrap();
            let board: Chess = fen.into_position(CastlingMode::Standard).unwrap();
            let score = if text == with_rook { 100.0 } else { -100.0 };
            Observation::new(&Position::new(&board).features(), score, result)
        };
        let mut sample = Sample { fitted_games: 800, ..Sample::default() };
        for i in 0..400 {
            let wins = decisive || i % 2 == 0;
            let (more, less) = if wins { (1.0, 0.0) } else { (0.0, 1.0) };
            let part = if i < 300 { &mut sample.fit } else { &mut sample.held_back };
            part.push(observe(with_rook, more));
            part.push(observe(against_rook, less));
        }
        sample
    }

    /// What a rook more is worth before and after a fit.
    fn rook(sample: &Sample) -> [f64; 2] {
        let plan = Plan { passes: 100, results: 1.0, prior: 1000.0, quiet: true };
        let present: Vec<Pair> =
            engine::weights().into_iter().map(|pair| pair.map(f64::from)).collect();
        [present, fit(sample, &plan).weights].map(|weights| sample.fit[0].centipawns(&weights))
    }

    #[test]
    fn a_rook_loses_worth_only_where_it_wins_nothing() {
        let [before, after] = rook(&sample(false));
        assert!(after < before - 50.0, "{before} -> {after}");
        let [before, after] = rook(&sample(true));
        assert!(after > before - 1.0, "{before} -> {after}");
    }

    #[test]
    fn a_fit_lessens_the_surprise_and_can_be_repeated() {
        let sample = sample(false);
        let plan = Plan { passes: 50, results: 1.0, prior: 100.0, quiet: true };
        let (first, second) = (fit(&sample, &plan), fit(&sample, &plan));
        assert!(first.fitted[1] < first.fitted[0]);
        assert_eq!(first.weights, second.weights);
    }
}
