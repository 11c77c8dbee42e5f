//! Normalized Elo: strength per unit of noise, the quantity that decides the length of a test.

use super::distributions::normal_quantile;
use super::elo::NORMALIZED_ELO_SCALE;
use super::moments::Moments;
use super::score_counts::ScoreCounts;

/// C (mu - 1/2) / sigma, sigma the standard deviation of a game: for single games directly, for
/// pairs sqrt(2) times that of the pair's mean. The number of games that a test needs is
/// proportional to its inverse square, whatever the book and the draw ratio. Infinite if all
/// samples are equal and not 1/2; `None` if they are all 1/2, or there are none.
///
/// Source: M. Van den Bergh, "Normalized Elo" (as in fishtest).
#[must_use]
pub fn normalized_elo(counts: &ScoreCounts) -> Option<f64> {
    let moments = Moments::of(counts)?;
    let lead = moments.mean - 0.5;
    if moments.variance == 0.0 {
        return (lead != 0.0).then(|| f64::INFINITY.copysign(lead));
    }
    Some(NORMALIZED_ELO_SCALE * lead / (counts.unit().games() * moments.variance).sqrt())
}

/// Half-width of its interval by the delta method, which counts the error of sigma too:
/// z C / sqrt(g) sqrt((1 - t skew + t^2 (kurtosis + 2)/4) / n), with t = (mu - 1/2)/sd of a sample
/// and g games a sample. `None` where all samples are equal.
///
/// Source: fishtest. Taking sigma for known (a constant z C / sqrt(games)) covers 42 % at 400 Elo.
#[must_use]
pub fn half_width(counts: &ScoreCounts, confidence: f64) -> Option<f64> {
    let moments = Moments::of(counts)?;
    if moments.variance == 0.0 {
        return None;
    }
    let t = (moments.mean - 0.5) / moments.variance.sqrt();
    let variance = 1.0 - t * moments.skewness + t * t * (moments.excess_kurtosis + 2.0) / 4.0;
    let z = normal_quantile(f64::midpoint(1.0, confidence));
    let scale = z * NORMALIZED_ELO_SCALE / counts.unit().games().sqrt();
    Some(scale * (variance.max(0.0) / moments.samples).sqrt())
}
