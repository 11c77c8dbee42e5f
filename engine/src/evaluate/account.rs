//! Where the terms write what they find: as a sum, for the search, or as a list of the weights that
//! applied, for `texel`.

use crate::position::tapered::Tapered;

use super::weights::WEIGHTS;

/// The account of one side.
pub(crate) trait Account: Default {
    /// Adds a weight this many times.
    fn add(&mut self, weight: usize, times: i32);
}

/// What the weights sum up to.
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

/// A named run of weights.
#[derive(Clone, Copy, Debug)]
pub struct WeightBlock {
    /// Its name.
    pub name: &'static str,
    /// What its weights mean, a line each.
    pub meaning: &'static [&'static str],
    /// Its first weight.
    pub start: usize,
    /// How many weights it has.
    pub length: usize,
}

/// Declares weights in blocks: each name stands for the index of its first weight.
macro_rules! weights {
    ($($(#[doc = $meaning:literal])* $name:ident[$length:literal] = [$(($middlegame:literal, $endgame:literal)),* $(,)?];)*) => {
        /// As long in bytes as there are weights, so that offsets are indices.
        #[allow(non_snake_case)]
        #[repr(C)]
        struct Layout { $($name: [u8; $length],)* }

        $(
            $(#[doc = $meaning])*
            pub(crate) const $name: usize = std::mem::offset_of!(Layout, $name);
        )*

        const COUNT: usize = std::mem::size_of::<Layout>();

        /// Every weight, as the blocks have them one after the other.
        pub(crate) static WEIGHTS: [$crate::position::tapered::Tapered; COUNT] = VALUES;

        /// The same where a constant is computed from them.
        pub(crate) const VALUES: [$crate::position::tapered::Tapered; COUNT] =
            [$($($crate::position::tapered::tapered($middlegame, $endgame),)*)*];

        /// The blocks in their order.
        pub(crate) const BLOCKS: &[super::account::WeightBlock] = &[$(
            super::account::WeightBlock {
                name: stringify!($name),
                meaning: &[$($meaning),*],
                start: $name,
                length: $length,
            },
        )*];
    };
}

pub(crate) use weights;
