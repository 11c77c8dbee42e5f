//! The anytime-valid interval of a match, and the evidence behind it: safe to check while the match
//! runs.

#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::betting::{Staked, Stakes, rounded_variance, threshold};
use super::confidence_sequence;
use super::interval::{CONFIDENCE, Interval};
use super::root::{Tangent, zero_by_tangents};
use super::score_counts::ScoreCounts;

/// The method of the interval: fixed before the first pair of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Method {
    /// [`confidence_sequence`]: a fixed mixture of bets on the counts, of matches that versions before 0.2 began. Journals
    /// that do not name their method have this one.
    #[default]
    Mixture,
    /// [`betting`](super::betting): on pairs in their order.
    Betting(Stakes),
}

impl Method {
    /// The method for a new match of `pairs`, for the usual confidence.
    #[must_use]
    pub fn tuned_for(pairs: u32) -> Method {
        Method::Betting(Stakes::tuned_for(pairs, CONFIDENCE))
    }

    /// Its bets on pairs in their order; `None` for the mixture on counts.
    fn bets(&self) -> Option<&Stakes> {
        match self {
            Method::Mixture => None,
            Method::Betting(stakes) => Some(stakes),
        }
    }

    /// In a few words, for readers.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Method::Mixture => "by a mixture of bets on the counts".to_owned(),
            Method::Betting(stakes) => {
                format!("by bets on the pairs in their order, tuned for {} pairs", stakes.length)
            }
        }
    }
}

/// `mixture`, or the notation of [`Stakes`].
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Method::Mixture => f.write_str("mixture"),
            Method::Betting(stakes) => stakes.fmt(f),
        }
    }
}

/// A text that is not the notation of a method.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} does not say how bets are made, as in betting{{version=1,length=200,stakes=2.5:1}}")]
pub struct ParseMethodError(String);

impl FromStr for Method {
    type Err = ParseMethodError;

    fn from_str(text: &str) -> Result<Method, ParseMethodError> {
        let read = match text {
            "mixture" => Some(Method::Mixture),
            _ => Stakes::read(text).map(Method::Betting),
        };
        read.ok_or_else(|| ParseMethodError(text.to_owned()))
    }
}

/// In its notation, as one text.
impl Serialize for Method {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Method {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Method, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// The pairs of a match, in schedule order as far as known, and their evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    method: Method,
    counts: ScoreCounts,
    staked: Vec<Staked>,
}

impl Evidence {
    /// No pair yet.
    #[must_use]
    pub fn new(method: Method) -> Evidence {
        Evidence { method, counts: ScoreCounts::of_pairs([0; 5]), staked: Vec::new() }
    }

    /// Takes the next pair of the schedule, from the half points of its two games.
    pub fn add(&mut self, [one, other]: [u8; 2]) {
        let quarters = usize::from(one + other);
        Staked::add(&mut self.staked, rounded_variance(&self.counts), quarters);
        self.counts.add(quarters);
    }

    /// The method.
    #[must_use]
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// Number of pairs that count.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.counts.samples() as u64
    }

    /// The logarithm of the evidence that the expected score exceeds `mean`. If it does not, the
    /// evidence reaches x with probability 1/x at most, at any time of checking. By bets it is an
    /// e-value.
    #[must_use]
    pub fn log_above(&self, mean: f64) -> f64 {
        match self.method.bets() {
            None => confidence_sequence::log_evidence_above(&self.counts, mean),
            Some(bets) => bets.log_evidence_above(&self.staked, mean),
        }
    }

    /// The logarithm of the evidence that the expected score is below `mean`.
    #[must_use]
    pub fn log_below(&self, mean: f64) -> f64 {
        match self.method.bets() {
            None => confidence_sequence::log_evidence_below(&self.counts, mean),
            Some(bets) => bets.log_evidence_below(&self.staked, mean),
        }
    }

    /// The expected scores that these pairs alone do not exclude.
    #[must_use]
    pub fn interval(&self, confidence: f64) -> Interval {
        match self.method.bets() {
            None => confidence_sequence::interval(&self.counts, confidence),
            Some(bets) => bets.interval(&self.staked, confidence),
        }
    }
}

/// The interval at every look of a match: the expected scores that no look has excluded so far. With
/// the probability of its confidence it contains the truth at every look.
///
/// For [`Method::Mixture`] it is the set that the counts of this look do not exclude, as always in
/// journals with that method.
///
/// It is never empty. If a look excludes everything that is left, the pairs contradict each other:
/// their expected score changes, or this is one of the few matches in which the interval is wrong.
/// The interval then stays as it was, which loses nothing: it was wrong already.
#[derive(Clone, Debug, PartialEq)]
pub struct Anytime {
    evidence: Evidence,
    confidence: f64,
    /// The interval after each pair that narrowed it, with the number of pairs; one of the mixture has none.
    history: Vec<(u64, Interval)>,
    is_contradictory: bool,
}

impl Anytime {
    /// The interval of this confidence before the first pair: everything.
    #[must_use]
    pub fn new(method: Method, confidence: f64) -> Anytime {
        let evidence = Evidence::new(method);
        Anytime { evidence, confidence, history: Vec::new(), is_contradictory: false }
    }

    /// Takes the next pair of the schedule, from the half points of its two games.
    pub fn add(&mut self, half_points: [u8; 2]) {
        self.evidence.add(half_points);
        let Some(bets) = self.evidence.method.bets() else { return };
        let ends = self.narrowed(bets);
        if ends.low >= ends.high {
            self.is_contradictory = true;
        } else if ends != self.narrowest() {
            self.history.push((self.evidence.pairs(), ends));
        }
    }

    /// The scores that no look has excluded.
    fn narrowest(&self) -> Interval {
        self.history.last().map_or(Interval::ALL, |&(_, ends)| ends)
    }

    /// The part of it that the present look does not exclude by these bets: an end is computed only if it moves.
    fn narrowed(&self, bets: &Stakes) -> Interval {
        let threshold = threshold(self.confidence);
        let raised = |staked: &[Staked], end: f64| {
            let end = end.max(f64::MIN_POSITIVE);
            let excess = |mean| {
                let Tangent { value, slope } = bets.log_wealth(staked, mean);
                Tangent { value: value - threshold, slope }
            };
            // Most pairs exclude nothing new; one check at each end shows it.
            let at_end = excess(end);
            (at_end.value > 0.0).then(|| zero_by_tangents((end, at_end), 1.0, excess))
        };
        let staked = &self.evidence.staked;
        let Interval { low, high } = self.narrowest();
        Interval {
            low: raised(staked, low).unwrap_or(low),
            high: raised(&Staked::reversed_all(staked), 1.0 - high).map_or(high, |end| 1.0 - end),
        }
    }

    /// Its level, 0 to 1.
    #[must_use]
    pub fn confidence(&self) -> f64 {
        self.confidence
    }

    /// The pairs and their evidence.
    #[must_use]
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// The interval of expected scores.
    #[must_use]
    pub fn ends(&self) -> Interval {
        match self.evidence.method.bets() {
            None => self.evidence.interval(self.confidence),
            Some(_) => self.narrowest(),
        }
    }

    /// The interval as it was after the first pairs, from their counts.
    #[must_use]
    pub fn ends_after(&self, first: &ScoreCounts) -> Interval {
        if self.evidence.method.bets().is_none() {
            return confidence_sequence::interval(first, self.confidence);
        }
        let pairs = first.samples() as u64;
        let until_then = self.history.partition_point(|&(count, _)| count <= pairs);
        self.history[..until_then].last().map_or(Interval::ALL, |&(_, ends)| ends)
    }

    /// Whether some pairs excluded everything that others had left.
    #[must_use]
    pub fn is_contradictory(&self) -> bool {
        self.is_contradictory
    }
}
