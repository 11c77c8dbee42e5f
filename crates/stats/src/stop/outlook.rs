//! The state of a test, and its expected end.

use super::{SequentialMonitor, StopRule};
use crate::ScoreCounts;
use crate::elo::elo;
use crate::moments::Moments;
use crate::operating_characteristics::{characteristics_from, ending_probability};
use crate::sprt::Sprt;

/// The sequential test of a match in progress, after the pairs so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// The test.
    pub sprt: Sprt,
    /// Its log-likelihood ratio.
    pub llr: f64,
    /// Elo and variance of a game as estimated now; `None` while all pairs are alike.
    estimate: Option<(f64, f64)>,
}

impl Outlook {
    /// The outlook of the monitor's first sequential test; `None` if it has none.
    #[must_use]
    pub fn of(monitor: &SequentialMonitor) -> Option<Outlook> {
        let sprt = monitor.rules().iter().find_map(StopRule::sprt)?;
        let counts = ScoreCounts::from(monitor.seen());
        let llr = sprt.log_likelihood_ratio(&counts);
        // A pair is the mean of two games, so its variance is half that of a game, correlation
        // included.
        let estimate = Moments::of(&counts)
            .filter(|_| counts.constant().is_none())
            .map(|moments| (elo(moments.mean), 2.0 * moments.variance));
        Some(Outlook { sprt, llr, estimate })
    }

    /// The strength that is assumed of the games to come, as estimated now, in Elo. `None` while nothing can
    /// be estimated.
    #[must_use]
    pub fn elo(&self) -> Option<f64> {
        self.estimate.map(|(elo, _)| elo)
    }

    /// The expected number of further games of the test at the strength estimated now:
    /// [`characteristics_from`]. `None` while there is no estimate.
    #[must_use]
    pub fn games_left(&self) -> Option<f64> {
        let (elo, variance) = self.estimate?;
        let games = characteristics_from(&self.sprt, self.llr, elo, variance).games;
        (games.is_finite() && games > 0.0).then_some(games)
    }

    /// Probability that it ends within `games`: [`ending_probability`] at the present
    /// estimate. `None` while nothing can be estimated.
    #[must_use]
    pub fn chance_within(&self, games: f64) -> Option<f64> {
        let (elo, variance) = self.estimate?;
        let chance = ending_probability(&self.sprt, self.llr, elo, variance, games);
        (!chance.is_nan()).then_some(chance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anytime::{Evidence, Method};
    use crate::sprt::Model;

    #[test]
    fn the_outlook_is_that_of_the_pairs_seen_in_order() {
        let sprt = Sprt::new(0.0, 20.0, 0.05, 0.05, Model::Logistic).unwrap();
        assert_eq!(Outlook::of(&SequentialMonitor::default()), None);
        let mut monitor = SequentialMonitor::new(vec![StopRule::Sprt(sprt)]);
        let evidence = Evidence::new(Method::Mixture);
        let fresh = Outlook::of(&monitor).unwrap();
        assert_eq!((fresh.llr, fresh.games_left(), fresh.chance_within(9.0)), (0.0, None, None));
        for pair in 0..20 {
            monitor.note([1, [1, 2, 0, 2][pair % 4]], &evidence);
        }
        let outlook = Outlook::of(&monitor).unwrap();
        assert!(outlook.llr > 0.0);
        let left = outlook.games_left().unwrap();
        assert!(left > 50.0 && left < 1000.0, "{left}");
        assert!(outlook.chance_within(10.0 * left).unwrap() > 0.99);
        assert!(outlook.chance_within(left / 10.0).unwrap() < 0.1);
    }
}
