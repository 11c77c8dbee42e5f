//! Means with intervals: of shares, and of losses of expected score, over judged moves.

use serde::Serialize;

use document::number;
use stats::distributions::critical_value;
use stats::{CONFIDENCE, Interval, wilson};

/// Values that an interval needs at least: of fewer it says more about the method than about them.
const FEWEST: usize = 20;

/// A mean with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The lower end of the 95 % interval; minus infinity, `null` in JSON, of fewer than 20 values.
    pub low: f64,
    /// The upper end; infinity is `null`.
    pub high: f64,
}

impl Estimate {
    /// The mean of values from 0 to 1, with Wilson's interval, scaled by their spread.
    #[must_use]
    pub fn of_shares(values: &[f64]) -> Estimate {
        Estimate::of(values, wilson::around)
    }

    /// The mean of losses of expected score from -1 to 1, with Student's interval: estimated as scores from 0 to 1, as
    /// intervals take them.
    #[must_use]
    pub fn of_losses(losses: &[f64]) -> Estimate {
        let scores: Vec<f64> = losses.iter().map(|loss| f64::midpoint(1.0, *loss)).collect();
        let student = |mean, half| Interval {
            low: f64::max(mean - half, 0.0),
            high: f64::min(mean + half, 1.0),
        };
        let Estimate { mean, low, high } = Estimate::of(&scores, student);
        let [mean, low, high] = [mean, low, high].map(|score| 2.0 * score - 1.0);
        Estimate { mean, low, high }
    }

    fn of(values: &[f64], interval: impl Fn(f64, f64) -> Interval) -> Estimate {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count.max(1.0);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let Interval { low, high } = match values.len() {
            ..FEWEST => Interval { low: f64::NEG_INFINITY, high: f64::INFINITY },
            _ if squares < 1e-9 => wilson::of_constant(mean, count, CONFIDENCE),
            _ => {
                let error = (squares / (count * (count - 1.0))).sqrt();
                interval(mean, critical_value(CONFIDENCE, count) * error)
            }
        };
        Estimate { mean, low, high }
    }

    /// `14.0 % [9.1, 18.9]`; `14.0 %` of too few.
    #[must_use]
    pub fn percent(&self) -> String {
        let [mean, low, high] =
            [self.mean, self.low, self.high].map(|share| number::decimal(100.0 * share, 1));
        match self.low.is_finite() {
            true => format!("{mean} % [{low}, {high}]"),
            false => format!("{mean} %"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_few_have_wilsons_interval_and_groups_below_20_have_none() {
        let values = |ones: usize, all: usize| {
            (0..all).map(|i| f64::from(u8::from(i < ones))).collect::<Vec<f64>>()
        };
        assert_eq!(Estimate::of_shares(&values(3, 19)).percent(), "15.8 %");
        // Student's interval would begin below 0.
        let few = Estimate::of_shares(&values(1, 20));
        assert_eq!(few.percent(), "5.0 % [0.8, 26.1]");
        let all = Estimate::of_shares(&values(20, 20));
        assert!(all.low > 0.7 && all.low < 0.9 && all.high == 1.0, "{all:?}");
        let loss = Estimate::of_losses(&[0.1; 30]);
        assert!((loss.mean - 0.1).abs() < 1e-12 && loss.low < 0.1 && loss.high > 0.1, "{loss:?}");
        let losses: Vec<f64> = (0..40).map(|i| f64::from(i % 4) / 100.0).collect();
        assert_eq!(Estimate::of_losses(&losses).percent(), "1.5 % [1.1, 1.9]");
        assert_eq!(Estimate::of_losses(&losses[..19]).percent(), "1.4 %");
        assert_eq!(Estimate::of_shares(&[]).mean, 0.0);
    }
}
