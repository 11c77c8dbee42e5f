//! How much one match found beyond another.

use serde::Serialize;

use crate::report::summary::{Ends, Headline};
use stats::Interval;

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
    pub(super) fn of(headline: &Headline, base: &Headline) -> Option<Difference> {
        let finite = |headline: &Headline| headline.elo.0.filter(|elo| elo.is_finite());
        let (this, other) = (finite(headline)?, finite(base)?);
        let (ours, theirs) = (headline.ends.interval(), base.ends.interval());
        let elo = this - other;
        let low = elo - (this - ours.low).hypot(theirs.high - other);
        let high = elo + (ours.high - this).hypot(other - theirs.low);
        Some(Difference { elo, ends: Interval { low, high }.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::summary::Method;

    fn headline(elo: f64, low: f64, high: f64) -> Headline {
        let ends = Interval { low, high }.into();
        Headline { method: Method::Pairs, games: 2, elo: elo.into(), ends }
    }

    #[test]
    fn squares_of_distances_add_up() {
        let difference =
            Difference::of(&headline(20.0, 17.0, 26.0), &headline(5.0, -3.0, 9.0)).unwrap();
        let ends = difference.ends.interval();
        // 15 - hypot(3, 4) and 15 + hypot(6, 8).
        assert_eq!((difference.elo, ends.low, ends.high), (15.0, 10.0, 25.0));
    }

    #[test]
    fn a_match_without_a_number_has_no_difference() {
        let won_all = headline(f64::INFINITY, 10.0, f64::INFINITY);
        assert!(Difference::of(&won_all, &headline(0.0, -1.0, 1.0)).is_none());
    }
}
