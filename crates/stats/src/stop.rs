//! Rules that end a match before its last game.
//!
//! Some end it because its result is clear ([`StopRule`]). They see pairs in the order of the
//! schedule, one after the other, whatever order they finish in: the decision is then the same at
//! any concurrency and after any interruption, and the error probabilities hold. Others end a run
//! after some games or at some time, whatever the result ([`StopRules`] has them all).
//!
//! What a [`SequentialMonitor`] says follows from the journal alone, so a match that its result has stopped
//! stays stopped when it is started again. A time is a matter of each run: `until` is the next such
//! time after the run's begin, a `budget` begins anew.

mod cause;
mod change;
mod monitor;
mod notation;
mod outlook;
mod rules;

use std::fmt;

use serde::Serialize;

use crate::anytime::Evidence;
use crate::elo::score;
use crate::sprt::{Sprt, State};
use crate::{Pentanomial, ScoreCounts};

pub use cause::StopCause;
pub use change::RuleChange;
pub use monitor::{SequentialMonitor, Stopped};
pub use notation::ParseStopRulesError;
pub use outlook::Outlook;
pub use rules::StopRules;

/// When the result of a match is clear.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StopRule {
    /// When a sequential test accepts one of its hypotheses.
    Sprt(Sprt),
    /// When the anytime-valid interval lies beyond a margin on either side of 0.
    Confidence {
        /// Confidence of the interval, 0 to 1.
        confidence: f64,
        /// The difference that has to be exceeded, in Elo; 0 to find any.
        margin: f64,
    },
}

/// Which rule ended a match, and how.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The test accepted this hypothesis.
    Sprt(State),
    /// The first contender is stronger by more than the margin.
    Stronger,
    /// The first contender is weaker by more than the margin.
    Weaker,
}

impl StopRule {
    /// The sequential test, where it is one.
    #[must_use]
    pub fn sprt(&self) -> Option<Sprt> {
        match self {
            StopRule::Sprt(sprt) => Some(*sprt),
            StopRule::Confidence { .. } => None,
        }
    }

    /// What the pairs decide, if they do; `evidence` is that of the same pairs.
    #[must_use]
    pub fn decide(&self, pairs: Pentanomial, evidence: &Evidence) -> Option<Decision> {
        match self {
            StopRule::Sprt(sprt) => {
                let llr = sprt.log_likelihood_ratio(&ScoreCounts::from(pairs), pairs.games());
                let state = sprt.state(llr);
                (state != State::Continue).then_some(Decision::Sprt(state))
            }
            StopRule::Confidence { confidence, margin } => {
                let threshold = (2.0 / (1.0 - confidence)).ln();
                let above = evidence.log_above(score(*margin));
                let below = evidence.log_below(score(-margin));
                if above >= threshold {
                    Some(Decision::Stronger)
                } else if below >= threshold {
                    Some(Decision::Weaker)
                } else {
                    None
                }
            }
        }
    }
}

/// The rule in a line.
impl fmt::Display for StopRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopRule::Sprt(Sprt { elo0, elo1, alpha, beta, model }) => {
                let model = model.name();
                write!(f, "SPRT of {elo0} against {elo1} {model} (alpha {alpha}, beta {beta})")
            }
            StopRule::Confidence { confidence, margin } => {
                // Not 94.99999999999999.
                let percent = (1e6 * confidence).round() / 1e4;
                write!(f, "anytime-valid {percent} % CI, once it excludes ")?;
                match margin {
                    0.0 => write!(f, "0"),
                    _ => write!(f, "-{margin} to {margin} Elo"),
                }
            }
        }
    }
}

/// What was decided, in a few words.
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::Sprt(State::H0) => "H0 is accepted",
            Decision::Sprt(State::H1) => "H1 is accepted",
            Decision::Sprt(State::Continue) => "undecided",
            Decision::Stronger => "the first contender is stronger",
            Decision::Weaker => "the first contender is weaker",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anytime::Method;

    #[test]
    fn a_margin_asks_for_more() {
        for method in [Method::Mixture, Method::tuned_for(100)] {
            let decide = |won: u8, margin| {
                let (mut pairs, mut evidence) =
                    (Pentanomial::default(), Evidence::new(method.clone()));
                for i in 0..100_u8 {
                    // 75 points in 100 pairs, or 25.
                    let pair = [won, if i % 2 == 0 { won } else { 2 - won }];
                    pairs.add_pair(pair[0], pair[1]);
                    evidence.add(pair);
                }
                StopRule::Confidence { confidence: 0.95, margin }.decide(pairs, &evidence)
            };
            assert_eq!(decide(2, 0.0), Some(Decision::Stronger));
            assert_eq!(decide(2, 170.0), None);
            assert_eq!(decide(0, 0.0), Some(Decision::Weaker));
        }
    }

    #[test]
    fn rules_are_told_in_a_line() {
        let rule = |confidence, margin| StopRule::Confidence { confidence, margin }.to_string();
        assert_eq!(rule(0.95, 0.0), "anytime-valid 95 % CI, once it excludes 0");
        assert_eq!(rule(0.999, 2.5), "anytime-valid 99.9 % CI, once it excludes -2.5 to 2.5 Elo");
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.1, crate::sprt::Model::Normalized).unwrap();
        let told = "SPRT of 0 against 5 normalized Elo (alpha 0.05, beta 0.1)";
        assert_eq!(StopRule::Sprt(sprt).to_string(), told);
    }
}
