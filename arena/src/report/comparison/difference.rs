//! How much one match found beyond another.

use serde::Serialize;

use crate::report::summary::Ends;
use stats::Interval;

/// The Elo difference of a match, and its 95 % interval.
pub(super) type Estimate = (Option<f64>, Interval);

/// The difference of two matches that share no game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Difference {
    /// Elo of one match less that of the other.
    pub elo: f64,
    /// Its 95 % interval.
    #[serde(flatten)]
    pub ends: Ends,
}

impl Difference {
    /// By the intervals of both (Zou and Donner 2008, "Construction of confidence limits about effect
    /// measures"): the squares of the distances from estimate to end add up.
    pub(super) fn of(this: Estimate, other: Estimate) -> Option<Difference> {
        let [(this, ours), (other, theirs)] = [this, other];
        let finite = |elo: Option<f64>| elo.filter(|elo| elo.is_finite());
        let (this, other) = (finite(this)?, finite(other)?);
        let elo = this - other;
        let low = elo - (this - ours.low).hypot(theirs.high - other);
        let high = elo + (ours.high - this).hypot(other - theirs.low);
        Some(Difference { elo, ends: Interval { low, high }.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_of_distances_add_up() {
        let [this, other] = [(Some(20.0), 17.0, 26.0), (Some(5.0), -3.0, 9.0)]
            .map(|(elo, low, high)| (elo, Interval { low, high }));
        let difference = Difference::of(this, other).unwrap();
        let ends = difference.ends.interval();
        // 15 - hypot(3, 4) and 15 + hypot(6, 8).
        assert_eq!((difference.elo, ends.low, ends.high), (15.0, 10.0, 25.0));
        let won_all = (Some(f64::INFINITY), Interval { low: 10.0, high: f64::INFINITY });
        assert!(Difference::of(won_all, other).is_none());
    }
}
