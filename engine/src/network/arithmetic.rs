//! The loops over numbers. They are written so that the compiler makes vector instructions of them, once
//! for any processor and once for those that have AVX2; which is used is found out when the program runs.
//!
//! Nothing overflows where it matters: the checks of the file see to it. Sums of the first layer wrap,
//! since rows may be taken in an order that leaves the range for a while.

use multiversion::multiversion;

use super::shape::FEATURE_UNIT;

/// Adds one row to an accumulator and takes another one away.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn exchange(accumulator: &mut [i16], added: &[i16], removed: &[i16]) {
    exchange_plainly(accumulator, added, removed);
}

/// Adds a row to an accumulator.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn add(accumulator: &mut [i16], row: &[i16]) {
    add_plainly(accumulator, row);
}

/// Takes a row from an accumulator.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn remove(accumulator: &mut [i16], row: &[i16]) {
    remove_plainly(accumulator, row);
}

/// The weighted sum of both accumulators, clipped and squared; the first has the first half of the
/// weights.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn output(own: &[i16], other: &[i16], weights: &[i16]) -> i32 {
    output_plainly(own, other, weights)
}

#[inline(always)]
pub(super) fn exchange_plainly(accumulator: &mut [i16], added: &[i16], removed: &[i16]) {
    let size = accumulator.len();
    let (added, removed) = (&added[..size], &removed[..size]);
    for i in 0..size {
        accumulator[i] = accumulator[i].wrapping_add(added[i]).wrapping_sub(removed[i]);
    }
}

#[inline(always)]
pub(super) fn add_plainly(accumulator: &mut [i16], row: &[i16]) {
    let size = accumulator.len();
    let row = &row[..size];
    for i in 0..size {
        accumulator[i] = accumulator[i].wrapping_add(row[i]);
    }
}

#[inline(always)]
pub(super) fn remove_plainly(accumulator: &mut [i16], row: &[i16]) {
    let size = accumulator.len();
    let row = &row[..size];
    for i in 0..size {
        accumulator[i] = accumulator[i].wrapping_sub(row[i]);
    }
}

#[inline(always)]
pub(super) fn output_plainly(own: &[i16], other: &[i16], weights: &[i16]) -> i32 {
    let size = own.len();
    let (other, weights) = (&other[..size], &weights[..2 * size]);
    let (own_weights, other_weights) = weights.split_at(size);
    let mut sum = 0_i32;
    for i in 0..size {
        sum = sum.wrapping_add(weighted_square(own[i], own_weights[i]));
        sum = sum.wrapping_add(weighted_square(other[i], other_weights[i]));
    }
    sum
}

/// A number of an accumulator, clipped, squared and weighted.
#[inline(always)]
fn weighted_square(number: i16, weight: i16) -> i32 {
    let clipped = number.clamp(0, FEATURE_UNIT as i16);
    // 255 * 127 fits.
    i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped)
}
