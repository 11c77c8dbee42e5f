//! The cause that stopped a run.

use std::fmt;

use jiff::SignedDuration;
use jiff::civil::Time;

use super::Stopped;

/// The rule that stopped a run of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StopCause {
    /// The result is clear.
    Decision(Stopped),
    /// This number of games is played.
    Games(u32),
    /// It is this time of day.
    Until(Time),
    /// The run has taken this long.
    Budget(SignedDuration),
}

impl StopCause {
    /// Whether the match continues if it is run again.
    #[must_use]
    pub fn is_a_pause(&self) -> bool {
        matches!(self, StopCause::Until(_) | StopCause::Budget(_))
    }
}

/// As the end of "stopped by".
impl fmt::Display for StopCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopCause::Decision(Stopped { rule, decision, pairs }) => {
                write!(f, "the {rule}: {decision} after {pairs} pairs")
            }
            StopCause::Games(games) => write!(f, "the limit of {games} games"),
            StopCause::Until(time) => write!(f, "the clock: it is {}", time.strftime("%H:%M")),
            StopCause::Budget(budget) => write!(f, "the time budget of {budget:#}"),
        }
    }
}
