//! Rules that end a match before its last game.
//!
//! Some end it because its result is clear ([`StopRule`]). They see pairs in the order of the
//! schedule, one after the other, whatever order they finish in: the decision is then the same at
//! any concurrency and after any interruption, and the error probabilities hold. Others end a run
//! after some games or at some time, whatever the result ([`StopRules`] has them all).
//!
//! The decision of a [`SequentialMonitor`] follows from the journal, so a match stopped by its
//! result stays stopped when it is started again. Times belong to each run: `until` is the next
//! such time after the run's start, a `budget` starts anew.

mod cause;
mod change;
mod monitor;
mod notation;
mod outlook;
mod rules;

use std::fmt;

use serde::Serialize;

use crate::e_sprt::ESprt;
use crate::sprt::{Sprt, State};

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
    /// When a sequential test by bets accepts one of its hypotheses.
    ESprt(ESprt),
    /// When an interval that is safe to check lies beyond a margin on either side of 0, or inside another margin.
    Confidence {
        /// Confidence of the interval, 0 to 1.
        confidence: f64,
        /// The difference that must be exceeded, in Elo; 0 to find any.
        margin: f64,
        /// The difference that does not matter, in Elo: the match ends when the interval lies
        /// inside plus and minus this. `None` never ends it that way.
        no_difference: Option<f64>,
        /// Whether the interval is one up to the planned length of the match,
        /// [`horizon`](crate::horizon).
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        horizon: bool,
    },
}

/// The rule that ended a match, and its decision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The test accepted H0.
    H0,
    /// The test accepted H1.
    H1,
    /// The first contender is stronger by more than the margin.
    Stronger,
    /// The first contender is weaker by more than the margin.
    Weaker,
    /// There is no difference that matters.
    NoDifference,
}

impl Decision {
    /// The hypothesis that a test has accepted; `None` while it goes on.
    #[must_use]
    pub fn of_test(state: State) -> Option<Decision> {
        match state {
            State::H0 => Some(Decision::H0),
            State::H1 => Some(Decision::H1),
            State::Continue => None,
        }
    }

    /// Whether the first contender may take the second one's place.
    #[must_use]
    pub fn is_in_favour(self) -> bool {
        match self {
            Decision::H1 | Decision::Stronger => true,
            Decision::H0 | Decision::Weaker | Decision::NoDifference => false,
        }
    }
}

impl StopRule {
    /// The sequential test by likelihood ratios, if it is one.
    #[must_use]
    pub fn sprt(&self) -> Option<Sprt> {
        match self {
            StopRule::Sprt(sprt) => Some(*sprt),
            StopRule::ESprt(_) | StopRule::Confidence { .. } => None,
        }
    }

    /// The sequential test by bets, if it is one.
    #[must_use]
    pub fn e_sprt(&self) -> Option<ESprt> {
        match self {
            StopRule::ESprt(test) => Some(*test),
            StopRule::Sprt(_) | StopRule::Confidence { .. } => None,
        }
    }
}

/// The rule in a line.
impl fmt::Display for StopRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopRule::Sprt(test) => {
                let Sprt { alpha, beta, .. } = test;
                write!(f, "SPRT {} (alpha {alpha}, beta {beta})", test.bounds())
            }
            StopRule::ESprt(ESprt { elo0, elo1, alpha, beta }) => {
                write!(f, "e-SPRT [{elo0}, {elo1}] Elo (alpha {alpha}, beta {beta})")
            }
            StopRule::Confidence { confidence, margin, no_difference, horizon } => {
                let level = crate::words::level(*confidence);
                match horizon {
                    false => write!(f, "anytime-valid {level} CI")?,
                    true => write!(f, "{level} CI valid up to the planned length")?,
                }
                write!(f, ", once it excludes ")?;
                match margin {
                    0.0 => write!(f, "0"),
                    _ => write!(f, "-{margin} to {margin} Elo"),
                }?;
                match no_difference {
                    Some(elo) => write!(f, " or lies inside -{elo} to {elo} Elo"),
                    None => Ok(()),
                }
            }
        }
    }
}

/// The decision, in a few words.
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::H0 => "H0 is accepted",
            Decision::H1 => "H1 is accepted",
            Decision::Stronger => "the first contender is stronger",
            Decision::Weaker => "the first contender is weaker",
            Decision::NoDifference => "no difference that matters",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_told_in_a_line() {
        let rule = |confidence, margin| {
            StopRule::Confidence { confidence, margin, no_difference: None, horizon: false }
                .to_string()
        };
        assert_eq!(rule(0.95, 0.0), "anytime-valid 95 % CI, once it excludes 0");
        assert_eq!(rule(0.999, 2.5), "anytime-valid 99.9 % CI, once it excludes -2.5 to 2.5 Elo");
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.1, crate::sprt::Model::Normalized).unwrap();
        let told = "SPRT [0, 5] nElo (alpha 0.05, beta 0.1)";
        assert_eq!(StopRule::Sprt(sprt).to_string(), told);
        let test = ESprt::new(0.0, 5.0, 0.05, 0.1).unwrap();
        let told = "e-SPRT [0, 5] Elo (alpha 0.05, beta 0.1)";
        assert_eq!(StopRule::ESprt(test).to_string(), told);
        let rule = StopRule::Confidence {
            confidence: 0.95,
            margin: 0.0,
            no_difference: Some(5.0),
            horizon: false,
        };
        let told = "anytime-valid 95 % CI, once it excludes 0 or lies inside -5 to 5 Elo";
        assert_eq!(rule.to_string(), told);
        let rule = StopRule::Confidence {
            confidence: 0.9875,
            margin: 0.0,
            no_difference: None,
            horizon: true,
        };
        let told = "98.75 % CI valid up to the planned length, once it excludes 0";
        assert_eq!(rule.to_string(), told);
    }
}
