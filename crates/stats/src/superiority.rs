//! Likelihood of superiority: the certainty, by a single look, that the first contender is
//! stronger.

use statrs::function::beta::beta_reg;

use super::counts::Wdl;
use super::distributions::student_t_cdf;
use super::moments::Moments;
use super::score_counts::ScoreCounts;

/// T_{n-1}((mu - 1/2) / sqrt(v/(n-1))); for fewer than two samples, or if all are equal, the
/// posterior on decisive games instead.
///
/// A number for a match of fixed length. Looked at while a match runs it passes 95 % far more
/// often than once in twenty between equals; print the evidence of
/// [`anytime`](super::anytime) beside it.
#[must_use]
pub fn likelihood(counts: &ScoreCounts, games: Wdl) -> f64 {
    match student_t(counts) {
        Some(likelihood) if counts.constant().is_none() => likelihood,
        _ => posterior(games),
    }
}

/// The t version only; `None` for fewer than two samples, or if all are 1/2.
#[must_use]
pub fn student_t(counts: &ScoreCounts) -> Option<f64> {
    let moments = Moments::of(counts)?;
    let lead = moments.mean - 0.5;
    if moments.samples < 2.0 || (moments.variance == 0.0 && lead == 0.0) {
        return None;
    }
    let freedom = moments.samples - 1.0;
    Some(student_t_cdf(lead / (moments.variance / freedom).sqrt(), freedom))
}

/// Posterior probability that a decisive game is more often won than lost, from a flat prior:
/// 1 - I_{1/2}(W + 1, L + 1).
#[must_use]
pub fn posterior(games: Wdl) -> f64 {
    1.0 - beta_reg(games.wins as f64 + 1.0, games.losses as f64 + 1.0, 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_version_needs_two_samples_and_a_difference() {
        let los = |counts| student_t(&ScoreCounts::of_pairs(counts));
        assert_eq!([los([0; 5]), los([0, 0, 0, 0, 1]), los([0, 0, 9, 0, 0])], [None; 3]);
        assert_eq!([los([0, 0, 0, 0, 2]), los([2, 0, 0, 0, 0])], [Some(1.0), Some(0.0)]);
        assert!((los([3, 1, 5, 1, 3]).unwrap() - 0.5).abs() < 1e-12);
    }
}
