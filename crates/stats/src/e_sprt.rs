//! A sequential test by bets, whose verdict and interval agree: the e-SPRT.
//!
//! Two bettors watch the score of each pair. One bets against "the expected score is at most that
//! of `elo0`", the other against "it is at least that of `elo1`". Under the hypothesis that a
//! bettor bets against, its wealth is a supermartingale that starts at 1, so that it reaches
//! 1/alpha with a probability of at most alpha, whatever the number of pairs and whenever the match
//! ends (Ville 1939). H1 is accepted when the first wealth reaches 1/alpha, H0 when the second
//! reaches 1/beta. The only assumption is that the expectation of the next pair obeys the
//! hypothesis: no model of the variance, no independence of the two games of a pair.
//!
//! The same bets, made against any expected score m instead of `elo0` and `elo1`, exclude the
//! scores outside an interval. Its level is 1 - alpha - beta, valid at every look. H1 is accepted
//! at the pair at which its lower end passes `elo0`, H0 at the pair at which its upper end passes
//! `elo1`: verdict and interval agree by construction.
//!
//! Each bettor is a mixture of four, whose stakes are in units of delta / sigma^2, with delta the difference of the two
//! expected scores and sigma^2 the variance as estimated from the pairs before: the stake of fastest growth, to first
//! order, where the truth lies at the other hypothesis. The first one, with nine tenths of the wealth, stakes 0.95 of it.
//! That costs 0.25 % there; but midway between the hypotheses the logarithms of both wealths, which with the whole stake do
//! not drift, rise, and the match ends after 6 % fewer games. The others stake two, four and eight times as much, for
//! truths that lie far beyond: they end such a match after a fraction of the games, and cost ln(1 / 0.9) of evidence, which
//! is 3.5 % of it, elsewhere.
//!
//! The variance is rounded to a sixteenth of an octave. Where a stake is too large, both wealths drift down midway: a ladder
//! of half octaves made it up to 19 % too large, so that some matches had no end.
//!
//! Source: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (JRSS B, 2023), sections 4
//! and 5; mixtures of stakes are their section 4.3.

use std::fmt;

use serde::Serialize;

use super::betting::{Betting, Bettor, Ladder, Staked};
use super::elo::score;
use super::sprt::{DefineSprtError, Model, Sprt, State};

/// Version of everything that the numbers of a test do not contain: its bettors, the ladder and the formula. Version 1 had
/// one bettor and a ladder of half octaves, and was written without a version.
const VERSION: u32 = 3;

/// The bettors of each side: their stakes in units of delta / sigma^2, and their shares of the wealth.
const BETTORS: [Bettor; 4] = [
    Bettor { stake: 0.95, share: 0.9 },
    Bettor { stake: 2.0, share: 0.05 },
    Bettor { stake: 4.0, share: 0.03 },
    Bettor { stake: 8.0, share: 0.02 },
];

/// A test of `elo0` against `elo1` by bets. The bounds are logistic Elo, since the bets are on the expected score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ESprt {
    /// Strength under H0, in logistic Elo.
    pub elo0: f64,
    /// Strength under H1, in logistic Elo; more than `elo0`.
    pub elo1: f64,
    /// Greatest probability of accepting H1 if the strength is at most `elo0`, 0 to 1.
    pub alpha: f64,
    /// Greatest probability of accepting H0 if the strength is at least `elo1`, 0 to 1.
    pub beta: f64,
}

impl ESprt {
    /// A test, if its numbers are valid.
    ///
    /// # Errors
    ///
    /// As those of [`Sprt::new`].
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<ESprt, DefineSprtError> {
        Sprt::new(elo0, elo1, alpha, beta, Model::Logistic)?;
        Ok(ESprt { elo0, elo1, alpha, beta })
    }

    /// Reads its notation.
    pub(crate) fn read(text: &str) -> Option<ESprt> {
        let fields =
            text.strip_prefix(&format!("e_sprt{{version={VERSION},"))?.strip_suffix('}')?;
        let mut parts = fields.split(',');
        let mut number = |key: &str| -> Option<f64> {
            parts.next()?.strip_prefix(key)?.strip_prefix('=')?.parse().ok()
        };
        let test = ESprt::new(number("elo0")?, number("elo1")?, number("alpha")?, number("beta")?);
        test.ok().filter(|_| parts.next().is_none())
    }

    /// Level of its interval: 1 - alpha - beta.
    #[must_use]
    pub fn confidence(&self) -> f64 {
        1.0 - self.alpha - self.beta
    }

    /// The logarithms of the wealth at which H1 and H0 are accepted.
    #[must_use]
    pub fn acceptance(&self) -> [f64; 2] {
        [-self.alpha.ln(), -self.beta.ln()]
    }

    /// The state of the test after only these pairs.
    #[must_use]
    pub fn state(&self, staked: &[Staked]) -> State {
        let [h1, h0] = self.acceptance();
        if self.log_evidence_above(staked, score(self.elo0)) >= h1 {
            State::H1
        } else if self.log_evidence_below(staked, score(self.elo1)) >= h0 {
            State::H0
        } else {
            State::Continue
        }
    }

    /// The evidence, as logarithms, that the first bettor of each side needs where the others have lost theirs.
    pub(crate) fn bounds_of_first_bettors(&self) -> [f64; 2] {
        self.acceptance().map(|threshold| threshold - BETTORS[0].share.ln())
    }
}

impl Betting for ESprt {
    fn bettors(&self) -> &[Bettor] {
        &BETTORS
    }

    /// The inverse of delta / sigma^2.
    fn scale(&self, variance: f64) -> f64 {
        variance / (score(self.elo1) - score(self.elo0))
    }

    fn ladder(&self) -> Ladder {
        Ladder::FINE
    }

    fn thresholds(&self, _confidence: f64) -> [f64; 2] {
        self.acceptance()
    }
}

/// `e_sprt{version=3,elo0=0,elo1=5,alpha=0.05,beta=0.05}`.
impl fmt::Display for ESprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ESprt { elo0, elo1, alpha, beta } = self;
        write!(f, "e_sprt{{version={VERSION},elo0={elo0},elo1={elo1},alpha={alpha},beta={beta}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ScoreCounts;

    fn staked(pairs: impl Iterator<Item = usize>) -> Vec<Staked> {
        let (mut counts, mut staked) = (ScoreCounts::of_pairs([0; 5]), Vec::new());
        for quarters in pairs {
            Staked::add(&mut staked, Ladder::FINE.variance(&counts), quarters);
            counts.add(quarters);
        }
        staked
    }

    #[test]
    fn the_verdict_is_what_the_interval_says() {
        let test = ESprt::new(0.0, 30.0, 0.05, 0.05).unwrap();
        for pattern in [[2, 3, 2, 2, 1], [2, 3, 2, 3, 1], [2, 2, 2, 3, 1], [1, 2, 2, 3, 1]] {
            for pairs in (1..2000).step_by(37) {
                let staked = staked((0..pairs).map(|pair| pattern[pair % 5]));
                let ends = test.interval(&staked, test.confidence());
                let said = match () {
                    () if ends.low > score(0.0) => State::H1,
                    () if ends.high < score(30.0) => State::H0,
                    () => State::Continue,
                };
                assert_eq!(test.state(&staked), said, "{pattern:?}, {pairs} pairs");
            }
        }
    }

    #[test]
    fn a_clear_difference_is_found_and_none_is_too() {
        let test = ESprt::new(0.0, 10.0, 0.05, 0.05).unwrap();
        let state = |pattern: [usize; 4], pairs: usize| {
            test.state(&staked((0..pairs).map(|pair| pattern[pair % 4])))
        };
        assert_eq!(state([2, 2, 3, 3], 400), State::H1);
        assert_eq!(state([2, 1, 2, 3], 4), State::Continue);
        assert_eq!(state([2, 1, 2, 2], 400), State::H0);
    }

    #[test]
    fn it_reads_back_the_same() {
        let text = "e_sprt{version=3,elo0=-1.75,elo1=0.25,alpha=0.1,beta=0.025}";
        let test = ESprt::read(text).unwrap();
        assert_eq!(test.to_string(), text);
        assert!((test.confidence() - 0.875).abs() < 1e-12);
        for other in [
            "e_sprt{version=3,elo0=5,elo1=0,alpha=0.05,beta=0.05}",
            "e_sprt{elo0=0,elo1=5,alpha=0.05,beta=0.05}",
            "e_sprt{version=3}",
            "e_sprt{version=2,elo0=0,elo1=5,alpha=0.05,beta=0.05}",
        ] {
            assert!(ESprt::read(other).is_none(), "{other}");
        }
    }
}
