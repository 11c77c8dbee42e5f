//! A number that may not exist, in JSON.

use std::fmt;

use serde::{Serialize, Serializer};

/// A number, an infinite one, or none. In JSON a number, `"inf"` or `"-inf"`, or `null`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure(pub Option<f64>);

impl From<f64> for Figure {
    fn from(value: f64) -> Figure {
        Figure((!value.is_nan()).then_some(value))
    }
}

impl From<Option<f64>> for Figure {
    fn from(value: Option<f64>) -> Figure {
        Figure(value.filter(|value| !value.is_nan()))
    }
}

/// With two decimals, or `inf`, `-inf`, or nothing.
impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => Ok(()),
            Some(value) => write!(f, "{value:.2}"),
        }
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            None => serializer.serialize_none(),
            Some(f64::INFINITY) => serializer.serialize_str("inf"),
            Some(f64::NEG_INFINITY) => serializer.serialize_str("-inf"),
            // Also turns -0 into 0.
            Some(value) => serializer.serialize_f64(value + 0.0),
        }
    }
}
