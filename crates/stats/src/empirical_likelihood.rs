//! The empirical-likelihood interval on pairs: the headline for a match of fixed length.

use super::distributions::critical_value;
use super::interval::Interval;
use super::moments::Moments;
use super::root;
use super::score_counts::ScoreCounts;

/// W(m): the decrease of the log-likelihood from the best distribution on the cells to the best one
/// with mean `mean`.
///
/// W(m) = max over lambda in [-1/(1-m), 1/m] of sum_j k_j ln(1 + lambda (a_j - m)). The best
/// distribution may put mass on an end cell without samples; lambda is then at an end of its
/// range. 0 at the observed mean, growing on both sides, infinite where no distribution on the
/// observed cells and the ends has that mean. Source: A. Owen, "Empirical likelihood" (2001),
/// section 2; M. Van den Bergh's generalized SPRT uses the same quantity.
#[must_use]
pub fn divergence(counts: &ScoreCounts, mean: f64) -> f64 {
    if counts.samples() == 0.0 {
        return 0.0;
    }
    if mean <= 0.0 || mean >= 1.0 {
        return if counts.constant() == Some(mean) { 0.0 } else { f64::INFINITY };
    }
    let samples = counts.occupied().map(|(value, weight)| (value - mean, weight));
    likelihood_loss(samples, [-1.0 / (1.0 - mean), 1.0 / mean])
}

/// max over lambda in `range` of sum_j k_j ln(1 + lambda z_j) for the deviations z_j and weights k_j of
/// the samples.
pub(crate) fn likelihood_loss(
    samples: impl Iterator<Item = (f64, f64)> + Clone,
    range: [f64; 2],
) -> f64 {
    let multiplier = multiplier(samples.clone(), range);
    samples.map(|(deviation, weight)| weight * (multiplier * deviation).ln_1p()).sum()
}

/// The lambda in `range` that maximises [`likelihood_loss`], by Newton's method kept inside a shrinking bracket.
pub(crate) fn multiplier(
    samples: impl Iterator<Item = (f64, f64)> + Clone,
    [mut low, mut high]: [f64; 2],
) -> f64 {
    let mut lambda = 0.0;
    for _ in 0..200 {
        let (mut slope, mut curvature) = (0.0, 0.0);
        for (deviation, weight) in samples.clone() {
            let term = deviation / (1.0 + lambda * deviation);
            slope += weight * term;
            curvature += weight * term * term;
        }
        // The slope falls with lambda: its sign says on which side the maximum lies.
        if slope > 0.0 {
            low = lambda;
        } else {
            high = lambda;
        }
        let newton = lambda + slope / curvature;
        let next = if newton > low && newton < high { newton } else { low + (high - low) / 2.0 };
        if next == lambda || high - low <= f64::EPSILON * high.abs().max(low.abs()) {
            break;
        }
        lambda = next;
    }
    lambda
}

/// Interval for the expected score: the means m with 2 W(m) <= t_{n-1}^2. All scores for fewer
/// than two samples.
///
/// Always inside 0 to 1, and wide where all samples are equal. Assumes independent samples: pairs,
/// each from an opening of its own. Coverage 94.5 to 97.1 % over all matches simulated, from 5
/// pairs and 0 to 800 Elo, where Student's t falls to 47 %.
#[must_use]
pub fn interval(counts: &ScoreCounts, confidence: f64) -> Interval {
    if counts.samples() <= 1.0 {
        return Interval::ALL;
    }
    let limit = critical_value(confidence, counts.samples()).powi(2);
    Interval::from_lower_ends(lower_end(counts, limit), lower_end(&counts.reversed(), limit))
}

fn lower_end(counts: &ScoreCounts, limit: f64) -> f64 {
    match Moments::of(counts) {
        Some(moments) => root::lower_end(moments.mean, |m| 2.0 * divergence(counts, m) - limit),
        None => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_divergence_is_zero_at_the_mean_and_grows_away_from_it() {
        let counts = ScoreCounts::of_pairs([3, 11, 40, 15, 6]);
        let mean = Moments::of(&counts).unwrap().mean;
        assert!(divergence(&counts, mean).abs() < 1e-12);
        let values: Vec<f64> =
            (0..20).map(|i| divergence(&counts, mean + 0.02 * f64::from(i))).collect();
        assert!(values.windows(2).all(|pair| pair[0] < pair[1]), "{values:?}");
    }

    #[test]
    fn two_level_pairs_have_an_end_on_neither_side() {
        let interval = interval(&ScoreCounts::of_pairs([0, 1, 0, 1, 0]), 0.95);
        assert_eq!(interval, Interval::ALL);
    }

    #[test]
    fn a_clean_sweep_still_has_a_lower_end() {
        let interval = interval(&ScoreCounts::of_pairs([0, 0, 0, 0, 10]), 0.95);
        assert_eq!(interval.high, 1.0);
        assert!((interval.elo().low - 214.0).abs() < 0.5);
    }
}
