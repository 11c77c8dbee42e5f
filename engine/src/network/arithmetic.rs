//! The loops over numbers. They are written so that the compiler makes vector instructions of them, once
//! for any processor and once for those that have AVX2; which is used is found out when the program runs.
//!
//! Nothing overflows where it matters: the checks of the file see to it. Sums of the first layer wrap,
//! since rows may be taken in an order that leaves the range for a while.

use multiversion::multiversion;

use super::shape::{FEATURE_UNIT, LANES};

/// Numbers that are worked on together, as processors like to find them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Lanes(pub(super) [i16; LANES]);

impl Lanes {
    pub(super) const ZERO: Lanes = Lanes([0; LANES]);
}

/// Adds one row to an accumulator and takes another one away.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn exchange(accumulator: &mut [Lanes], added: &[Lanes], removed: &[Lanes]) {
    exchange_plainly(accumulator, added, removed);
}

/// Adds a row to an accumulator.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn add(accumulator: &mut [Lanes], row: &[Lanes]) {
    add_plainly(accumulator, row);
}

/// Takes a row from an accumulator.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn remove(accumulator: &mut [Lanes], row: &[Lanes]) {
    remove_plainly(accumulator, row);
}

/// The weighted sum of both accumulators, clipped and squared; the first has the first half of the
/// weights.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn output(own: &[Lanes], other: &[Lanes], weights: &[Lanes]) -> i32 {
    output_plainly(own, other, weights)
}

#[inline(always)]
pub(super) fn exchange_plainly(accumulator: &mut [Lanes], added: &[Lanes], removed: &[Lanes]) {
    for ((lanes, added), removed) in accumulator.iter_mut().zip(added).zip(removed) {
        for i in 0..LANES {
            lanes.0[i] = lanes.0[i].wrapping_add(added.0[i]).wrapping_sub(removed.0[i]);
        }
    }
}

#[inline(always)]
pub(super) fn add_plainly(accumulator: &mut [Lanes], row: &[Lanes]) {
    for (lanes, row) in accumulator.iter_mut().zip(row) {
        for i in 0..LANES {
            lanes.0[i] = lanes.0[i].wrapping_add(row.0[i]);
        }
    }
}

#[inline(always)]
pub(super) fn remove_plainly(accumulator: &mut [Lanes], row: &[Lanes]) {
    for (lanes, row) in accumulator.iter_mut().zip(row) {
        for i in 0..LANES {
            lanes.0[i] = lanes.0[i].wrapping_sub(row.0[i]);
        }
    }
}

#[inline(always)]
pub(super) fn output_plainly(own: &[Lanes], other: &[Lanes], weights: &[Lanes]) -> i32 {
    let (own_weights, other_weights) = weights.split_at(own.len());
    half(own, own_weights).wrapping_add(half(other, other_weights))
}

/// The weighted sum of one accumulator.
#[inline(always)]
fn half(accumulator: &[Lanes], weights: &[Lanes]) -> i32 {
    let mut sum = 0_i32;
    for (lanes, weights) in accumulator.iter().zip(weights) {
        for i in 0..LANES {
            let clipped = lanes.0[i].clamp(0, FEATURE_UNIT as i16);
            // 255 * 127 fits.
            let weighted = clipped.wrapping_mul(weights.0[i]);
            sum = sum.wrapping_add(i32::from(weighted).wrapping_mul(i32::from(clipped)));
        }
    }
    sum
}
