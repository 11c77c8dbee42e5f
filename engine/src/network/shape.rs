//! The sizes of a network, as its file states them.

use std::ops::RangeInclusive;

/// Features of a king bucket: own and enemy pieces of six kinds, each on 64 squares.
pub(super) const FEATURES: usize = 768;

/// The hidden size is a multiple of this, so that vector instructions leave nothing over.
pub(super) const LANES: u32 = 32;

/// The largest clipped activation: the whole of a weight of the first layer.
pub(super) const FEATURE_UNIT: i32 = 255;

/// The whole of a weight of the second layer.
pub(super) const OUTPUT_UNIT: i32 = 64;

pub(super) const HIDDEN: RangeInclusive<u32> = 32..=1024;
pub(super) const KING_BUCKETS: RangeInclusive<u32> = 1..=32;
pub(super) const OUTPUT_BUCKETS: RangeInclusive<u32> = 1..=16;
pub(super) const SCALE: RangeInclusive<u32> = 1..=10_000;

/// The sizes of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Numbers of an accumulator.
    pub(super) hidden: usize,
    pub(super) king_buckets: usize,
    pub(super) output_buckets: usize,
    /// Centipawns of an output of one.
    pub(super) scale: i32,
}

impl Shape {
    /// Bytes of a file of these sizes.
    pub(super) fn file_bytes(&self) -> usize {
        let header = 8 + 4 * 4 + 32;
        let first = (self.king_buckets * FEATURES + 1) * self.hidden;
        let second = self.output_buckets * (2 * self.hidden + 1);
        header + 2 * (first + second)
    }

    /// The output that values a position with this number of men on the board.
    #[inline]
    pub(super) fn output_bucket(&self, men: usize) -> usize {
        // A position may be set up with more men than a game has.
        (men.saturating_sub(2) * self.output_buckets / 31).min(self.output_buckets - 1)
    }

    /// The value of a sum of the second layer.
    #[inline]
    pub(super) fn centipawns(&self, sum: i32, bias: i16) -> i32 {
        let unit = i64::from(FEATURE_UNIT);
        let output = i64::from(sum) / unit + i64::from(bias) * unit;
        let value = output * i64::from(self.scale) / (unit * i64::from(OUTPUT_UNIT));
        value as i32
    }
}
