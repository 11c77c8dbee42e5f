//! Pairs in the order of the schedule, up to the one that decides.

use serde::Serialize;

use super::{Decision, StopRule};
use crate::Pentanomial;
use crate::anytime::Evidence;

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
pub struct SequentialMonitor {
    rules: Vec<StopRule>,
    /// The pairs seen so far.
    seen: Pentanomial,
    stopped: Option<Stopped>,
}

impl SequentialMonitor {
    /// A monitor with these rules.
    #[must_use]
    pub fn new(rules: Vec<StopRule>) -> SequentialMonitor {
        SequentialMonitor { rules, ..SequentialMonitor::default() }
    }

    /// Notes the next pair of the schedule, which is the last one in `evidence`; says how the match
    /// is stopped, from the first time on that it is.
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

    fn first_decision(&self, evidence: &Evidence) -> Option<Stopped> {
        self.rules.iter().find_map(|&rule| {
            let decision = rule.decide(self.seen, evidence)?;
            Some(Stopped { rule, decision, pairs: self.seen.pairs() })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anytime::Method;
    use crate::sprt::{Model, Sprt, State};

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
        assert_eq!(stopped.decision, Decision::Sprt(State::H1));
        assert_eq!(monitor.stopped(), Some(stopped));
        assert!(stopped.pairs < 100 && monitor.seen().pairs() == stopped.pairs);
        let mut monitor = SequentialMonitor::new(vec![sprt()]);
        let stopped = noted(&mut monitor, std::iter::repeat_n([2, 0], 1000)).unwrap();
        assert_eq!(stopped.decision, Decision::Sprt(State::H0));
    }

    #[test]
    fn the_interval_stops_a_match_at_the_first_pair_after_which_it_excludes_0() {
        let rule = StopRule::Confidence { confidence: 0.95, margin: 0.0 };
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
}
