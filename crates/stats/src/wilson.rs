//! Wilson's score interval, scaled by the observed spread.

use super::distributions::critical_value;
use super::interval::Interval;
use super::moments::Moments;
use super::score_counts::ScoreCounts;

/// Interval for the expected score: {s : (mu - s)^2 <= kappa s (1 - s)} with
/// kappa = t^2 s2 / (n mu (1 - mu)). All scores without samples.
///
/// Wilson (1927) for a proportion, its variance scaled to that of the samples. Inside 0 to 1, in
/// closed form. If all samples are equal the spread is meaningless and the exact rule
/// [`of_constant`] replaces it.
#[must_use]
pub fn interval(counts: &ScoreCounts, confidence: f64) -> Interval {
    let Some(moments) = Moments::of(counts) else { return Interval::ALL };
    if let Some(value) = counts.constant() {
        return of_constant(value, moments.samples, confidence);
    }
    let t = critical_value(confidence, moments.samples);
    around(moments.mean, t * (moments.unbiased_variance() / moments.samples).sqrt())
}

/// Interval for an expected score where that of Student's t reaches so far from the mean, which is neither 0 nor 1.
#[must_use]
pub fn around(mean: f64, half_width: f64) -> Interval {
    let bernoulli = mean * (1.0 - mean);
    let kappa = half_width * half_width / bernoulli;
    let center = mean + kappa / 2.0;
    let half = (kappa * kappa / 4.0 + kappa * bernoulli).sqrt();
    Interval { low: (center - half) / (1.0 + kappa), high: (center + half) / (1.0 + kappa) }
}

/// Interval for the expected score when all of `samples` samples had the same value: under a mean
/// further away, other values would be so frequent that some would have occurred.
#[must_use]
pub fn of_constant(value: f64, samples: f64, confidence: f64) -> Interval {
    let factor = ((1.0 - confidence) / 2.0).powf(1.0 / samples);
    Interval { low: value * factor, high: 1.0 - (1.0 - value) * factor }
}
