//! A number with its interval.

use serde::Serialize;
use stats::{Figure, words};

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// The number.
    pub value: Figure,
    /// Lower end.
    pub lo: Figure,
    /// Upper end.
    pub hi: Figure,
}

impl Measured {
    /// `value [lo, hi]`, all by this factor.
    pub(in crate::report) fn words(self, factor: f64, decimals: usize) -> String {
        let text = |figure: Figure| match figure.0 {
            Some(value) if value.is_finite() => words::decimal(factor * value, decimals),
            Some(value) if value > 0.0 => "inf".to_owned(),
            Some(_) => "-inf".to_owned(),
            None => "n/a".to_owned(),
        };
        match self.value.0 {
            None => "n/a".to_owned(),
            Some(_) => format!("{} [{}, {}]", text(self.value), text(self.lo), text(self.hi)),
        }
    }
}

/// Value, lower and upper end.
impl From<[Option<f64>; 3]> for Measured {
    fn from([value, lo, hi]: [Option<f64>; 3]) -> Measured {
        Measured { value: value.into(), lo: lo.into(), hi: hi.into() }
    }
}
