//! The evidence of an anytime-valid interval against the truth, updated pair by pair: much faster
//! than computing it anew from the counts.

use std::collections::BTreeMap;

use crate::anytime::Method;
use crate::confidence_sequence::{MIXTURE, log_sum_exp};
use crate::{CONFIDENCE, ScoreCounts};

/// Bets against one expected score, from one side of it.
#[derive(Clone, Debug)]
pub(super) struct Bets {
    method: Method,
    /// The side of the expected score on which the truth is sought.
    side: Side,
    mean: f64,
    /// The logarithm of the wealth at which the expected score is excluded.
    threshold: f64,
    /// The gain of each bettor by a pair of this value where the variance, in bits, is estimated as this.
    gains: BTreeMap<(u64, usize), Vec<f64>>,
    logarithms: Vec<f64>,
}

/// A side of an expected score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The truth exceeds it.
    Above,
    /// The truth is less.
    Below,
}

impl Bets {
    pub(super) fn new(method: Method, side: Side, mean: f64, threshold: f64) -> Bets {
        let logarithms = match method.bets() {
            None => MIXTURE.iter().map(|bet| bet.log_share).collect(),
            Some(bets) => bets.bettors().iter().map(|bettor| bettor.share.ln()).collect(),
        };
        Bets { method, side, mean, threshold, gains: BTreeMap::new(), logarithms }
    }

    /// Notes a pair worth `quarters` that came after these; returns whether the expected score is excluded after it.
    pub(super) fn add(&mut self, before: &ScoreCounts, quarters: usize) -> bool {
        let bets = self.method.bets();
        // The bets of the mixture do not follow the variance.
        let variance = bets.map_or(0.0, |bets| bets.ladder().variance(before));
        let (side, mean) = (self.side, self.mean);
        let gains = self.gains.entry((variance.to_bits(), quarters)).or_insert_with(|| {
            let value = quarters as f64 / 4.0;
            let (mean, value) = match side {
                Side::Above => (mean, value),
                Side::Below => (1.0 - mean, 1.0 - value),
            };
            match bets {
                None => {
                    let gain = |fraction: f64| (fraction * (value / mean - 1.0)).ln_1p();
                    MIXTURE.iter().map(|bet| gain(bet.fraction)).collect()
                }
                Some(bets) => bets.gains(variance, mean, value),
            }
        });
        self.logarithms.iter_mut().zip(gains.iter()).for_each(|(bet, gain)| *bet += gain);
        self.is_excluded()
    }

    fn is_excluded(&self) -> bool {
        // The wealth of a mixture is at most that of equally many bettors like its wealthiest.
        let largest = self.logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let most = largest + (self.logarithms.len() as f64).ln();
        most >= self.threshold && log_sum_exp(self.logarithms.iter().copied()) >= self.threshold
    }
}

/// Bets against one truth, on both sides of it.
#[derive(Clone, Debug)]
pub(super) struct Wealth([Bets; 2]);

impl Wealth {
    /// The bets of an interval of the usual confidence.
    pub(super) fn new(method: &Method, truth: f64) -> Wealth {
        let threshold = (2.0 / (1.0 - CONFIDENCE)).ln();
        let bets = |side| Bets::new(method.clone(), side, truth, threshold);
        Wealth([Side::Above, Side::Below].map(bets))
    }

    /// Notes a pair worth `quarters` that came after these; returns whether the truth is
    /// still inside.
    pub(super) fn bet(&mut self, before: &ScoreCounts, quarters: usize) -> bool {
        let excluded = self.0.each_mut().map(|bets| bets.add(before, quarters));
        excluded == [false; 2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anytime::{self, Evidence};
    use crate::betting::Stakes;

    #[test]
    fn the_bets_are_those_of_the_interval() {
        let truth = 0.42;
        let stakes = Stakes::tuned_for(30, 0.95);
        let wealth = |method: Method| Wealth::new(&method, truth);
        let mut betting = wealth(Method::Betting(stakes.clone()));
        let mut mixture = wealth(Method::Mixture);
        let mut evidence = Evidence::new(Method::Betting(stakes));
        let mut seen = ScoreCounts::of_pairs([0; 5]);
        let mut outside = 0;
        for i in 0..40_u8 {
            let half_points = [2, [0, 1, 2, 2][usize::from(i % 4)]];
            let quarters = usize::from(half_points[0] + half_points[1]);
            let inside = [&mut betting, &mut mixture].map(|wealth| wealth.bet(&seen, quarters));
            seen.add(quarters);
            evidence.add(half_points);
            let intervals = [evidence.interval(0.95), anytime::order_free(&seen, 0.95)];
            assert_eq!(inside, intervals.map(|interval| interval.contains(truth)), "pair {i}");
            outside += inside.iter().filter(|inside| !**inside).count();
        }
        assert!(outside > 15, "{outside}");
    }
}
