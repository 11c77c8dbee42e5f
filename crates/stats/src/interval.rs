//! An interval of scores, and its image in Elo.

use super::elo::elo;

/// The confidence of every interval that is shown.
pub const CONFIDENCE: f64 = 0.95;

/// An interval on the score scale. Ends may lie outside 0 to 1 for methods that do not bound them;
/// their Elo is then infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// All possible scores: the interval without any data.
    pub const ALL: Interval = Interval { low: 0.0, high: 1.0 };

    /// From the lower end of some counts and that of the reversed counts. A value so near to 0 that
    /// its complement rounds to 1 is 0 on both sides.
    pub(crate) fn from_lower_ends(low: f64, reversed_low: f64) -> Interval {
        let end = |low: f64| if 1.0 - low < 1.0 { low } else { 0.0 };
        Interval { low: end(low), high: 1.0 - end(reversed_low) }
    }

    /// The ends as Elo differences; infinite where an end is not inside 0 to 1.
    #[must_use]
    pub fn elo(self) -> Interval {
        Interval { low: elo(self.low), high: elo(self.high) }
    }

    /// Half the width, or `None` if an end is infinite.
    #[must_use]
    pub fn half_width(self) -> Option<f64> {
        let half = (self.high - self.low) / 2.0;
        half.is_finite().then_some(half)
    }

    /// Whether the value lies inside, ends included.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}
