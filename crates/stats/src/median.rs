//! The median of samples with an interval by order statistics, which supposes nothing about their distribution.

use super::interval::Interval;

/// The median and its interval. `None` without samples; an end that the samples do not bound is infinite, so
/// that five samples have no interval of 95 %.
///
/// The ends are the k-th samples from below and from above, k the largest number with
/// P(Bin(n, 1/2) < k) <= (1 - confidence) / 2: the sign test's interval, which holds at least the confidence.
#[must_use]
pub fn estimate(samples: &[f64], confidence: f64) -> Option<(f64, Interval)> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let count = sorted.len();
    let median = f64::midpoint(*sorted.get(count.checked_sub(1)? / 2)?, *sorted.get(count / 2)?);
    let interval = match rank(count, (1.0 - confidence) / 2.0).checked_sub(1) {
        Some(index) => Interval { low: sorted[index], high: sorted[count - 1 - index] },
        None => Interval { low: f64::NEG_INFINITY, high: f64::INFINITY },
    };
    Some((median, interval))
}

/// The largest k with P(Bin(n, 1/2) < k) <= tail; 0 where there is none.
fn rank(n: usize, tail: f64) -> usize {
    // In logarithms: 2^-n is 0 from n = 1075 on.
    let mut log_term = -(n as f64) * std::f64::consts::LN_2;
    let (mut below, mut k) = (log_term.exp(), 0);
    while below <= tail && k < n / 2 {
        k += 1;
        log_term += ((n - k + 1) as f64 / k as f64).ln();
        below += log_term.exp();
    }
    k
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranks_are_those_of_the_tables() {
        // Conover, Practical Nonparametric Statistics: n = 10 has the 2nd and the 9th, n = 20 the 6th and the 15th.
        let ranks = [5, 6, 10, 20, 40, 100].map(|n| rank(n, 0.025));
        assert_eq!(ranks, [0, 1, 2, 6, 14, 40]);
        assert_eq!(rank(2000, 0.025), 956);
    }

    #[test]
    fn the_order_of_the_samples_does_not_matter() {
        let samples = [7.0, 1.0, 3.0, 2.0, 6.0, 5.0, 4.0, 8.0, 10.0, 9.0];
        let (median, interval) = estimate(&samples, 0.95).unwrap();
        assert_eq!((median, interval), (5.5, Interval { low: 2.0, high: 9.0 }));
        assert_eq!(estimate(&[3.0, 1.0, 2.0], 0.95).unwrap().0, 2.0);
        let none = estimate(&[3.0, 1.0, 2.0], 0.95).unwrap().1;
        assert!(none.low.is_infinite() && none.high.is_infinite());
        assert_eq!(estimate(&[], 0.95), None);
    }

    #[test]
    fn the_interval_covers_the_median_as_often_as_it_says() {
        // A skewed distribution, whose mean and median differ: x^3 of a uniform x, median 1/8.
        let mut state = 12345_u64;
        let mut uniform = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let covered = (0..4000)
            .filter(|_| {
                let samples: Vec<f64> = (0..25).map(|_| uniform().powi(3)).collect();
                estimate(&samples, 0.95).unwrap().1.contains(0.125)
            })
            .count();
        // P(Bin(25, 1/2) in 8..=17) = 0.957.
        assert!((3770..=3890).contains(&covered), "{covered}");
    }
}
