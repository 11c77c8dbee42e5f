//! The numbers of the evaluation, and the worth of a piece on its square, made of them alone.

pub(crate) mod blocks;
pub(crate) mod piece_square;
pub(crate) mod tapered;
pub(crate) mod values;

use tapered::Tapered;

impl Tapered {
    /// Adds a weight this many times.
    #[inline(always)]
    pub(crate) fn add_weight(&mut self, weight: usize, times: i32) {
        *self += values::WEIGHTS[weight] * times;
    }
}
