//! A match as a Brownian motion up to its planned end: the cost and the power of rules by
//! intervals, and the widths of their intervals.
//!
//! Time runs from 0 to 1 at the planned end; the sum of the pairs' deviations is in units of its
//! standard deviation there. In these units an interval is a boundary b(t): a difference d is
//! outside when the sum is farther than b(t) from d t. So the length of a match and its noise enter
//! only by the drift.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use crate::betting::{Bettor, Stakes, threshold};
use crate::confidence_sequence::log_sum_exp;
use crate::distributions::normal_quantile;
use crate::root::bisect;

/// Looks at a match, evenly spread up to its end.
const LOOKS: usize = 400;
/// Matches, each with a mirrored one: widths are accurate to 0.5 %, mean lengths to 1 %.
const MATCHES: usize = 1000;

/// The boundary of an interval at each look.
#[derive(Clone, Debug)]
pub(super) struct Boundary([f64; LOOKS]);

impl Boundary {
    /// The boundary of the anytime-valid interval.
    pub(super) fn anytime(confidence: f64) -> Boundary {
        let threshold = threshold(confidence);
        let Stakes { bettors, .. } = Stakes::tuned_for(1, confidence);
        let evidence = |sum: f64, time: f64| {
            log_sum_exp(bettors.iter().map(|&Bettor { stake, share }| {
                share.ln() + stake * sum - stake * stake * time / 2.0
            }))
        };
        Boundary(std::array::from_fn(|look| {
            bisect(0.0, 100.0, |sum| evidence(sum, time(look)) < threshold)
        }))
    }
}

fn time(look: usize) -> f64 {
    (look + 1) as f64 / LOOKS as f64
}

/// The differences that end a match, in units of drift.
#[derive(Clone, Copy, Debug)]
pub(super) struct Differences {
    /// The true difference of the contenders.
    pub(super) true_one: f64,
    /// The difference that must be exceeded.
    pub(super) margin: f64,
    /// The difference that does not matter.
    pub(super) none: Option<f64>,
}

/// The endings of matches, on average.
#[derive(Clone, Copy, Debug)]
pub(super) struct Endings {
    /// The share found to be stronger or weaker.
    pub(super) found: f64,
    /// Length, as a share of the planned one.
    pub(super) length: f64,
}

/// Sums of deviations of matches between equals, look by look.
#[derive(Clone, Debug)]
pub(super) struct Motions(Vec<[f64; LOOKS]>);

impl Motions {
    /// The same ones in every plan.
    pub(super) fn new() -> Motions {
        let mut random = ChaCha12Rng::seed_from_u64(1);
        let mut motion = || {
            let mut sum = 0.0;
            std::array::from_fn(|_| {
                let uniform: f64 = random.random_range(f64::EPSILON..1.0);
                sum += normal_quantile(uniform) / (LOOKS as f64).sqrt();
                sum
            })
        };
        let drawn: Vec<[f64; LOOKS]> = (0..MATCHES).map(|_| motion()).collect();
        let mirrored = drawn.iter().map(|motion| motion.map(|sum| -sum));
        Motions(mirrored.chain(drawn.iter().copied()).collect())
    }

    /// Mean width of the interval of all looks at the planned end, by that of an interval for a single look.
    pub(super) fn width(&self, boundary: &Boundary, confidence: f64) -> f64 {
        let single = 2.0 * normal_quantile(f64::midpoint(1.0, confidence));
        let widths = self.0.iter().map(|motion| {
            let (low, high) = cuts(motion, boundary, 0.0).fold(WHOLE, narrowed);
            high - low
        });
        widths.sum::<f64>() / self.0.len() as f64 / single
    }

    /// The lead of the true difference over the margin with which the margin is excluded by the end with this
    /// probability.
    pub(super) fn lead(&self, boundary: &Boundary, power: f64) -> f64 {
        let lowest = |motion| cuts(motion, boundary, 0.0).fold(WHOLE, narrowed).0;
        let mut leads: Vec<f64> = self.0.iter().map(|motion| -lowest(motion)).collect();
        leads.sort_by(f64::total_cmp);
        let place = (power * leads.len() as f64) as usize;
        leads[place.min(leads.len() - 1)]
    }

    /// The endings of matches by this boundary.
    pub(super) fn endings(&self, boundary: &Boundary, differences: Differences) -> Endings {
        let Differences { true_one, margin, none } = differences;
        let (mut found, mut length) = (0_usize, 0.0);
        for motion in &self.0 {
            let (mut left, mut ended) = (WHOLE, 1.0);
            for (look, cut) in cuts(motion, boundary, true_one).enumerate() {
                left = narrowed(left, cut);
                let is_found = left.0 > margin || left.1 < -margin;
                found += usize::from(is_found);
                if is_found || none.is_some_and(|none| -none < left.0 && left.1 < none) {
                    ended = time(look);
                    break;
                }
            }
            length += ended;
        }
        let all = self.0.len() as f64;
        Endings { found: found as f64 / all, length: length / all }
    }
}

/// Every difference.
const WHOLE: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

fn narrowed((low, high): (f64, f64), (lower, upper): (f64, f64)) -> (f64, f64) {
    (low.max(lower), high.min(upper))
}

/// The interval of each look alone, at this true difference.
fn cuts(
    motion: &[f64; LOOKS],
    boundary: &Boundary,
    true_one: f64,
) -> impl Iterator<Item = (f64, f64)> {
    motion.iter().zip(boundary.0).enumerate().map(move |(look, (sum, height))| {
        let time = time(look);
        (true_one + (sum - height) / time, true_one + (sum + height) / time)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_as_wide_as_in_simulated_matches_and_err_no_more_often_than_they_say() {
        let motions = Motions::new();
        for confidence in [0.9, 0.95, 0.9875] {
            let boundary = Boundary::anytime(confidence);
            let width = motions.width(&boundary, confidence);
            assert!((1.15..1.32).contains(&width), "{confidence}: {width}");
            let between_equals = Differences { true_one: 0.0, margin: 0.0, none: None };
            let Endings { found, .. } = motions.endings(&boundary, between_equals);
            // Three standard errors of 2000 matches.
            assert!(found < 1.03 - confidence, "{confidence}: {found}");
        }
    }

    #[test]
    fn a_lead_is_found_as_often_as_it_was_made_for() {
        let motions = Motions::new();
        let boundary = Boundary::anytime(0.95);
        let true_one = motions.lead(&boundary, 0.9);
        let at = |none| motions.endings(&boundary, Differences { true_one, margin: 0.0, none });
        assert!((at(None).found - 0.9).abs() < 0.01, "{:?}", at(None));
        assert!(at(None).length < 0.85 && at(Some(true_one)).length <= at(None).length);
    }
}
