//! Pairs in the order of the schedule, up to the one that decides.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Decision, StopRule};
use crate::stats::Pentanomial;

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
#[derive(Clone, Debug, Default)]
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
        Watch { rules, ..Watch::default() }
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

    /// The pairs the rules have seen: those of the schedule before the first one missing, and none
    /// after the one at which the match was stopped.
    #[must_use]
    pub fn seen(&self) -> Pentanomial {
        self.seen
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::sprt::{Model, Sprt, State};

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
}
