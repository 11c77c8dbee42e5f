//! The loops over weights, which take most of the time. They are compiled once for any processor
//! and once for AVX2; the choice is made at run time. Both add in the same order, and neither fuses
//! a product with a sum, so that they agree to the bit.

use multiversion::multiversion;

use crate::shape::FeatureList;

/// Numbers that are summed side by side: floating point is summed in the order that is written.
const LANES: usize = 16;

/// Adds the rows of these features, each as long as the sums.
#[multiversion(targets("x86_64+avx2"))]
pub(crate) fn add_rows(sums: &mut [f32], rows: &[f32], features: &FeatureList) {
    let size = sums.len();
    for feature in features.indices() {
        let row = &rows[feature * size..][..size];
        for i in 0..size {
            sums[i] += row[i];
        }
    }
}

/// Adds these numbers to the rows of these features.
#[multiversion(targets("x86_64+avx2"))]
pub(crate) fn add_to_rows(rows: &mut [f32], features: &FeatureList, added: &[f32]) {
    let size = added.len();
    for feature in features.indices() {
        let row = &mut rows[feature * size..][..size];
        for i in 0..size {
            row[i] += added[i];
        }
    }
}

/// Adds these numbers to others.
#[multiversion(targets("x86_64+avx2"))]
pub(crate) fn add(sums: &mut [f32], added: &[f32]) {
    let added = &added[..sums.len()];
    for i in 0..sums.len() {
        sums[i] += added[i];
    }
}

/// Σ c(a)² · w over accumulators a and weights w, with c the clamp to 0..1.
#[multiversion(targets("x86_64+avx2"))]
pub(crate) fn weighted_squares(accumulators: &[f32], weights: &[f32]) -> f32 {
    let mut sums = [0.0_f32; LANES];
    for (values, weights) in accumulators.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
        for i in 0..LANES {
            let clamped = values[i].clamp(0.0, 1.0);
            sums[i] += clamped * clamped * weights[i];
        }
    }
    sums.iter().sum()
}

/// Adds the slopes of the weights of [`weighted_squares`], and replaces the accumulators by their
/// slopes, for a loss with this slope by the sum.
#[multiversion(targets("x86_64+avx2"))]
pub(crate) fn slopes(
    slope: f32,
    accumulators: &mut [f32],
    weights: &[f32],
    of_weights: &mut [f32],
) {
    let size = accumulators.len();
    let (weights, of_weights) = (&weights[..size], &mut of_weights[..size]);
    for i in 0..size {
        let sum = accumulators[i];
        let clamped = sum.clamp(0.0, 1.0);
        of_weights[i] += slope * clamped * clamped;
        // Outside the clamp nothing changes with the accumulator.
        let inside = if sum == clamped { 2.0 * slope } else { 0.0 };
        accumulators[i] = inside * clamped * weights[i];
    }
}
