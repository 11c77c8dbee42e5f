//! The interval for a match that plays its openings more than once.

use super::distributions::critical_value;
use super::interval::Interval;
use super::wilson;

/// The pairs of one opening.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cluster {
    /// Number of pairs.
    pub pairs: f64,
    /// Sum of their scores, each 0 to 1.
    pub total: f64,
}

/// Mean score over openings drawn from a population, with its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clustered {
    /// Mean score per pair, 0 to 1.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The interval; not clipped to 0 to 1.
    pub interval: Interval,
}

/// Mean and interval with the opening as the unit of independence. `None` without pairs; with a
/// single opening the interval is all scores.
///
/// se = sqrt(G/(G-1) sum_c (S_c - n_c mu)^2) / N over G openings, N pairs; interval mu -+ t_{G-1}
/// se: the cluster-robust error of a mean (Liang & Zeger 1986). The estimand is the score over all
/// openings that might have been drawn, not only over these. Openings that all scored alike have no
/// spread to estimate from; [`wilson::of_constant`] on openings serves then.
#[must_use]
pub fn estimate(clusters: &[Cluster], confidence: f64) -> Option<Clustered> {
    let pairs: f64 = clusters.iter().map(|cluster| cluster.pairs).sum();
    if pairs == 0.0 {
        return None;
    }
    let openings = clusters.iter().filter(|cluster| cluster.pairs > 0.0).count() as f64;
    let mean = clusters.iter().map(|cluster| cluster.total).sum::<f64>() / pairs;
    let squares: f64 =
        clusters.iter().map(|cluster| (cluster.total - cluster.pairs * mean).powi(2)).sum();
    let standard_error = (openings / (openings - 1.0) * squares).sqrt() / pairs;
    // Scores are multiples of 1/4, so a real difference between openings is far above rounding.
    let interval = if openings < 2.0 {
        Interval::ALL
    } else if squares < 1e-9 {
        wilson::of_constant(mean, openings, confidence)
    } else {
        let half = critical_value(confidence, openings) * standard_error;
        Interval { low: mean - half, high: mean + half }
    };
    Some(Clustered { mean, standard_error, interval })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ScoreCounts, student_t};

    #[test]
    fn one_pair_per_opening_is_the_interval_on_pairs() {
        let mut clusters = vec![Cluster { pairs: 1.0, total: 0.25 }; 7];
        clusters.extend(vec![Cluster { pairs: 1.0, total: 0.75 }; 9]);
        let clustered = estimate(&clusters, 0.95).unwrap().interval;
        let pairs = student_t::interval(&ScoreCounts::of_pairs([0, 7, 0, 9, 0]), 0.95).unwrap();
        assert!((clustered.low - pairs.low).abs() < 1e-12);
        assert!((clustered.high - pairs.high).abs() < 1e-12);
    }

    #[test]
    fn a_copied_match_is_no_more_certain() {
        let once = [0.25, 0.5, 1.0].map(|total| Cluster { pairs: 1.0, total });
        let twice = [0.5, 1.0, 2.0].map(|total| Cluster { pairs: 2.0, total });
        assert_eq!(estimate(&once, 0.95), estimate(&twice, 0.95));
    }

    #[test]
    fn openings_without_spread_still_leave_doubt() {
        let equal = [Cluster { pairs: 2.0, total: 1.0 }; 4];
        let interval = estimate(&equal, 0.95).unwrap().interval;
        assert!(interval.low < 0.3 && interval.high > 0.7);
        assert_eq!(estimate(&equal[..1], 0.95).unwrap().interval, Interval::ALL);
    }
}
