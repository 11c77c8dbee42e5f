//! An interval that is safe to check up to a planned number of pairs: narrower at the planned end
//! than one by bets, since it spends no error on later pairs.
//!
//! The sum of the deviations of n pairs from their expectation is close to a Brownian motion. By the
//! reflection principle one that ever leaves a band of constant height before the planned end is
//! beyond that height at the end with a probability of one half. So the band that is left at some look
//! with a probability of at most alpha lies at the height that a single look at the end exceeds with
//! alpha/2: 2.24 standard deviations of the sum of all planned pairs at 95 %, where a single look has
//! 1.96. The mean of n of N pairs is then known to within 2.24 sd sqrt(N) / n: wide at the beginning,
//! narrow at the end, as in P. C. O'Brien and T. R. Fleming, "A multiple testing procedure for clinical
//! trials" (Biometrics 35, 1979), here with a look after every pair.
//!
//! Unlike bets it is asymptotic: it takes the sum for normal and the variance, which is estimated from
//! the same pairs, for known. Both matter least where the band is narrow against the sum, at the
//! beginning.

use std::fmt;
use std::str::FromStr;

use super::betting::variance_of;
use super::distributions::{normal_quantile, normal_tail};
use super::interval::Interval;
use super::moments::Moments;
use super::score_counts::ScoreCounts;

/// The interval's length: fixed before the first pair, as the guarantee demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Horizon {
    /// Pairs that are planned, at least 1. Later ones count for nothing.
    pub pairs: u32,
}

impl Horizon {
    /// The end after this many pairs.
    #[must_use]
    pub fn of(pairs: u32) -> Horizon {
        Horizon { pairs: pairs.max(1) }
    }

    /// The logarithm of the evidence that the expected score exceeds `mean`: if it does not, it
    /// reaches ln(x) at some look up to the planned one with a probability of about 1/x at most. 0
    /// without samples; falls as `mean` grows.
    #[must_use]
    pub fn log_evidence_above(&self, counts: &ScoreCounts, mean: f64) -> f64 {
        let Some(Moments { samples, mean: score, .. }) = Moments::of(counts) else { return 0.0 };
        let height = samples * (score - mean) / self.deviation(counts);
        // The probability of reaching this height by the end is twice that of being there.
        -(2.0 * normal_tail(height)).max(f64::MIN_POSITIVE).ln()
    }

    /// The logarithm of the evidence that the expected score is below `mean`.
    #[must_use]
    pub fn log_evidence_below(&self, counts: &ScoreCounts, mean: f64) -> f64 {
        self.log_evidence_above(&counts.reversed(), 1.0 - mean)
    }

    /// The expected scores that these pairs alone do not exclude.
    #[must_use]
    pub fn interval(&self, counts: &ScoreCounts, confidence: f64) -> Interval {
        let Some(Moments { samples, mean, .. }) = Moments::of(counts) else {
            return Interval::ALL;
        };
        let half = height(confidence) * self.deviation(counts) / samples;
        Interval { low: (mean - half).max(0.0), high: (mean + half).min(1.0) }
    }

    /// Standard deviation of the sum of all planned pairs, as estimated from those played.
    fn deviation(&self, counts: &ScoreCounts) -> f64 {
        (variance_of(counts) * f64::from(self.pairs)).sqrt()
    }
}

/// The height of the band in standard deviations of the sum of all planned pairs.
#[must_use]
pub fn height(confidence: f64) -> f64 {
    normal_quantile(1.0 - (1.0 - confidence) / 4.0)
}

/// `horizon{pairs=200}`.
impl fmt::Display for Horizon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "horizon{{pairs={}}}", self.pairs)
    }
}

/// A text that is not the notation of a horizon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseHorizonError;

impl FromStr for Horizon {
    type Err = ParseHorizonError;

    fn from_str(text: &str) -> Result<Horizon, ParseHorizonError> {
        let pairs = text.strip_prefix("horizon{pairs=").and_then(|rest| rest.strip_suffix('}'));
        let pairs = pairs.and_then(|pairs| pairs.parse().ok()).filter(|&pairs| pairs > 0);
        pairs.map(|pairs| Horizon { pairs }).ok_or(ParseHorizonError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_evidence_excludes_what_the_interval_does() {
        let horizon = Horizon::of(400);
        for counts in
            [[3, 20, 40, 30, 7], [0, 4, 30, 9, 0], [10, 60, 180, 110, 40], [0, 0, 0, 0, 9]]
        {
            let counts = ScoreCounts::of_pairs(counts);
            for confidence in [0.9, 0.95, 0.9875] {
                let threshold = (2.0 / (1.0_f64 - confidence)).ln();
                let Interval { low, high } = horizon.interval(&counts, confidence);
                for (end, evidence) in [
                    (low, horizon.log_evidence_above(&counts, low)),
                    (1.0 - high, horizon.log_evidence_below(&counts, high)),
                ] {
                    let is_at_the_edge = end == 0.0 && evidence <= threshold;
                    assert!((evidence - threshold).abs() < 1e-6 || is_at_the_edge, "{counts:?}");
                }
            }
        }
    }

    #[test]
    fn at_the_planned_end_it_is_a_seventh_wider_than_a_single_look() {
        assert!((height(0.95) - 2.2414).abs() < 1e-4);
        let counts = ScoreCounts::of_pairs([1000, 6000, 18_000, 11_000, 4000]);
        let ours = Horizon::of(40_000).interval(&counts, 0.95);
        let single = crate::student_t::interval(&counts, 0.95).unwrap();
        let ratio = (ours.high - ours.low) / (single.high - single.low);
        assert!((ratio - 1.1436).abs() < 1e-3, "{ratio}");
        let halfway = Horizon::of(80_000).interval(&counts, 0.95);
        assert!((halfway.high - halfway.low) / (ours.high - ours.low) > 1.4);
    }

    #[test]
    fn it_reads_back_the_same() {
        assert_eq!(Horizon::of(1234).to_string().parse(), Ok(Horizon { pairs: 1234 }));
        for text in ["horizon{pairs=0}", "horizon{pairs=}", "horizon{}", "horizon{pairs=1.5}"] {
            assert!(text.parse::<Horizon>().is_err(), "{text}");
        }
    }
}
