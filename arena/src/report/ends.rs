//! An interval in Elo, as reports have it.

use serde::Serialize;

use stats::{Figure, Interval};

/// The ends of an interval in Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ends {
    /// Lower end.
    pub elo_lo: Figure,
    /// Upper end.
    pub elo_hi: Figure,
}

impl Ends {
    /// As an interval in Elo.
    #[must_use]
    pub fn interval(self) -> Interval {
        Interval {
            low: self.elo_lo.0.unwrap_or(f64::NEG_INFINITY),
            high: self.elo_hi.0.unwrap_or(f64::INFINITY),
        }
    }
}

impl From<Interval> for Ends {
    /// From an interval in Elo.
    fn from(elo: Interval) -> Ends {
        Ends { elo_lo: elo.low.into(), elo_hi: elo.high.into() }
    }
}
