//! One simulated match, and what the estimators say about it.

use rand::RngExt;

use super::model::Population;
use super::wealth::Wealth;
use crate::config::schedule;
use crate::stats::anytime::{Evidence, Method};
use crate::stats::betting::Stakes;
use crate::stats::clustered::{self, Cluster};
use crate::stats::confidence_sequence;
use crate::stats::distributions::critical_value;
use crate::stats::elo::elo;
use crate::stats::moments::Moments;
use crate::stats::{
    Interval, Ledger, Pentanomial, empirical_likelihood, ratios, student_t, wilson,
};
use crate::stop::{Decision, StopRule, Watch};

/// How matches are played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Pairs of a match, at most.
    pub pairs: u32,
    /// Pairs that the anytime-valid intervals are tuned for.
    pub planned: u32,
    /// Openings of its book, gone through again and again; as many as pairs where there is none.
    pub book: Option<usize>,
    /// Rules that may end it.
    pub rules: Vec<StopRule>,
    /// Confidence of the intervals.
    pub confidence: f64,
    /// Critical values of Student's t, by the number of pairs less one.
    pub critical_values: Vec<f64>,
    /// Pairs from which on the naive interval is looked at after every pair.
    pub first_look: u32,
}

/// What came of one match.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// Whether each interval held the truth at the end.
    pub held: Held,
    /// Whether the truth was inside at every look.
    pub always: Always,
    /// How a rule ended it.
    pub decision: Option<Decision>,
    /// Pairs played.
    pub pairs: u32,
    /// Estimated Elo difference at the end; may be infinite.
    pub elo: f64,
}

/// Whether each interval held the truth at the end.
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
pub struct Always {
    /// Student's t on pairs, after every pair.
    pub pair_t: bool,
    /// The anytime-valid interval, after every pair.
    pub anytime: bool,
    /// Its order-free form, after every pair.
    pub order_free: bool,
    /// The same, tuned for the planned length.
    pub order_free_planned: bool,
}

/// Plays one match.
pub fn play<R: RngExt>(population: &Population, plan: &Plan, random: &mut R) -> Trial {
    let truth = population.expected_score();
    let book = population.book(plan.book.unwrap_or(plan.pairs as usize), random);
    let mut clusters = vec![Cluster { pairs: 0.0, total: 0.0 }; book.len()];
    let mut pairs = Pentanomial::default();
    let mut watch = Watch::new(plan.rules.clone());
    let stakes = Stakes::tuned_for(plan.planned);
    let mut evidence = Evidence::new(Method::Betting(stakes.clone()));
    let mut anytime = Wealth::of_betting(stakes, truth, plan.confidence);
    let mut order_free = Wealth::of_mixture(truth, plan.confidence);
    let mut planned = Wealth::order_free(plan.planned, truth, plan.confidence);
    let mut always =
        Always { pair_t: true, anytime: true, order_free: true, order_free_planned: true };
    let openings = book.len();
    let mut schedule = schedule::games(2 * plan.pairs, |pair| pair as usize % openings);
    while let (Some(first), Some(_)) = (schedule.next(), schedule.next()) {
        let (pair, line) = (first.pair(), first.opening);
        let [one, other] = population.pair(book[line], random);
        let (before, quarters) = (Ledger::from(pairs), usize::from(one + other));
        always.anytime &= anytime.bet(&before, quarters);
        always.order_free &= order_free.bet(&before, quarters);
        always.order_free_planned &= planned.bet(&before, quarters);
        pairs.add_pair(one, other);
        clusters[line].pairs += 1.0;
        clusters[line].total += f64::from(one + other) / 4.0;
        if pair + 1 >= plan.first_look && always.pair_t {
            let critical_value = plan.critical_values[pair as usize];
            always.pair_t = in_student_t(&pairs.into(), critical_value, truth);
        }
        evidence.add([one, other]);
        if watch.note([one, other], &evidence).is_some() {
            break;
        }
    }
    let held = held(pairs, &clusters, plan.confidence, truth);
    Trial {
        held,
        always,
        decision: watch.stopped().map(|stopped| stopped.decision),
        pairs: u32::try_from(pairs.pairs()).unwrap_or(u32::MAX),
        elo: ratios::score(pairs.games()).map_or(0.0, elo),
    }
}

fn held(pairs: Pentanomial, clusters: &[Cluster], confidence: f64, truth: f64) -> Held {
    let ledger = Ledger::from(pairs);
    let clustered = clustered::estimate(clusters, confidence);
    Held {
        game_t: holds(student_t::interval(&pairs.games().into(), confidence), truth),
        pair_t: holds(student_t::interval(&ledger, confidence), truth),
        wilson: wilson::interval(&ledger, confidence).contains(truth),
        likelihood: in_likelihood(&ledger, confidence, truth),
        clustered: holds(clustered.map(|estimate| estimate.interval), truth),
        order_free: in_order_free(&ledger, confidence, truth),
    }
}

fn holds(interval: Option<Interval>, truth: f64) -> bool {
    interval.is_none_or(|interval| interval.contains(truth))
}

/// Whether the truth is in [`student_t::interval`], with a critical value known beforehand.
fn in_student_t(ledger: &Ledger, critical_value: f64, truth: f64) -> bool {
    Moments::of(ledger).is_none_or(|moments| {
        let error = (moments.unbiased_variance() / moments.samples).sqrt();
        (moments.mean - truth).abs() <= critical_value * error
    })
}

/// Whether the truth is in [`empirical_likelihood::interval`], without looking for its ends.
fn in_likelihood(ledger: &Ledger, confidence: f64, truth: f64) -> bool {
    ledger.samples() <= 1.0
        || 2.0 * empirical_likelihood::divergence(ledger, truth)
            <= critical_value(confidence, ledger.samples()).powi(2)
}

/// Whether the truth is in the order-free interval, without looking for its ends.
fn in_order_free(ledger: &Ledger, confidence: f64, truth: f64) -> bool {
    let threshold = (2.0 / (1.0 - confidence)).ln();
    confidence_sequence::log_evidence_above(ledger, truth) < threshold
        && confidence_sequence::log_evidence_below(ledger, truth) < threshold
}
