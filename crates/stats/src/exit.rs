//! The estimate of a match that a sequential test has ended: by the law of the test's exit.
//!
//! A test accepts H1 because its pairs went well. So their mean is too high, and an interval for one look misses the
//! truth too often. The law of the exit, the bound that was crossed and the number of pairs, has no such bias. Exits are
//! put in the order of the strength that they speak for: those through the upper bound, the earlier the stronger, and
//! then those through the lower one, the later the stronger. The probability of an exit that speaks for at least the
//! strength of the one observed grows with the true strength. Where it is one half lies the estimate, which is too high
//! as often as too low; where it is alpha and where it is 1 - beta lie the ends of an interval of the level 1 - alpha -
//! beta. At the strength of H0 the upper bound is crossed with a probability of at most alpha, however late. So the
//! interval of a match that accepted H1 lies above H0, and that of one that accepted H0 below H1: it agrees with the
//! verdict. Where the law, which is approximate, has an end beyond the rejected hypothesis, the end is that hypothesis:
//! that the test errs so rarely is known.
//!
//! The log-likelihood ratio is taken for a Brownian motion. Pairs overshoot a bound, a motion does not: the bound that
//! was crossed lies where the sum of the pairs stood then. Their variance is estimated with four pairs more, of a standard
//! deviation of 0.2, so that few pairs, or equal ones, do not seem to have none.
//!
//! Sources: D. Siegmund, "Estimation following sequential tests" (Biometrika 65, 1978), and "Sequential Analysis" (1985),
//! chapters 3 and 8; A. A. Tsiatis, G. L. Rosner and C. R. Mehta, "Exact confidence intervals following a group
//! sequential test" (Biometrics 40, 1984), for the order of the exits.

#[cfg(test)]
mod tests;

use serde::Serialize;

use crate::betting::variance_of;
use crate::elo::elo;
use crate::moments::Moments;
use crate::motion::Motion;
use crate::operating_characteristics::scores;
use crate::root::bisect;
use crate::sprt::Sprt;
use crate::{Figure, Interval, Pentanomial, ScoreCounts};

/// The estimate of a match that a test has ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ExitEstimate {
    /// The Elo difference: too high as often as too low.
    pub elo: Figure,
    /// Lower end of its interval.
    pub elo_lo: Figure,
    /// Upper end.
    pub elo_hi: Figure,
    /// Level of the interval, 0 to 1: 1 - alpha - beta.
    pub confidence: f64,
    /// The interval of level 95 %, to be set beside others of that level.
    #[serde(skip)]
    pub at_95: Interval,
    /// The p-value against "at most as strong as H0": the probability, there, of an exit that speaks for as much.
    pub p_value: f64,
}

impl ExitEstimate {
    /// Of a test that has accepted H1, or else H0, with these pairs. `None` without pairs.
    #[must_use]
    pub fn of(test: &Sprt, accepts_h1: bool, pairs: Pentanomial) -> Option<ExitEstimate> {
        let exit = Exit::of(test, accepts_h1, pairs)?;
        let ends = exit.interval([test.alpha, test.beta]).elo();
        Some(ExitEstimate {
            elo: elo(exit.score_where(0.5)).into(),
            elo_lo: ends.low.into(),
            elo_hi: ends.high.into(),
            confidence: 1.0 - test.alpha - test.beta,
            at_95: exit.interval([0.025; 2]).elo(),
            p_value: exit.probability(exit.score_of_h0()),
        })
    }

    /// The interval in Elo.
    #[must_use]
    pub fn ends(&self) -> Interval {
        let end = |end: Figure, missing| end.0.unwrap_or(missing);
        Interval { low: end(self.elo_lo, f64::NEG_INFINITY), high: end(self.elo_hi, f64::INFINITY) }
    }
}

/// The exit of a test from its bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Exit {
    /// The expected score midway between the hypotheses.
    midway: f64,
    /// The difference of the expected scores under the two hypotheses.
    difference: f64,
    /// The motion, from the side of the bound that was crossed: an exit through the lower one is mirrored.
    motion: Motion,
    is_upper: bool,
}

impl Exit {
    /// The exit of a test with these pairs; `None` without pairs.
    fn of(test: &Sprt, is_upper: bool, pairs: Pentanomial) -> Option<Exit> {
        let counts = ScoreCounts::from(pairs);
        let Moments { samples, mean, .. } = Moments::of(&counts)?;
        let variance = variance_of(&counts);
        // A pair is the mean of two games.
        let (score0, score1) = scores(test, 2.0 * variance);
        let (midway, difference) = (f64::midpoint(score0, score1), score1 - score0);
        let reached = samples * (mean - midway) * difference / variance;
        let [crossed, reached, other] = match is_upper {
            true => [test.upper(), reached, test.lower()],
            false => [-test.lower(), -reached, -test.upper()],
        };
        let motion = Motion {
            // Few pairs may cross a bound by a likelihood that is far from a motion's.
            upper: reached.max(crossed / 10.0),
            lower: other,
            time: samples * difference * difference / variance,
        };
        Some(Exit { midway, difference, motion, is_upper })
    }

    /// The scores that the law leaves where it misses the truth on either side with these probabilities, without the
    /// hypothesis that the test has rejected.
    fn interval(&self, [below, above]: [f64; 2]) -> Interval {
        let (low, high) = (self.score_where(below), self.score_where(1.0 - above));
        match self.is_upper {
            true => Interval { low: low.max(self.score_of_h0()), high },
            false => Interval { low, high: high.min(self.score_of_h0() + self.difference) },
        }
    }

    /// The expected score under H0.
    fn score_of_h0(&self) -> f64 {
        self.midway - self.difference / 2.0
    }

    /// The probability of an exit that speaks for at least the strength of this one, at an expected score.
    fn probability(&self, score: f64) -> f64 {
        let drift = (score - self.midway) / self.difference;
        match self.is_upper {
            true => self.motion.crossing(drift),
            false => 1.0 - self.motion.crossing(-drift),
        }
    }

    /// The expected score at which that probability is this.
    fn score_where(&self, probability: f64) -> f64 {
        let Motion { upper, lower, time } = self.motion;
        let seen = (upper / time).copysign(if self.is_upper { 1.0 } else { -1.0 });
        let range = 10.0 / time.sqrt() + 10.0 / upper + 10.0 / -lower;
        let [low, high] =
            [seen - range, seen + range].map(|drift| self.midway + drift * self.difference);
        bisect(low, high, |score| self.probability(score) < probability)
    }
}
