//! Elo over time: the estimate after each number of pairs of the schedule.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{MatchCounts, Subject};
use crate::report::summary::Ends;
use crate::score::tally::half_points;
use crate::storage::journal::JournalGame;
use stats::Figure;
use stats::anytime::Anytime;
use stats::elo::elo;
use stats::moments::Moments;
use stats::sprt::Sprt;
use stats::stop::StopRule;
use stats::{CONFIDENCE, Interval, Pentanomial, ScoreCounts, empirical_likelihood};

/// Points of the course, at most: more could not be told apart in a plot.
const POINTS: usize = 160;

/// Elo as the pairs came in, in the order of the schedule, up to the first one missing.
#[derive(Clone, Debug, Serialize)]
pub struct EloOverTime {
    /// Numbers of pairs, evenly spaced; the last is the present.
    pub points: Vec<EloPoint>,
}

/// Elo after some pairs.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct EloPoint {
    /// Pairs.
    pub pairs: u64,
    /// Elo difference.
    pub elo: Figure,
    /// The 95 % interval of a match of that length, by empirical likelihood.
    pub once: Ends,
    /// The anytime-valid 95 % interval; `null` where the schedule is not known.
    pub anytime: Option<Ends>,
    /// Log-likelihood ratio of the sequential test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub llr: Option<f64>,
}

/// Half points of the pairs of a match.
#[derive(Clone, Debug, Default)]
pub(in crate::report) struct Pairs(BTreeMap<u32, [Option<u8>; 2]>);

impl Subject for Pairs {
    type Numbers = EloOverTime;

    fn add(&mut self, JournalGame { record, .. }: &JournalGame) {
        let games = self.0.entry(record.spec.pair()).or_default();
        games[(record.spec.game % 2) as usize] = Some(half_points(record));
    }

    fn numbers(&self, &MatchCounts { facts, tally }: &MatchCounts<'_>) -> EloOverTime {
        let is_left_out = |pair| tally.ordered_pairs.is_left_out(pair);
        self.course(&facts.stop.sequential, &tally.anytime, is_left_out)
    }
}

impl Pairs {
    /// The half points of every game there is, with its pair, in the order of the schedule.
    pub(in crate::report) fn games(&self) -> impl Iterator<Item = (u32, u8)> {
        let played = |(&pair, games): (&u32, &[Option<u8>; 2])| {
            games.map(|half_points| Some((pair, half_points?)))
        };
        self.0.iter().flat_map(played).flatten()
    }

    /// The course of the pairs before the first one missing, without those that are left out; `anytime` has
    /// seen the same pairs.
    fn course(
        &self,
        rules: &[StopRule],
        anytime: &Anytime,
        is_left_out: impl Fn(u32) -> bool,
    ) -> EloOverTime {
        let sprt = rules.iter().find_map(StopRule::sprt);
        let prefix: Vec<[u8; 2]> = (0..u32::MAX)
            .map_while(|pair| match self.0.get(&pair)? {
                [Some(one), Some(other)] => Some((pair, [*one, *other])),
                _ => None,
            })
            .filter(|(pair, _)| !is_left_out(*pair))
            .map(|(_, half_points)| half_points)
            .collect();
        over_time(&prefix, sprt.as_ref(), |seen| Some(anytime.ends_after(seen)))
    }
}

/// The course of pairs whose schedule is not known, in the order in which they were complete.
pub(in crate::report) fn of_pairs(pairs: &[[u8; 2]], sprt: Option<&Sprt>) -> EloOverTime {
    over_time(pairs, sprt, |_| None)
}

/// The course of pairs; `anytime` is the interval of scores after those that these counts have.
fn over_time(
    pairs: &[[u8; 2]],
    sprt: Option<&Sprt>,
    anytime: impl Fn(&ScoreCounts) -> Option<Interval>,
) -> EloOverTime {
    let steps = pairs.len().min(POINTS);
    let mut seen = Pentanomial::default();
    let mut points = Vec::with_capacity(steps);
    let mut before = 0;
    for look in (1..=steps).map(|step| step * pairs.len() / steps) {
        pairs[before..look].iter().for_each(|[one, other]| seen.add_pair(*one, *other));
        points.push(point(seen, &anytime, sprt));
        before = look;
    }
    EloOverTime { points }
}

fn point(
    seen: Pentanomial,
    anytime: impl Fn(&ScoreCounts) -> Option<Interval>,
    sprt: Option<&Sprt>,
) -> EloPoint {
    let scores = ScoreCounts::from(seen);
    EloPoint {
        pairs: seen.pairs(),
        elo: Moments::of(&scores).map(|moments| elo(moments.mean)).into(),
        once: empirical_likelihood::interval(&scores, CONFIDENCE).elo().into(),
        anytime: anytime(&scores).map(|scores| scores.elo().into()),
        llr: sprt.map(|sprt| sprt.log_likelihood_ratio(&scores)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stats::anytime::Method;

    fn pairs(results: impl IntoIterator<Item = (u32, [u8; 2])>) -> Pairs {
        Pairs(
            results.into_iter().map(|(pair, half_points)| (pair, half_points.map(Some))).collect(),
        )
    }

    fn unseen() -> Anytime {
        Anytime::new(Method::tuned_for(100), CONFIDENCE)
    }

    #[test]
    fn the_course_ends_at_the_first_missing_pair() {
        let course =
            pairs([(0, [2, 1]), (1, [1, 1]), (3, [2, 2])]).course(&[], &unseen(), |_| false);
        let counts: Vec<u64> = course.points.iter().map(|point| point.pairs).collect();
        assert_eq!(counts, [1, 2]);
        assert!(course.points[1].elo.0.is_some_and(|elo| elo > 0.0));
        let repeated = [(0, [2, 1]), (1, [1, 1]), (2, [2, 1])];
        let course = pairs(repeated).course(&[], &unseen(), |pair| pair == 2);
        assert_eq!(course.points.last().map(|point| point.pairs), Some(2));
        assert!(pairs([]).course(&[], &unseen(), |_| false).points.is_empty());
    }

    #[test]
    fn a_long_match_has_evenly_spaced_points_and_the_last_is_the_present() {
        let course = pairs((0..1001).map(|pair| (pair, [1, 2]))).course(&[], &unseen(), |_| false);
        assert_eq!(course.points.len(), POINTS);
        assert_eq!(course.points.last().map(|point| point.pairs), Some(1001));
    }
}
