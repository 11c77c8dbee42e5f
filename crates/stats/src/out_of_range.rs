//! A setting out of its range.

use thiserror::Error;

/// A setting that has a value it cannot have.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("{name} is {value}; {right}")]
pub struct OutOfRange {
    /// The setting's name: its field's.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// The valid range.
    pub right: &'static str,
}

impl OutOfRange {
    /// The error, unless the value fits.
    pub(crate) fn unless(
        fits: bool,
        name: &'static str,
        value: f64,
        right: &'static str,
    ) -> Result<(), OutOfRange> {
        if fits { Ok(()) } else { Err(OutOfRange { name, value, right }) }
    }
}
