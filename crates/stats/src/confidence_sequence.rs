//! An anytime-valid interval by a mixture of bets on the counts, for matches that versions before 0.2 began.
//!
//! If the samples have the expectation m, given all before them, then the wealth prod_i (1 - c + c
//! x_i / m) of a bettor with the stake c on "the mean is higher" is a nonnegative
//! martingale that starts at 1. So is any mixture over c, and the probability that it ever reaches
//! 1/alpha is at most alpha (Ville 1939). A sample has one of few values, so the wealth follows
//! from the counts: no order, no state. Source: Waudby-Smith & Ramdas, "Estimating means of bounded
//! random variables by betting" (JRSS B, 2023); the mixture here is a fixed grid.
//!
//! Assumes that the expectation of the next sample does not depend on earlier ones: samples fed in
//! the order of the schedule, a shuffled book, no change of engine or machine. It does not need
//! equal variances, nor independence of the two games of a pair.

use std::array;
use std::sync::LazyLock;

use super::interval::Interval;
use super::moments::Moments;
use super::root;
use super::score_counts::ScoreCounts;

/// Number of bets in the mixture.
pub const BETS: usize = 24;

/// One bet of the mixture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bet {
    /// Fraction of the wealth at stake: 0.005 * 198^(i/23), from 0.005 to 0.99.
    pub(crate) fraction: f64,
    /// Logarithm of its share in the mixture, which goes as the fourth root of the fraction.
    pub(crate) log_share: f64,
}

/// The mixture: fixed once and for all, as the guarantee demands.
pub(crate) static MIXTURE: LazyLock<[Bet; BETS]> = LazyLock::new(|| {
    let fractions: [f64; BETS] =
        array::from_fn(|i| 0.005 * 198_f64.powf(i as f64 / (BETS - 1) as f64));
    let total: f64 = fractions.iter().map(|fraction| fraction.powf(0.25)).sum();
    fractions.map(|fraction| Bet { fraction, log_share: (fraction.powf(0.25) / total).ln() })
});

/// ln K+(m): the logarithm of the evidence that the expected score exceeds `mean`. An e-value: if
/// it does not, K reaches x with probability 1/x at most, at any time of checking.
#[must_use]
pub fn log_evidence_above(counts: &ScoreCounts, mean: f64) -> f64 {
    log_sum_exp(MIXTURE.iter().map(|bet| {
        bet.log_share
            + counts
                .occupied()
                .map(|(value, weight)| weight * (bet.fraction * (value / mean - 1.0)).ln_1p())
                .sum::<f64>()
    }))
}

/// ln K-(m): the logarithm of the evidence that the expected score is below `mean`.
#[must_use]
pub fn log_evidence_below(counts: &ScoreCounts, mean: f64) -> f64 {
    log_evidence_above(&counts.reversed(), 1.0 - mean)
}

/// Interval for the expected score: {m : K+(m) < 2/alpha and K-(m) < 2/alpha}. With probability
/// 1 - alpha it contains the expectation at every look of a match.
///
/// About 1.7 times as wide as an interval for a fixed length.
#[must_use]
pub fn interval(counts: &ScoreCounts, confidence: f64) -> Interval {
    let threshold = (2.0 / (1.0 - confidence)).ln();
    Interval::from_lower_ends(
        lower_end(counts, threshold),
        lower_end(&counts.reversed(), threshold),
    )
}

fn lower_end(counts: &ScoreCounts, threshold: f64) -> f64 {
    match Moments::of(counts) {
        Some(moments) if moments.mean > 0.0 => {
            root::lower_end(moments.mean, |m| log_evidence_above(counts, m) - threshold)
        }
        _ => 0.0,
    }
}

/// ln(sum of exp), without overflow.
pub(crate) fn log_sum_exp(terms: impl Iterator<Item = f64>) -> f64 {
    let terms: Vec<f64> = terms.collect();
    let largest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    largest + terms.iter().map(|term| (term - largest).exp()).sum::<f64>().ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_evidence_is_a_fair_bet() {
        // Every sequence of four pairs under a law with mean 0.45: the expectation of K is 1.
        let law = [0.15, 0.2, 0.4, 0.2, 0.05];
        let mean: f64 = law.iter().enumerate().map(|(j, p)| p * j as f64 / 4.0).sum();
        let mut expectation = 0.0;
        for sequence in 0..5_usize.pow(4) {
            let (mut counts, mut probability, mut rest) = ([0; 5], 1.0, sequence);
            for _ in 0..4 {
                counts[rest % 5] += 1;
                probability *= law[rest % 5];
                rest /= 5;
            }
            expectation +=
                probability * log_evidence_above(&ScoreCounts::of_pairs(counts), mean).exp();
        }
        assert!((expectation - 1.0).abs() < 1e-12, "{expectation}");
    }

    #[test]
    fn nothing_is_excluded_before_the_first_sample() {
        assert_eq!(interval(&ScoreCounts::of_pairs([0; 5]), 0.95), Interval::ALL);
    }
}
