//! One simulated match, and the estimates from it.

use rand::RngExt;

use super::model::Population;
use super::wealth::{self, Wealth};
use crate::anytime::{Evidence, Method};
use crate::betting::Stakes;
use crate::clustered::{self, Cluster};
use crate::confidence_sequence;
use crate::distributions::critical_value;
use crate::elo::elo;
use crate::moments::Moments;
use crate::stop::{Decision, SequentialMonitor, StopRule};
use crate::{Interval, Pentanomial, ScoreCounts, empirical_likelihood, ratios, student_t, wilson};

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
    /// Confidence of the intervals.
    pub confidence: f64,
    /// Critical values of Student's t, by the number of pairs less one.
    pub critical_values: Vec<f64>,
    /// The number of pairs from which on the naive interval is checked after every pair.
    pub first_look: u32,
}

/// The results of one match.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// Whether each interval contained the truth at the end.
    pub held: Held,
    /// Whether the truth was inside at every look.
    pub at_every_look: AtEveryLook,
    /// The decision of a rule, if one ended it.
    pub decision: Option<Decision>,
    /// Pairs played.
    pub pairs: u32,
    /// Estimated Elo difference at the end; may be infinite.
    pub elo: f64,
}

/// Whether each interval contained the truth at the end.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    /// Student's t on games.
    pub game_t: bool,
    /// Student's t on pairs.
    pub pair_t: bool,
    /// Wilson's on pairs.
    pub wilson: bool,
    /// Empirical likelihood on pairs.
    pub likelihood: bool,
    /// Clustered by opening.
    pub clustered: bool,
    /// The order-free anytime-valid interval.
    pub order_free: bool,
}

/// Whether the truth was inside at every look.
#[derive(Clone, Copy, Debug)]
pub struct AtEveryLook {
    /// Student's t on pairs, after every pair.
    pub pair_t: bool,
    /// The anytime-valid interval, after every pair.
    pub anytime: bool,
    /// Its order-free form, after every pair.
    pub order_free: bool,
}

/// Plays one match.
pub fn play<R: RngExt>(population: &Population, settings: &TrialSettings, random: &mut R) -> Trial {
    let truth = population.expected_score();
    let book = population.book(settings.book.unwrap_or(settings.pairs as usize), random);
    let mut clusters = vec![Cluster { pairs: 0.0, total: 0.0 }; book.len()];
    let mut pairs = Pentanomial::default();
    let mut monitor = SequentialMonitor::new(settings.rules.clone());
    let stakes = Stakes::tuned_for(settings.planned, settings.confidence);
    let mut evidence = Evidence::new(settings.method.clone());
    let wealth = |method| Wealth::new(&method, truth, settings.confidence);
    let mut anytime = wealth(wealth::Method::Betting(stakes));
    let mut order_free = wealth(wealth::Method::Mixture);
    let mut inside = AtEveryLook { pair_t: true, anytime: true, order_free: true };
    for pair in 0..settings.pairs {
        let line = pair as usize % book.len();
        let [one, other] = population.pair(book[line], random);
        let (before, quarters) = (ScoreCounts::from(pairs), usize::from(one + other));
        inside.anytime &= anytime.bet(&before, quarters);
        inside.order_free &= order_free.bet(&before, quarters);
        pairs.add_pair(one, other);
        clusters[line].pairs += 1.0;
        clusters[line].total += f64::from(one + other) / 4.0;
        if pair + 1 >= settings.first_look && inside.pair_t {
            let critical_value = settings.critical_values[pair as usize];
            inside.pair_t = in_student_t(&pairs.into(), critical_value, truth);
        }
        evidence.add([one, other]);
        if monitor.note([one, other], &evidence).is_some() {
            break;
        }
    }
    let held = held(pairs, &clusters, settings.confidence, truth);
    Trial {
        held,
        at_every_look: inside,
        decision: monitor.stopped().map(|stopped| stopped.decision),
        pairs: u32::try_from(pairs.pairs()).unwrap_or(u32::MAX),
        elo: ratios::score(pairs.games()).map_or(0.0, elo),
    }
}

fn held(pairs: Pentanomial, clusters: &[Cluster], confidence: f64, truth: f64) -> Held {
    let counts = ScoreCounts::from(pairs);
    let clustered = clustered::estimate(clusters, confidence);
    Held {
        game_t: holds(student_t::interval(&pairs.games().into(), confidence), truth),
        pair_t: holds(student_t::interval(&counts, confidence), truth),
        wilson: wilson::interval(&counts, confidence).contains(truth),
        likelihood: in_likelihood(&counts, confidence, truth),
        clustered: holds(clustered.map(|estimate| estimate.interval), truth),
        order_free: in_order_free(&counts, confidence, truth),
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
fn in_likelihood(counts: &ScoreCounts, confidence: f64, truth: f64) -> bool {
    counts.samples() <= 1.0
        || 2.0 * empirical_likelihood::divergence(counts, truth)
            <= critical_value(confidence, counts.samples()).powi(2)
}

/// Whether the truth is in the order-free interval, without computing its ends.
fn in_order_free(counts: &ScoreCounts, confidence: f64, truth: f64) -> bool {
    let threshold = (2.0 / (1.0 - confidence)).ln();
    confidence_sequence::log_evidence_above(counts, truth) < threshold
        && confidence_sequence::log_evidence_below(counts, truth) < threshold
}
