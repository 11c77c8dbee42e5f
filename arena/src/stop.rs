//! Rules that end a match before its last game because its result is clear.
//!
//! They see pairs in the order of the schedule, one after the other, whatever order they finish
//! in: the decision is then the same at any concurrency and after any interruption, and the error
//! probabilities hold.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::stats::elo::score;
use crate::stats::sprt::{Sprt, State};
use crate::stats::{Ledger, Pentanomial, confidence_sequence};

/// When to end a match.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StopRule {
    /// When a sequential test accepts one of its hypotheses.
    Sprt(Sprt),
    /// When the interval that holds at any look lies beyond a margin on either side of 0.
    Confidence {
        /// Confidence of the interval, 0 to 1.
        confidence: f64,
        /// The difference that has to be exceeded, in Elo; 0 to find any.
        margin: f64,
    },
}

/// Which rule ended a match, and how.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The test accepted this hypothesis.
    Sprt(State),
    /// The first contender is stronger by more than the margin.
    Stronger,
    /// The first contender is weaker by more than the margin.
    Weaker,
}

impl StopRule {
    /// What the pairs decide, if they do.
    #[must_use]
    pub fn decide(&self, pairs: Pentanomial) -> Option<Decision> {
        let ledger = Ledger::from(pairs);
        match self {
            StopRule::Sprt(sprt) => {
                let llr = sprt.log_likelihood_ratio(&ledger, pairs.games());
                let state = sprt.state(llr);
                (state != State::Continue).then_some(Decision::Sprt(state))
            }
            StopRule::Confidence { confidence, margin } => {
                let threshold = (2.0 / (1.0 - confidence)).ln();
                let above = confidence_sequence::log_evidence_above(&ledger, score(*margin));
                let below = confidence_sequence::log_evidence_below(&ledger, score(-margin));
                if above >= threshold {
                    Some(Decision::Stronger)
                } else if below >= threshold {
                    Some(Decision::Weaker)
                } else {
                    None
                }
            }
        }
    }
}

/// The end of a match by a rule.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Stopped {
    /// The rule.
    pub rule: StopRule,
    /// What it decided.
    pub decision: Decision,
    /// Pairs of the schedule it had seen.
    pub pairs: u64,
}

/// Watches a match for the first pair at which a rule ends it.
#[derive(Clone, Debug)]
pub struct Watch {
    rules: Vec<StopRule>,
    /// The pairs seen so far: those before pair `next`.
    seen: Pentanomial,
    next: u32,
    /// Pairs that finished before an earlier one, as half points of their games.
    held_back: BTreeMap<u32, [u8; 2]>,
    stopped: Option<Stopped>,
}

impl Watch {
    /// A watch with these rules.
    #[must_use]
    pub fn new(rules: Vec<StopRule>) -> Watch {
        Watch {
            rules,
            seen: Pentanomial::default(),
            next: 0,
            held_back: BTreeMap::new(),
            stopped: None,
        }
    }

    /// Notes a finished pair; says how the match is stopped, from the first time on that it is.
    pub fn note(&mut self, pair: u32, half_points: [u8; 2]) -> Option<Stopped> {
        if self.rules.is_empty() || self.stopped.is_some() {
            return self.stopped;
        }
        self.held_back.insert(pair, half_points);
        while let Some([one, other]) = self.held_back.remove(&self.next) {
            self.next += 1;
            self.seen.add_pair(one, other);
            if let Some(stopped) = self.first_decision() {
                self.held_back.clear();
                self.stopped = Some(stopped);
                break;
            }
        }
        self.stopped
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &[StopRule] {
        &self.rules
    }

    /// How the match was stopped, if it was. A match that ends without is inconclusive.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    fn first_decision(&self) -> Option<Stopped> {
        self.rules.iter().find_map(|&rule| {
            let decision = rule.decide(self.seen)?;
            Some(Stopped { rule, decision, pairs: self.seen.pairs() })
        })
    }
}

/// The rule in a line.
impl fmt::Display for StopRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopRule::Sprt(Sprt { elo0, elo1, alpha, beta, model }) => {
                let model = model.name();
                write!(f, "sprt of {elo0} against {elo1} {model}, alpha {alpha}, beta {beta}")
            }
            StopRule::Confidence { confidence, margin } => {
                write!(f, "{confidence} confidence of a difference")?;
                if *margin > 0.0 { write!(f, " above {margin} Elo") } else { Ok(()) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::sprt::Model;

    fn sprt() -> StopRule {
        StopRule::Sprt(Sprt::new(0.0, 100.0, 0.05, 0.05, Model::Logistic).unwrap())
    }

    #[test]
    fn a_clear_result_stops_the_match_and_a_level_one_accepts_h0() {
        let mut watch = Watch::new(vec![sprt()]);
        let stopped = (0..100).find_map(|pair| watch.note(pair, [2, 2])).unwrap();
        assert_eq!(stopped.decision, Decision::Sprt(State::H1));
        assert_eq!(watch.stopped(), Some(stopped));
        let mut watch = Watch::new(vec![sprt()]);
        let stopped = (0..1000).find_map(|pair| watch.note(pair, [2, 0])).unwrap();
        assert_eq!(stopped.decision, Decision::Sprt(State::H0));
    }

    #[test]
    fn the_decision_does_not_depend_on_the_order_in_which_pairs_finish() {
        let results: Vec<[u8; 2]> =
            (0..60_u8).map(|i| [2, [2, 1, 0][usize::from(i % 3)]]).collect();
        let rules = vec![StopRule::Confidence { confidence: 0.95, margin: 0.0 }, sprt()];
        let run = |order: &mut dyn Iterator<Item = usize>| {
            let mut watch = Watch::new(rules.clone());
            for pair in order {
                watch.note(u32::try_from(pair).unwrap(), results[pair]);
            }
            watch.stopped()
        };
        let expected = run(&mut (0..60));
        assert!(expected.is_some());
        assert_eq!(run(&mut (0..60).rev()), expected);
        assert_eq!(run(&mut (0..60).map(|i| i * 37 % 60)), expected);
    }

    #[test]
    fn a_missing_pair_holds_back_the_decision() {
        let mut watch = Watch::new(vec![sprt()]);
        assert!((1..100).all(|pair| watch.note(pair, [2, 2]).is_none()));
        assert!(watch.note(0, [2, 2]).is_some());
    }

    #[test]
    fn a_margin_asks_for_more() {
        let pairs = Pentanomial { ll: 5, ld: 10, dd: 20, wl: 10, wd: 40, ww: 30 };
        let decide = |margin| StopRule::Confidence { confidence: 0.95, margin }.decide(pairs);
        assert_eq!(decide(0.0), Some(Decision::Stronger));
        assert_eq!(decide(80.0), None);
        let flipped = Pentanomial { ll: 30, ld: 40, wd: 10, ww: 5, ..pairs };
        let rule = StopRule::Confidence { confidence: 0.95, margin: 0.0 };
        assert_eq!(rule.decide(flipped), Some(Decision::Weaker));
    }
}
