//! Hypotheses on normalized Elo: on the expected score in units of its standard deviation.
//!
//! Source: M. Van den Bergh, "Normalized Elo", and "Comments on normalized Elo" for the fixed
//! point.

use crate::elo::NORMALIZED_ELO_SCALE;
use crate::empirical_likelihood::multiplier;
use crate::score_counts::ScoreCounts;

/// Probabilities of the cells.
type Distribution = [f64; 5];

/// From the uniform distribution the fixed point is found up to here; beyond, in steps.
const DIRECT_T: f64 = 0.5;
/// The distance from one fixed point to the next.
const STEP_T: f64 = 0.15;
/// Rounds of the iteration, at most; some ten are usual.
const MAX_ROUNDS: usize = 500;
/// The iteration ends when no probability moves by more.
const TOLERANCE: f64 = 1e-13;

/// The log-likelihood ratio of the best distributions with either normalized Elo.
pub(super) fn log_likelihood_ratio(counts: &ScoreCounts, elo0: f64, elo1: f64) -> f64 {
    let scale = counts.unit().games().sqrt() / NORMALIZED_ELO_SCALE;
    let fit0 = best_distribution(counts, elo0 * scale);
    let fit1 = best_distribution(counts, elo1 * scale);
    counts
        .weights()
        .iter()
        .zip(fit0.iter().zip(fit1))
        .filter(|&(&weight, _)| weight > 0.0)
        .map(|(weight, (p0, p1))| weight * (p1 / p0).ln())
        .sum()
}

/// The likeliest distribution on the cells with (mean - 1/2) / standard deviation = `t`.
fn best_distribution(counts: &ScoreCounts, t: f64) -> Distribution {
    let mut fit = [1.0 / counts.unit().cells() as f64; 5];
    let mut reached = t.abs().min(DIRECT_T);
    loop {
        fit = iterate(counts, reached.copysign(t), fit);
        if reached >= t.abs() {
            return fit;
        }
        reached = t.abs().min(reached + STEP_T);
    }
}

/// The constraint is linearised at the current distribution, which leaves a constraint on an
/// expectation; the likeliest distribution under that one is the next.
fn iterate(counts: &ScoreCounts, t: f64, mut fit: Distribution) -> Distribution {
    for _ in 0..MAX_ROUNDS {
        let next = likeliest(counts, &linearised(counts, t, &fit));
        let change = fit.iter().zip(next).map(|(old, new)| (old - new).abs()).fold(0.0, f64::max);
        fit = next;
        if change < TOLERANCE {
            break;
        }
    }
    fit
}

/// phi_j = a_j - 1/2 - (t sigma / 2) (1 + ((a_j - mu) / sigma)^2), mu and sigma those of `fit`.
fn linearised(counts: &ScoreCounts, t: f64, fit: &Distribution) -> Distribution {
    let mut mean = 0.0;
    for ((value, _), p) in counts.cells().zip(fit) {
        mean += p * value;
    }
    let variance: f64 =
        counts.cells().zip(fit).map(|((value, _), p)| p * (value - mean).powi(2)).sum();
    let deviation = variance.sqrt();
    let mut phi = [0.0; 5];
    for ((value, _), phi) in counts.cells().zip(&mut phi) {
        let standardised = (value - mean) / deviation;
        *phi = value - 0.5 - t * deviation / 2.0 * (1.0 + standardised * standardised);
    }
    phi
}

/// The likeliest distribution under which phi has the expectation 0: p_j / (1 + theta phi_j). If
/// theta reaches the end of its range the remaining mass goes to the extreme cell, which then has
/// no samples.
fn likeliest(counts: &ScoreCounts, phi: &Distribution) -> Distribution {
    let cells = counts.unit().cells();
    let samples = counts.samples();
    let by_phi = |a: &usize, b: &usize| phi[*a].total_cmp(&phi[*b]);
    let lowest = (0..cells).min_by(by_phi).unwrap_or(0);
    let highest = (0..cells).max_by(by_phi).unwrap_or(0);
    let samples_of_phi = phi.iter().copied().zip(counts.weights().iter().copied());
    let range = [-1.0 / phi[highest], -1.0 / phi[lowest]];
    let theta = multiplier(samples_of_phi.filter(|&(_, weight)| weight > 0.0), range);
    let mut fit = [0.0; 5];
    for ((fit, weight), phi) in fit.iter_mut().zip(counts.weights()).zip(phi) {
        if *weight > 0.0 {
            *fit = weight / samples / (1.0 + theta * phi);
        }
    }
    let left = 1.0 - fit.iter().sum::<f64>();
    let extreme = if theta < 0.0 { highest } else { lowest };
    if counts.weights()[extreme] == 0.0 {
        fit[extreme] = left.max(0.0);
    }
    fit
}
