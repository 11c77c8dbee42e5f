//! Mean, variance, skewness and kurtosis of counts.

use super::score_counts::ScoreCounts;

/// Moments of the samples of a [`ScoreCounts`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// Number of samples.
    pub samples: f64,
    /// Mean: the score, 0 to 1.
    pub mean: f64,
    /// Variance with divisor n (maximum likelihood).
    pub variance: f64,
    /// Third standardised moment; not a number where the variance is 0.
    pub skewness: f64,
    /// Fourth standardised moment less 3; not a number where the variance is 0.
    pub excess_kurtosis: f64,
}

impl Moments {
    /// The moments of a counts, or `None` if it is empty.
    #[must_use]
    pub fn of(counts: &ScoreCounts) -> Option<Moments> {
        let samples = counts.samples();
        if samples == 0.0 {
            return None;
        }
        let mean = counts.cells().map(|(value, weight)| value * weight).sum::<f64>() / samples;
        let central = |power: i32| {
            counts.cells().map(|(value, weight)| weight * (value - mean).powi(power)).sum::<f64>()
                / samples
        };
        let variance = if counts.constant().is_some() { 0.0 } else { central(2) };
        Some(Moments {
            samples,
            mean,
            variance,
            skewness: central(3) / variance.powf(1.5),
            excess_kurtosis: central(4) / variance.powi(2) - 3.0,
        })
    }

    /// Variance with divisor n - 1; not a number for a single sample.
    #[must_use]
    pub fn unbiased_variance(&self) -> f64 {
        self.variance * self.samples / (self.samples - 1.0)
    }
}
