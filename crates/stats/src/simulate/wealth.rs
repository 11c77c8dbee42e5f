//! The evidence of an anytime-valid interval against the truth, updated pair by pair: much faster
//! than computing it anew from the counts.

use std::collections::BTreeMap;

use crate::ScoreCounts;
use crate::betting::{ORDER_FREE_RUNG, Stakes, rung};
use crate::confidence_sequence::{MIXTURE, log_sum_exp};

/// The bets against one truth, on both sides of it.
#[derive(Clone, Debug)]
pub(super) struct Wealth {
    method: Method,
    /// Each bettor's gain by a pair of this value on this rung, on both sides.
    gains: BTreeMap<(i32, usize), [Vec<f64>; 2]>,
    bets: [Vec<f64>; 2],
    truth: f64,
    threshold: f64,
}

/// The origin of the bets.
#[derive(Clone, Debug)]
enum Method {
    Mixture,
    Betting(Stakes),
    OrderFree(Stakes),
}

impl Wealth {
    /// The fixed mixture of bets on counts.
    pub(super) fn of_mixture(truth: f64, confidence: f64) -> Wealth {
        let shares = MIXTURE.iter().map(|bet| bet.log_share).collect();
        Wealth::new(Method::Mixture, shares, truth, confidence)
    }

    /// Bets on pairs in their order.
    pub(super) fn of_betting(stakes: Stakes, truth: f64, confidence: f64) -> Wealth {
        let shares = shares(&stakes);
        Wealth::new(Method::Betting(stakes), shares, truth, confidence)
    }

    /// Bets on counts, tuned for a length.
    pub(super) fn order_free(length: u32, truth: f64, confidence: f64) -> Wealth {
        let stakes = Stakes::order_free(length);
        let shares = shares(&stakes);
        Wealth::new(Method::OrderFree(stakes), shares, truth, confidence)
    }

    fn new(method: Method, shares: Vec<f64>, truth: f64, confidence: f64) -> Wealth {
        let threshold = (2.0 / (1.0 - confidence)).ln();
        let bets = [shares.clone(), shares];
        Wealth { method, gains: BTreeMap::new(), bets, truth, threshold }
    }

    /// Notes a pair worth `quarters` that came after these; whether the truth is still
    /// inside.
    pub(super) fn bet(&mut self, before: &ScoreCounts, quarters: usize) -> bool {
        let rung = match self.method {
            Method::Mixture | Method::OrderFree(_) => ORDER_FREE_RUNG,
            Method::Betting(_) => rung(before),
        };
        let (method, truth) = (&self.method, self.truth);
        let gains = self.gains.entry((rung, quarters)).or_insert_with(|| {
            let value = quarters as f64 / 4.0;
            [(truth, value), (1.0 - truth, 1.0 - value)]
                .map(|(mean, value)| gains(method, rung, mean, value))
        });
        let mut inside = true;
        for (bets, gains) in self.bets.iter_mut().zip(gains.iter()) {
            bets.iter_mut().zip(gains).for_each(|(bet, gain)| *bet += gain);
            inside &= log_sum_exp(bets.iter().copied()) < self.threshold;
        }
        inside
    }
}

fn shares(stakes: &Stakes) -> Vec<f64> {
    stakes.bettors.iter().map(|bettor| bettor.share.ln()).collect()
}

fn gains(method: &Method, rung: i32, mean: f64, value: f64) -> Vec<f64> {
    match method {
        Method::Mixture => {
            MIXTURE.iter().map(|bet| (bet.fraction * (value / mean - 1.0)).ln_1p()).collect()
        }
        Method::Betting(stakes) | Method::OrderFree(stakes) => stakes.gains(rung, mean, value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anytime::{self, Evidence};

    #[test]
    fn the_bets_are_those_of_the_interval() {
        let truth = 0.42;
        let stakes = Stakes::tuned_for(30, 0.95);
        let mut betting = Wealth::of_betting(stakes.clone(), truth, 0.95);
        let mut mixture = Wealth::of_mixture(truth, 0.95);
        let mut order_free = Wealth::order_free(30, truth, 0.95);
        let mut evidence = Evidence::new(anytime::Method::Betting(stakes));
        let mut seen = ScoreCounts::of_pairs([0; 5]);
        let mut outside = 0;
        for i in 0..40_u8 {
            let half_points = [2, [0, 1, 2, 2][usize::from(i % 4)]];
            let quarters = usize::from(half_points[0] + half_points[1]);
            let inside = [&mut betting, &mut mixture, &mut order_free]
                .map(|wealth| wealth.bet(&seen, quarters));
            seen.add(quarters);
            evidence.add(half_points);
            let intervals = [
                evidence.interval(0.95),
                anytime::order_free(&seen, None, 0.95),
                anytime::order_free(&seen, Some(30), 0.95),
            ];
            assert_eq!(inside, intervals.map(|interval| interval.contains(truth)), "pair {i}");
            outside += inside.iter().filter(|inside| !**inside).count();
        }
        assert!(outside > 30, "{outside}");
    }
}
