//! A number that may not exist, in JSON.

use std::fmt;

use document::number::decimal;
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
            Some(value) => f.write_str(&decimal(value, 2)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_a_number_a_bound_or_nothing() {
        let figures = [1.5, -0.001, f64::INFINITY, f64::NEG_INFINITY, f64::NAN].map(Figure::from);
        assert_eq!(figures.map(|figure| figure.to_string()), ["1.50", "0.00", "inf", "-inf", ""]);
        let json = serde_json::to_string(&figures).unwrap();
        assert_eq!(json, r#"[1.5,-0.001,"inf","-inf",null]"#);
        assert_eq!(serde_json::to_string(&Figure::from(-0.0)).unwrap(), "0.0");
        assert_eq!(Figure::from(Some(f64::NAN)), Figure(None));
    }
}
