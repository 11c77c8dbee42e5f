//! The decision of the rules that look at the results of a match.

use serde::{Deserialize, Serialize};

use super::outlook::{Prospect, TestSummary, outlook_lines};
use crate::score::tally::{Repetition, Tally};
use crate::storage::facts::MatchFacts;
use stats::headline::Tested;
use stats::stop::{Decision, Outlook, StopRule, Stopped};
use stats::{Pentanomial, words};

/// How the rules that look at the results have ended a match, or not.
#[derive(Clone, Debug, Serialize)]
pub struct StopSummary {
    /// Their decision.
    pub outcome: Outcome,
    /// The rule that decided, in words.
    pub rule: Option<String>,
    /// Pairs they have seen: those of the schedule up to the decision, or to the first one missing.
    pub pairs: u64,
    /// Games that were finished, or begun, before the decision and are not among those.
    pub games_after: u64,
    /// The sequential test, at the last pair it has seen.
    pub sprt: Option<TestSummary>,
    /// The prospect of that test; `null` where it has ended, or there is none.
    pub prospect: Option<Prospect>,
    /// The pairs they have seen, by their results.
    #[serde(skip)]
    pub(super) seen: Pentanomial,
    /// The prospect in words.
    #[serde(skip)]
    outlook: Option<String>,
    /// The rule that decided.
    #[serde(skip)]
    decided_by: Option<StopRule>,
}

/// The result of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The match came to its end, and no rule has decided it: not a result.
    Inconclusive,
    /// The match is not finished.
    Open,
    /// A rule has decided it.
    #[serde(untagged)]
    Decided(Decision),
}

impl Outcome {
    /// The decision, if there is one.
    #[must_use]
    pub fn decision(self) -> Option<Decision> {
        match self {
            Outcome::Decided(decision) => Some(decision),
            Outcome::Inconclusive | Outcome::Open => None,
        }
    }
}

/// The decision of the rules; `None` where none looks at the results.
pub(super) fn of(facts: &MatchFacts, tally: &Tally) -> Option<StopSummary> {
    let monitor = &tally.monitor;
    if monitor.rules().is_empty() {
        return None;
    }
    let games = tally.games().games();
    let outcome = match monitor.stopped().map(|stopped| stopped.decision) {
        Some(decision) => Outcome::Decided(decision),
        None if games >= u64::from(facts.planned()) => Outcome::Inconclusive,
        None => Outcome::Open,
    };
    let seen = monitor.seen();
    let pairs = seen.pairs();
    let test = Outlook::of(monitor);
    let open = test.as_ref().filter(|_| outcome == Outcome::Open);
    let new = match tally.ordered_pairs.repetition() {
        Repetition::Unknown | Repetition::Repeats => facts.book.openings.saturating_mul(2),
        Repetition::NotSought | Repetition::Varies { .. } => facts.planned(),
    };
    let left = u64::from(new.min(facts.planned())).saturating_sub(games);
    Some(StopSummary {
        outcome,
        rule: monitor.stopped().map(|Stopped { rule, .. }| rule.to_string()),
        decided_by: monitor.stopped().map(|Stopped { rule, .. }| rule),
        pairs,
        games_after: match monitor.stopped() {
            Some(_) => games - 2 * (pairs + tally.repeated_before_stop),
            None => 0,
        },
        sprt: test.as_ref().map(TestSummary::of),
        prospect: open.map(|test| Prospect::of(test, left as f64)),
        seen,
        outlook: open.and_then(|test| {
            let when = format!("in the {} left", words::count(left));
            outlook_lines(test, left as f64, &when).into_iter().next()
        }),
    })
}

impl StopSummary {
    /// The pairs up to the decision of a rule, which alone count then; `None` without a decision.
    pub(super) fn pairs_of_decision(&self) -> Option<Pentanomial> {
        self.outcome.decision().is_some().then_some(self.seen)
    }

    /// The decision of a rule; `None` where the interval alone says it.
    pub(super) fn tested(&self) -> Option<Tested<'_>> {
        Tested::of(self.outcome.decision()?, self.decided_by.as_ref()?)
    }

    /// The decision in a sentence or two.
    pub(super) fn sentence(&self, [first, second]: [&str; 2]) -> String {
        let found = match self.outcome {
            Outcome::Decided(Decision::H0) => "it accepted H0".to_owned(),
            Outcome::Decided(Decision::H1) => "it accepted H1".to_owned(),
            Outcome::Decided(Decision::Stronger) => format!("{first} is stronger than {second}"),
            Outcome::Decided(Decision::Weaker) => format!("{first} is weaker than {second}"),
            Outcome::Decided(Decision::NoDifference) => {
                format!("between {first} and {second} there is no difference that matters")
            }
            Outcome::Inconclusive => {
                let pairs = words::several(self.pairs, "pair");
                return match self.sprt {
                    Some(_) => format!(
                        "The test reached neither of its bounds in {pairs}: it accepts neither hypothesis."
                    ),
                    None => format!("No rule found the result clear in {pairs}."),
                };
            }
            Outcome::Open => {
                let outlook = self.outlook.as_ref().map(|test| format!(" {test}."));
                return format!(
                    "Nothing is decided in the first {} (a later pair is not looked at before the earlier \
                     ones are complete).{}",
                    words::several(self.pairs, "pair"),
                    outlook.unwrap_or_default()
                );
            }
        };
        let rule = self.rule.as_deref().unwrap_or_default();
        let pairs = words::several(self.pairs, "pair");
        let after = words::games_after(self.games_after)
            .map_or_else(String::new, |after| format!(" {after}"));
        format!("Stopped by the {rule} after {pairs}: {found}.{after}")
    }
}
