//! One simulated match, and the estimates from it.

use rand::RngExt;

use super::model::Population;
use super::wealth::Wealth;
use crate::anytime::{Evidence, Method};
use crate::betting::Stakes;
use crate::clustered::{self, Cluster};
use crate::confidence_sequence;
use crate::distributions::critical_value;
use crate::elo::elo;
use crate::moments::Moments;
use crate::stop::{Decision, SequentialMonitor, StopRule};
use crate::{
    CONFIDENCE, Interval, Pentanomial, ScoreCounts, empirical_likelihood, ratios, student_t, wilson,
};

/// The number of pairs from which on the naive interval is checked after every pair.
const FIRST_LOOK: u32 = 10;

/// The settings of the matches.
#[derive(Clone, Debug)]
pub struct TrialSettings {
    /// Pairs of a match, at most.
    pub pairs: u32,
    /// Pairs that the anytime-valid intervals are tuned for.
    pub planned: u32,
    /// Openings of its book, used again and again; without a number as many as pairs.
    pub book: Option<usize>,
    /// Rules that may end it.
    pub rules: Vec<StopRule>,
    /// The method of the interval beside the rules.
    pub method: Method,
    /// Critical values of Student's t, by the number of pairs less one.
    pub critical_values: Vec<f64>,
}

/// The intervals; each match shows whether they contain the truth, at its end or after every pair.
pub(super) const INTERVALS: [&str; 9] = [
    "games, Student's t",
    "pairs, Student's t",
    "pairs, Wilson",
    "pairs, empirical likelihood",
    OF_OPENINGS,
    "order-free anytime-valid, at the end",
    "anytime-valid, after every pair",
    "order-free anytime-valid, after every pair",
    "pairs, Student's t, after every pair from the tenth",
];

/// That of openings that are used again.
pub(super) const OF_OPENINGS: &str = "openings, clustered t";

/// The results of one match.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// Whether each of the intervals contained the truth.
    pub(super) held: [bool; INTERVALS.len()],
    /// The decision of a rule, if one ended it.
    pub decision: Option<Decision>,
    /// Pairs played.
    pub pairs: u32,
    /// Estimated Elo difference at the end; may be infinite.
    pub elo: f64,
}

/// Plays one match.
pub fn play<R: RngExt>(population: &Population, settings: &TrialSettings, random: &mut R) -> Trial {
    let truth = population.expected_score();
    let book = population.book(settings.book.unwrap_or(settings.pairs as usize), random);
    let mut clusters = vec![Cluster { pairs: 0.0, total: 0.0 }; book.len()];
    let mut pairs = Pentanomial::default();
    let mut monitor = SequentialMonitor::new(settings.rules.clone());
    let stakes = Stakes::tuned_for(settings.planned, CONFIDENCE);
    let mut evidence = Evidence::new(settings.method.clone());
    let wealth = |method: Method| Wealth::new(&method, truth);
    let mut anytime = wealth(Method::Betting(stakes));
    let mut order_free = wealth(Method::Mixture);
    let (mut in_anytime, mut in_order_free, mut in_pair_t) = (true, true, true);
    for pair in 0..settings.pairs {
        let line = pair as usize % book.len();
        let [one, other] = population.pair(book[line], random);
        let (before, quarters) = (ScoreCounts::from(pairs), usize::from(one + other));
        in_anytime &= anytime.bet(&before, quarters);
        in_order_free &= order_free.bet(&before, quarters);
        pairs.add_pair(one, other);
        clusters[line].pairs += 1.0;
        clusters[line].total += f64::from(one + other) / 4.0;
        if pair + 1 >= FIRST_LOOK && in_pair_t {
            let critical_value = settings.critical_values[pair as usize];
            in_pair_t = in_student_t(&pairs.into(), critical_value, truth);
        }
        evidence.add([one, other]);
        if monitor.note([one, other], &evidence).is_some() {
            break;
        }
    }
    let counts = ScoreCounts::from(pairs);
    Trial {
        held: [
            holds(student_t::interval(&pairs.games().into(), CONFIDENCE), truth),
            holds(student_t::interval(&counts, CONFIDENCE), truth),
            wilson::interval(&counts, CONFIDENCE).contains(truth),
            in_likelihood(&counts, truth),
            holds(clustered::estimate(&clusters, CONFIDENCE).map(|found| found.interval), truth),
            in_order_free_at_end(&counts, truth),
            in_anytime,
            in_order_free,
            in_pair_t,
        ],
        decision: monitor.stopped().map(|stopped| stopped.decision),
        pairs: u32::try_from(pairs.pairs()).unwrap_or(u32::MAX),
        elo: ratios::score(pairs.games()).map_or(0.0, elo),
    }
}

fn holds(interval: Option<Interval>, truth: f64) -> bool {
    interval.is_none_or(|interval| interval.contains(truth))
}

/// Whether the truth is in [`student_t::interval`], with a critical value known beforehand.
fn in_student_t(counts: &ScoreCounts, critical_value: f64, truth: f64) -> bool {
    Moments::of(counts).is_none_or(|moments| {
        let error = (moments.unbiased_variance() / moments.samples).sqrt();
        (moments.mean - truth).abs() <= critical_value * error
    })
}

/// Whether the truth is in [`empirical_likelihood::interval`], without computing its ends.
fn in_likelihood(counts: &ScoreCounts, truth: f64) -> bool {
    counts.samples() <= 1.0
        || 2.0 * empirical_likelihood::divergence(counts, truth)
            <= critical_value(CONFIDENCE, counts.samples()).powi(2)
}

/// Whether the truth is in the order-free interval, without computing its ends.
fn in_order_free_at_end(counts: &ScoreCounts, truth: f64) -> bool {
    let threshold = (2.0 / (1.0 - CONFIDENCE)).ln();
    confidence_sequence::log_evidence_above(counts, truth) < threshold
        && confidence_sequence::log_evidence_below(counts, truth) < threshold
}
