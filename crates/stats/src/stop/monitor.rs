//! Monitors pairs in schedule order, up to the deciding one.

use serde::Serialize;

use super::rule::Excluded;
use super::{Decision, StopRule};
use crate::Pentanomial;
use crate::anytime::Evidence;
use crate::exit::ExitEstimate;

/// The end of a match by a rule.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Stopped {
    /// The rule.
    pub rule: StopRule,
    /// The decision.
    pub decision: Decision,
    /// Pairs of the schedule it had seen.
    pub pairs: u64,
}

/// Finds the first pair of a match at which a rule ends it.
#[derive(Clone, Debug, Default)]
pub struct SequentialMonitor {
    rules: Vec<StopRule>,
    /// For each rule, the part that its interval has excluded at some look.
    excluded: Vec<Excluded>,
    /// The pairs seen so far.
    seen: Pentanomial,
    stopped: Option<Stopped>,
}

impl SequentialMonitor {
    /// A monitor with these rules.
    #[must_use]
    pub fn new(rules: Vec<StopRule>) -> SequentialMonitor {
        let excluded = vec![Excluded::default(); rules.len()];
        SequentialMonitor { rules, excluded, ..SequentialMonitor::default() }
    }

    /// Notes the next pair of the schedule, which is the last one in `evidence`; returns the stop
    /// of the match, from the deciding pair on.
    pub fn note(&mut self, [one, other]: [u8; 2], evidence: &Evidence) -> Option<Stopped> {
        if self.stopped.is_none() {
            self.seen.add_pair(one, other);
            self.stopped = self.first_decision(evidence);
        }
        self.stopped
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &[StopRule] {
        &self.rules
    }

    /// The number of pairs that the rules have used: those of the schedule before the first missing
    /// one, and none after the deciding one.
    #[must_use]
    pub fn seen(&self) -> Pentanomial {
        self.seen
    }

    /// The stop of the match, if it was stopped. A match that ends without one is inconclusive.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// The estimate of a match that a test by likelihood ratios has ended.
    #[must_use]
    pub fn exit(&self) -> Option<ExitEstimate> {
        let Stopped { rule, decision, .. } = self.stopped?;
        ExitEstimate::of(&rule.sprt()?, decision.is_in_favour(), self.seen)
    }

    fn first_decision(&mut self, evidence: &Evidence) -> Option<Stopped> {
        let seen = self.seen;
        let mut watched = self.rules.iter().zip(&mut self.excluded);
        watched.find_map(|(&rule, excluded)| {
            let decision = rule.decide(seen, evidence, excluded)?;
            Some(Stopped { rule, decision, pairs: seen.pairs() })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anytime::Anytime;
    use crate::anytime::Method;
    use crate::sprt::{Model, Sprt};

    fn sprt() -> StopRule {
        StopRule::Sprt(Sprt::new(0.0, 100.0, 0.05, 0.05, Model::Logistic).unwrap())
    }

    fn noted(
        monitor: &mut SequentialMonitor,
        pairs: impl Iterator<Item = [u8; 2]>,
    ) -> Option<Stopped> {
        let mut evidence = Evidence::new(Method::tuned_for(100));
        pairs.fold(None, |_, pair| {
            evidence.add(pair);
            monitor.note(pair, &evidence)
        })
    }

    #[test]
    fn a_clear_result_stops_the_match_and_a_level_one_accepts_h0() {
        let mut monitor = SequentialMonitor::new(vec![sprt()]);
        let stopped = noted(&mut monitor, std::iter::repeat_n([2, 2], 100)).unwrap();
        assert_eq!(stopped.decision, Decision::H1);
        assert_eq!(monitor.stopped(), Some(stopped));
        assert!(stopped.pairs < 100 && monitor.seen().pairs() == stopped.pairs);
        let mut monitor = SequentialMonitor::new(vec![sprt()]);
        let stopped = noted(&mut monitor, std::iter::repeat_n([2, 0], 1000)).unwrap();
        assert_eq!(stopped.decision, Decision::H0);
    }

    #[test]
    fn the_interval_stops_a_match_at_the_first_pair_after_which_it_excludes_0() {
        let rule = StopRule::Confidence { confidence: 0.95, margin: 0.0, no_difference: None };
        let mut monitor = SequentialMonitor::new(vec![rule]);
        let mut evidence = Evidence::new(Method::tuned_for(50));
        let results = (0..200_usize).map(|i| [2, [2, 1, 0, 0][i % 4]]);
        for pair in results {
            evidence.add(pair);
            let is_excluded = !evidence.interval(0.95).contains(0.5);
            assert_eq!(
                monitor.note(pair, &evidence).is_some(),
                is_excluded || monitor.seen().pairs() < evidence.pairs()
            );
        }
        assert_eq!(monitor.stopped().map(|stopped| stopped.decision), Some(Decision::Stronger));
    }

    #[test]
    fn a_margin_asks_for_more() {
        for method in [Method::Mixture, Method::tuned_for(100)] {
            let decide = |won: u8, margin| {
                let rule = StopRule::Confidence { confidence: 0.95, margin, no_difference: None };
                let mut monitor = SequentialMonitor::new(vec![rule]);
                let mut evidence = Evidence::new(method.clone());
                for i in 0..100_u8 {
                    // 75 points in 100 pairs, or 25.
                    let pair = [won, if i % 2 == 0 { won } else { 2 - won }];
                    evidence.add(pair);
                    monitor.note(pair, &evidence);
                }
                monitor.stopped().map(|stopped| stopped.decision)
            };
            assert_eq!(decide(2, 0.0), Some(Decision::Stronger));
            assert_eq!(decide(2, 170.0), None);
            assert_eq!(decide(0, 0.0), Some(Decision::Weaker));
        }
    }

    #[test]
    fn a_match_ends_when_no_difference_that_matters_is_left() {
        let rule =
            StopRule::Confidence { confidence: 0.95, margin: 0.0, no_difference: Some(20.0) };
        let mut monitor = SequentialMonitor::new(vec![rule]);
        let method = Method::tuned_for(1000);
        let (mut evidence, mut anytime) =
            (Evidence::new(method.clone()), Anytime::new(method, 0.95));
        for pair in (0..20_000_usize).map(|i| [2, [0, 1, 0, 0, 1, 0, 0, 0][i % 8]]) {
            let pair = if evidence.pairs() % 2 == 0 { pair } else { [2 - pair[0], 2 - pair[1]] };
            evidence.add(pair);
            anytime.add(pair);
            if monitor.note(pair, &evidence).is_some() {
                break;
            }
        }
        let stopped = monitor.stopped().unwrap();
        assert_eq!(stopped.decision, Decision::NoDifference);
        let ends = anytime.ends().elo();
        assert!(ends.low >= -20.0 && ends.high <= 20.0, "{ends:?}");
        assert!(ends.low > -20.5 || ends.high < 20.5, "not earlier: {ends:?}");
    }
}
