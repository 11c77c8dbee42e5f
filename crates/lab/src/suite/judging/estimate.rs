//! Means with intervals: of shares, and of losses of expected score, from clusters of judged moves.

use std::collections::BTreeMap;

use serde::Serialize;

use document::number;
use stats::clustered::{self, Cluster};
use stats::{CONFIDENCE, Interval};

/// A mean with its interval, from clusters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The lower end of the 95 % interval; minus infinity is `null`.
    pub low: f64,
    /// The upper end; infinity is `null`.
    pub high: f64,
}

impl Estimate {
    /// The mean of values from 0 to 1, each with the number of its cluster.
    #[must_use]
    pub fn of_shares(values: impl IntoIterator<Item = (u32, f64)>) -> Estimate {
        Estimate::of(values).within(0.0, 1.0)
    }

    /// The mean of losses of expected score from -1 to 1, each with the number of its cluster: estimated as scores from
    /// 0 to 1, as intervals take them.
    #[must_use]
    pub fn of_losses(losses: impl IntoIterator<Item = (u32, f64)>) -> Estimate {
        let back = |score: f64| 2.0 * score - 1.0;
        let scores = losses.into_iter().map(|(cluster, loss)| (cluster, f64::midpoint(1.0, loss)));
        let Estimate { mean, low, high } = Estimate::of(scores);
        Estimate { mean: back(mean), low: back(low), high: back(high) }.within(-1.0, 1.0)
    }

    fn of(values: impl IntoIterator<Item = (u32, f64)>) -> Estimate {
        let mut clusters: BTreeMap<u32, Cluster> = BTreeMap::new();
        for (number, value) in values {
            let cluster = clusters.entry(number).or_insert(Cluster { pairs: 0.0, total: 0.0 });
            cluster.pairs += 1.0;
            cluster.total += value;
        }
        let clusters: Vec<Cluster> = clusters.into_values().collect();
        match clustered::estimate(&clusters, CONFIDENCE) {
            Some(found) => {
                let Interval { low, high } = found.interval;
                Estimate { mean: found.mean, low, high }
            }
            None => Estimate { mean: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY },
        }
    }

    fn within(self, low: f64, high: f64) -> Estimate {
        Estimate { mean: self.mean, low: self.low.max(low), high: self.high.min(high) }
    }

    /// The same seen from the other side.
    #[must_use]
    pub fn reversed(self) -> Estimate {
        Estimate { mean: -self.mean, low: -self.high, high: -self.low }
    }

    /// `14.0 % [9.1, 18.9]`.
    #[must_use]
    pub fn percent(&self) -> String {
        let [mean, low, high] =
            [self.mean, self.low, self.high].map(|share| number::decimal(100.0 * share, 1));
        format!("{mean} % [{low}, {high}]")
    }
}
