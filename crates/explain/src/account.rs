//! The account of a match: its Elo difference as a sum of measured terms, and the rest.
//!
//! ```text
//! Elo = Elo at equal depth - D log2(nodes of A / nodes of B, at equal depth)
//!     + D log2(nodes a second of A / of B), on a clock
//!     + rest
//! ```
//!
//! D is the Elo of a doubling of B's nodes. The terms come from different games, so their errors are independent; cost
//! and speed share D. Errors are by the delta method, with pairs of games as units.

use serde::{Deserialize, Serialize};
use stats::clustered::{self, Cluster};
use stats::moments::Moments;
use stats::{CONFIDENCE, Interval, Pentanomial, ScoreCounts, distributions, elo};

/// The rest must be known to within this many Elo either way, before an account closes or does not.
pub const DECISIVE: f64 = 30.0;

/// A number with its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The estimate.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

impl Measured {
    /// The Elo difference of a match by its pairs; `None` without two pairs, or where one side won everything. Pairs that
    /// all ended alike are given the spread of counts with a little weight on every result.
    #[must_use]
    pub fn elo(pairs: Pentanomial) -> Option<Measured> {
        let counts: ScoreCounts = pairs.into();
        let moments = Moments::of(&counts).filter(|moments| moments.samples >= 2.0)?;
        let spread = match moments.variance {
            0.0 => Moments::of(&counts.regularized())?.variance,
            _ => moments.unbiased_variance(),
        };
        let (score, error) = (moments.mean, (spread / moments.samples).sqrt());
        let slope = 400.0 / std::f64::consts::LN_10 / (score * (1.0 - score));
        let value = elo::elo(score);
        value.is_finite().then_some(Measured { value, error: slope * error })
    }

    /// The mean of values, each with the number of its cluster; `None` with fewer than two clusters.
    #[must_use]
    pub fn mean(clusters: &[Cluster]) -> Option<Measured> {
        let found = clustered::estimate(clusters, CONFIDENCE)?;
        let error = found.standard_error;
        error.is_finite().then_some(Measured { value: found.mean, error })
    }

    /// The sum of independent numbers, each times its weight.
    #[must_use]
    pub fn weighted(parts: &[(f64, Measured)]) -> Measured {
        let value = parts.iter().map(|(weight, part)| weight * part.value).sum();
        let square: f64 = parts.iter().map(|(weight, part)| (weight * part.error).powi(2)).sum();
        Measured { value, error: square.sqrt() }
    }

    /// The product with an independent number; its error to first order, and the product of both errors.
    #[must_use]
    pub fn times(self, other: Measured) -> Measured {
        let squares = (self.value * other.error).powi(2)
            + (other.value * self.error).powi(2)
            + (self.error * other.error).powi(2);
        Measured { value: self.value * other.value, error: squares.sqrt() }
    }

    /// The sum with an independent number.
    #[must_use]
    pub fn plus(self, other: Measured) -> Measured {
        Measured { value: self.value + other.value, error: self.error.hypot(other.error) }
    }

    /// The same with the other sign.
    #[must_use]
    pub fn negative(self) -> Measured {
        Measured { value: -self.value, error: self.error }
    }

    /// Half the width of the 95 % interval.
    #[must_use]
    pub fn half_width(self) -> f64 {
        z() * self.error
    }

    /// The 95 % interval.
    #[must_use]
    pub fn interval(self) -> Interval {
        Interval { low: self.value - self.half_width(), high: self.value + self.half_width() }
    }
}

pub(crate) fn z() -> f64 {
    distributions::normal_quantile(f64::midpoint(1.0, CONFIDENCE))
}

/// The measurements behind an account.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// The Elo difference of the match.
    pub whole: Measured,
    /// The Elo difference at equal depth.
    pub at_equal_depth: Measured,
    /// The gain of twice the nodes for the second contender, in Elo.
    pub doubling: Measured,
    /// log2 of the first contender's nodes over the second's, at equal depth.
    pub log2_nodes: Measured,
    /// log2 of the nodes that the match gave the first contender over those it gave the second: 0 for equal nodes, and
    /// the ratio of their nodes a second on a clock.
    pub log2_given: Measured,
}

impl Terms {
    /// Whether neither side has more than twice the nodes of the other, for a depth and in the match.
    pub(crate) fn are_alike(&self) -> bool {
        [self.log2_nodes, self.log2_given].iter().all(|log2| log2.value.abs() <= 1.0)
    }
}

/// The end of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "verdict")]
pub enum Verdict {
    /// The interval of the rest contains 0, and is narrow.
    Closes,
    /// The interval of the rest does not contain 0.
    DoesNotClose,
    /// The interval of the rest contains 0, but is wider than [`DECISIVE`] either way.
    NotDecided {
        /// Further games of the terms that would make it narrow enough; `None` where the match itself is too short.
        games: Option<u64>,
    },
}

impl Verdict {
    /// The verdict on this rest; `games` are the further ones that would make it narrow enough.
    pub(crate) fn on(rest: Measured, games: impl FnOnce() -> Option<u64>) -> Verdict {
        let Interval { low, high } = rest.interval();
        match () {
            () if low > 0.0 || high < 0.0 => Verdict::DoesNotClose,
            () if rest.half_width() <= DECISIVE => Verdict::Closes,
            () => Verdict::NotDecided { games: games() },
        }
    }
}

/// An account.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Account {
    /// The measurements.
    #[serde(flatten)]
    pub terms: Terms,
    /// The worth of the nodes for a depth, in Elo.
    pub cost: Measured,
    /// The worth of the nodes that the match gave, in Elo.
    pub speed: Measured,
    /// The sum of the terms.
    pub together: Measured,
    /// The Elo of the match less that sum.
    pub rest: Measured,
    /// Whether it closes.
    #[serde(flatten)]
    pub verdict: Verdict,
}

impl Account {
    /// The account of these terms, after these games of the term at equal depth and of the doubling.
    #[must_use]
    pub fn new(terms: Terms, games: Games) -> Account {
        let Terms { whole, at_equal_depth, doubling, log2_nodes, log2_given } = terms;
        let cost = doubling.times(log2_nodes).negative();
        let speed = doubling.times(log2_given);
        // Both share the doubling, so that its error enters once.
        let together = at_equal_depth.plus(doubling.times(log2_given.plus(log2_nodes.negative())));
        let rest = whole.plus(together.negative());
        let verdict = Verdict::on(rest, || Price::of(&terms, games).games_for(DECISIVE));
        Account { terms, cost, speed, together, rest, verdict }
    }
}

/// Games of the terms that are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Games {
    /// At equal depth.
    pub at_equal_depth: u32,
    /// Of the doubling.
    pub doubling: u32,
}

/// A game of the doubling takes this many times as long as one of the match: one side has twice the nodes.
pub const PRICE_OF_A_DOUBLING: f64 = 1.5;

/// The errors of an account by the games that it is given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// The error that no game of a term makes smaller: of the match, the nodes and the speed.
    fixed: f64,
    /// The error of one game at equal depth, and of one of the doubling times the log2 that it is multiplied by.
    each: [f64; 2],
    played: Games,
}

impl Price {
    /// By a pilot of these games.
    #[must_use]
    pub fn of(terms: &Terms, played: Games) -> Price {
        let log2 = terms.log2_given.plus(terms.log2_nodes.negative());
        let fixed = terms.whole.error.hypot(terms.doubling.value * log2.error);
        let of_one = |error: f64, games: u32| error * f64::from(games).sqrt();
        let each = [
            of_one(terms.at_equal_depth.error, played.at_equal_depth),
            of_one(terms.doubling.error, played.doubling) * log2.value.hypot(log2.error),
        ];
        Price { fixed, each, played }
    }

    /// Divides the price of this many games of the match so that the rest is narrowest, with the pilot as the least.
    #[must_use]
    pub fn split(&self, games: u32) -> Games {
        let [depth, doubling] = self.each;
        let weights = [depth, doubling / PRICE_OF_A_DOUBLING.sqrt()];
        let price = weights[0] + weights[1] * PRICE_OF_A_DOUBLING;
        let wished =
            |weight: f64| if price > 0.0 { f64::from(games) * weight / price } else { 0.0 };
        let Games { at_equal_depth: least_depth, doubling: least_doubling } = self.played;
        let left = f64::from(games);
        let doubling = wished(weights[1])
            .min((left - f64::from(least_depth)) / PRICE_OF_A_DOUBLING)
            .max(f64::from(least_doubling));
        let at_equal_depth = (left - PRICE_OF_A_DOUBLING * doubling).max(f64::from(least_depth));
        Games { at_equal_depth: even(at_equal_depth), doubling: even(doubling) }
    }

    /// Half the width of the rest's 95 % interval after these games.
    #[must_use]
    pub fn half_width(&self, games: Games) -> f64 {
        let [depth, doubling] = self.each;
        let after = |each: f64, games: u32| each * each / f64::from(games.max(1));
        let square = after(depth, games.at_equal_depth) + after(doubling, games.doubling);
        z() * (square + self.fixed * self.fixed).sqrt()
    }

    /// The games beyond those played that make the rest this narrow either way, where games of the terms can.
    #[must_use]
    pub fn games_for(&self, half_width: f64) -> Option<u64> {
        let left = (half_width / z()).powi(2) - self.fixed * self.fixed;
        if left <= 0.0 {
            return None;
        }
        let [depth, doubling] = self.each;
        let root = PRICE_OF_A_DOUBLING.sqrt();
        let factor = (depth + doubling * root) / left;
        let needed = [depth * factor, doubling / root * factor];
        let played = [self.played.at_equal_depth, self.played.doubling];
        let more = needed
            .iter()
            .zip(played)
            .map(|(needed, played)| (needed - f64::from(played)).max(0.0).ceil() as u64);
        Some(more.sum::<u64>().max(2))
    }
}

/// The even number of games that is not above this.
pub(crate) fn even(games: f64) -> u32 {
    2 * (games / 2.0).floor().max(0.0) as u32
}

#[cfg(test)]
mod tests;
