//! An interval that is safe to check while the match runs, by bets with stakes adapted to the
//! results, on pairs in their order and with a length to be tuned for.
//!
//! If a sample x has the expectation m, given all before it, then the wealth
//! prod_t (1 + lambda_t (x_t - m)) of a bettor is a martingale that starts at 1, whatever the
//! stakes lambda_t, as long as each is fixed before its sample and wealth cannot become negative.
//! So is a mixture of bettors, and the probability that it ever reaches 1/alpha is at most alpha
//! (Ville 1939): for any distribution of the samples, at every look, with any rule for stopping.
//! Source: Waudby-Smith & Ramdas, "Estimating means of bounded random variables by betting"
//! (JRSS B, 2023), sections 4.2 to 4.4.
//!
//! The stakes are lambda_t = c / (sd_t sqrt(N)): N is the length tuned for, sd_t the standard
//! deviation as estimated from the samples before, c one of a few numbers. Alone, c = sqrt(2
//! ln(2/alpha)) is sharpest at N samples (2.72 at 95 %: 1.386 times a single look's width there);
//! the other bettors are for earlier and later looks. The estimate is rounded to one of a ladder of
//! values, so that the counts on each rung contain the whole past.

#[cfg(test)]
mod tests;

use std::fmt;

use super::confidence_sequence::log_sum_exp;
use super::interval::Interval;
use super::moments::Moments;
use super::root::{Tangent, bisect};
use super::score_counts::ScoreCounts;

/// Version of everything that a [`Stakes`] does not contain: [`rounded_variance`], [`LARGEST_LOSS`] and the
/// formula.
const VERSION: u32 = 1;
/// A bet loses at most this share of the wealth.
const LARGEST_LOSS: f64 = 0.8;
/// The estimate of the variance starts with this many pairs ..
const PRIOR_PAIRS: f64 = 4.0;
/// .. of this variance: a standard deviation of 0.2.
const PRIOR_VARIANCE: f64 = 0.04;

/// The stakes of the bets: fixed before the first sample, as the guarantee demands.
#[derive(Clone, Debug, PartialEq)]
pub struct Stakes {
    /// Samples that the stakes are tuned for, at least 1.
    pub length: u32,
    /// The bettors.
    pub bettors: Vec<Bettor>,
}

/// One bettor of the mixture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bettor {
    /// Its stake c, in standard deviations of the mean of the number of samples tuned for.
    pub stake: f64,
    /// Its share in the mixture; all together at most 1.
    pub share: f64,
}

/// Pairs on which the same was staked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Staked {
    /// The variance of a pair, as it was estimated before each of them: see [`rounded_variance`].
    pub(crate) variance: f64,
    /// The pairs.
    pub(crate) pairs: ScoreCounts,
}

impl Stakes {
    /// The stakes for samples in their order, tuned for `length` of them and an interval of this
    /// confidence, which is valid at any other, too.
    ///
    /// The shares were chosen for the widths from a tenth of the length to twice it; the two
    /// smallest stakes keep the interval useful if a match grows to many times its length. Against
    /// a main stake of 2.5 at every level, as journals of earlier versions have it, the interval of
    /// all looks is 1.5 % narrower at the length at 95 %, 5 % at 98.75 and at 99 %, and as wide at
    /// 90 %; at twice the length it is 1 to 3 % wider.
    #[must_use]
    pub fn tuned_for(length: u32, confidence: f64) -> Stakes {
        let sharpest = (2.0 * (2.0 / (1.0 - confidence)).ln()).sqrt();
        // In hundredths, so that journals have short numbers.
        let main = (100.0 * sharpest).round() / 100.0;
        let shares = [
            (8.0, 0.01),
            (4.0, 0.03),
            (2.0, 0.07),
            (1.0, 0.87),
            (0.5, 0.01),
            (0.25, 0.005),
            (0.125, 0.005),
        ];
        let bettors = shares.map(|(times, share)| Bettor { stake: times * main, share });
        Stakes { length: length.max(1), bettors: bettors.into() }
    }

    /// Reads their notation.
    pub(crate) fn read(text: &str) -> Option<Stakes> {
        let fields = text.strip_prefix("betting{version=")?.strip_suffix('}')?;
        let (version, fields) = fields.split_once(",length=")?;
        let (length, bettors) = fields.split_once(",stakes=")?;
        let bettor = |text: &str| {
            let (stake, share) = text.split_once(':')?;
            let bettor = Bettor { stake: stake.parse().ok()?, share: share.parse().ok()? };
            let is_sound = |number: f64| number > 0.0 && number.is_finite();
            (is_sound(bettor.stake) && is_sound(bettor.share)).then_some(bettor)
        };
        let bettors = bettors.split('|').map(bettor).collect::<Option<Vec<Bettor>>>()?;
        // More than the wealth there is at the beginning would void the guarantee.
        let total: f64 = bettors.iter().map(|bettor| bettor.share).sum();
        let length = length.parse().ok().filter(|&length| length > 0)?;
        let is_known = version.parse() == Ok(VERSION) && total < 1.0 + 1e-9;
        is_known.then_some(Stakes { length, bettors })
    }
}

/// A mixture of bettors on each side of an expected score, and the evidence that is their wealth.
impl Stakes {
    /// The unit of the stakes, inverted, where a pair is estimated to have this variance: the standard deviation of the sum
    /// of the pairs tuned for.
    fn scale(&self, variance: f64) -> f64 {
        (variance * f64::from(self.length)).sqrt()
    }

    /// ln K+(m): the logarithm of the evidence that the expected score exceeds `mean`, from pairs, and its slope there. 0
    /// without samples; falls as `mean` grows.
    pub(crate) fn log_wealth(&self, staked: &[Staked], mean: f64) -> Tangent {
        let mut gains = vec![Tangent::ZERO; self.bettors.len()];
        for staked in staked {
            let scale = self.scale(staked.variance);
            for (gain, bettor) in gains.iter_mut().zip(&self.bettors) {
                *gain += staked.log_gain(capped(bettor.stake / scale, mean), mean);
            }
        }
        for (gain, bettor) in gains.iter_mut().zip(&self.bettors) {
            gain.value += bettor.share.ln();
        }
        let value = log_sum_exp(gains.iter().map(|gain| gain.value));
        let slope = gains.iter().map(|gain| (gain.value - value).exp() * gain.slope).sum();
        Tangent { value, slope }
    }

    /// The logarithm of the evidence that the expected score exceeds `mean`.
    pub(crate) fn log_evidence_above(&self, staked: &[Staked], mean: f64) -> f64 {
        self.log_wealth(staked, mean).value
    }

    /// ln K-(m): the logarithm of the evidence that the expected score is below `mean`.
    pub(crate) fn log_evidence_below(&self, staked: &[Staked], mean: f64) -> f64 {
        self.log_wealth(&Staked::reversed_all(staked), 1.0 - mean).value
    }

    /// Interval for the expected score: {m : K+(m) and K-(m) are below [`threshold`]}.
    pub(crate) fn interval(&self, staked: &[Staked], confidence: f64) -> Interval {
        let threshold = threshold(confidence);
        let lower_end = |staked: &[Staked]| {
            let is_excluded = |mean| self.log_evidence_above(staked, mean) > threshold;
            // If all pairs were lost, no expected score is too low.
            if is_excluded(f64::MIN_POSITIVE) { bisect(0.0, 1.0, is_excluded) } else { 0.0 }
        };
        Interval::from_lower_ends(lower_end(staked), lower_end(&Staked::reversed_all(staked)))
    }
}

/// A stake on "the mean is higher than `mean`", but one that loses at most [`LARGEST_LOSS`] of the wealth.
fn capped(stake: f64, mean: f64) -> Tangent {
    let largest = LARGEST_LOSS / mean;
    if stake <= largest {
        Tangent { value: stake, slope: 0.0 }
    } else {
        Tangent { value: largest, slope: -largest / mean }
    }
}

/// The logarithm of the evidence at which an end of an interval of this confidence excludes a score.
pub(crate) fn threshold(confidence: f64) -> f64 {
    (2.0 / (1.0 - confidence)).ln()
}

/// The variance of the next pair as estimated from the scores of the pairs before it, rounded to half octaves: so the
/// counts at each value contain the whole past.
#[must_use]
pub fn rounded_variance(before: &ScoreCounts) -> f64 {
    let rung = (-2.0 * variance_of(before).log2()).round();
    (-rung / 2.0).exp2()
}

/// The variance of a pair as estimated from pairs, and from four more with a standard deviation of 0.2.
pub(crate) fn variance_of(pairs: &ScoreCounts) -> f64 {
    let spread = Moments::of(pairs).map_or(0.0, |moments| moments.samples * moments.variance);
    (PRIOR_PAIRS * PRIOR_VARIANCE + spread) / (PRIOR_PAIRS + pairs.samples())
}

impl Staked {
    /// The same pairs from the opponent's view.
    pub(crate) fn reversed(&self) -> Staked {
        Staked { pairs: self.pairs.reversed(), ..*self }
    }

    /// All of them from the opponent's view.
    pub(crate) fn reversed_all(staked: &[Staked]) -> Vec<Staked> {
        staked.iter().map(Staked::reversed).collect()
    }

    /// The logarithm of the factor by which a stake on "the expected score is higher than `mean`" multiplies.
    pub(crate) fn log_gain(&self, stake: Tangent, mean: f64) -> Tangent {
        let mut gain = Tangent::ZERO;
        for (value, count) in self.pairs.occupied() {
            let won = stake.value * (value - mean);
            let slope = stake.slope * (value - mean) - stake.value;
            gain += Tangent { value: count * won.ln_1p(), slope: count * slope / (1.0 + won) };
        }
        gain
    }

    /// Adds a pair worth `quarters`, before which the variance was estimated as this.
    pub fn add(staked: &mut Vec<Staked>, variance: f64, quarters: usize) {
        let place = staked.iter().position(|known| known.variance == variance);
        let place = place.unwrap_or_else(|| {
            staked.push(Staked { variance, pairs: ScoreCounts::of_pairs([0; 5]) });
            staked.len() - 1
        });
        staked[place].pairs.add(quarters);
    }
}

/// `betting{version=1,length=200,stakes=2.5:0.9|10:0.1}`.
impl fmt::Display for Stakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stakes { length, bettors } = self;
        let stakes: Vec<String> =
            bettors.iter().map(|Bettor { stake, share }| format!("{stake}:{share}")).collect();
        write!(f, "betting{{version={VERSION},length={length},stakes={}}}", stakes.join("|"))
    }
}
