//! Student's t interval of a mean score: the papers' method on games, and the same on pairs.

use super::distributions::critical_value;
use super::interval::Interval;
use super::moments::Moments;
use super::score_counts::ScoreCounts;

/// Interval for the expected score: mu -+ t_{n-1} sqrt(s2/n), on the score scale and not clipped.
/// `None` for fewer than two samples.
///
/// Assumes independent samples and a mean that is close to normal. On single games (the method of
/// the papers; Heinz, "Follow-up on self-play", and the tables of Eiriksson's investigation of
/// multi-cut fit it) it ignores that the two games of a pair are correlated: some 10 % too wide
/// with unbalanced openings, too narrow where openings favour a contender. If all samples are equal
/// it collapses to a point, which means nothing.
#[must_use]
pub fn interval(counts: &ScoreCounts, confidence: f64) -> Option<Interval> {
    let moments = Moments::of(counts)?;
    if moments.samples < 2.0 {
        return None;
    }
    let error = (moments.unbiased_variance() / moments.samples).sqrt();
    let half = critical_value(confidence, moments.samples) * error;
    Some(Interval { low: moments.mean - half, high: moments.mean + half })
}
