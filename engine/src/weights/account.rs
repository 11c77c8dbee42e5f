//! Where the terms write their results: as a sum, for the search, or as a list of the weights that
//! applied, for `texel`.

use super::tapered::Tapered;
use super::values::WEIGHTS;

/// The account of one side.
pub(crate) trait Account: Default {
    /// Adds a weight this many times.
    fn add(&mut self, weight: usize, times: i32);
}

/// The sum of the weights.
impl Account for Tapered {
    #[inline(always)]
    fn add(&mut self, weight: usize, times: i32) {
        *self += WEIGHTS[weight] * times;
    }
}

/// The weights that applied, and how often.
#[derive(Debug, Default)]
pub(crate) struct Applied(pub(crate) Vec<(usize, i32)>);

impl Account for Applied {
    fn add(&mut self, weight: usize, times: i32) {
        if times != 0 {
            self.0.push((weight, times));
        }
    }
}
