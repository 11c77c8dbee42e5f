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
mod rule;
mod rules;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::sprt::State;

pub use cause::StopCause;
pub use change::RuleChange;
pub use monitor::{SequentialMonitor, Stopped};
pub use notation::ParseStopRulesError;
pub use outlook::Outlook;
pub use rule::StopRule;
pub use rules::StopRules;

/// How often rules err that take pairs for independent, where pairs of a match on a clock play the same openings again:
/// in simulated matches whose openings suit one engine with a spread of 50 Elo, for errors of 5 %.
pub const ERRORS_ON_USED_OPENINGS: &str = "in 15 to 27 % with 500 openings and in 34 to 42 % with 50, by rule and length, simulated, instead of 5 %";

/// The decision of a rule that ended a match.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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
