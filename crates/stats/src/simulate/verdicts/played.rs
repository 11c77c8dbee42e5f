//! One simulated match under one rule, by bets against a few strengths that are updated pair by pair. The monitor and the
//! interval of a real match, which compute everything anew at every pair, decide the same.

use super::super::stream;
use super::super::wealth::{Bets, Side};
use super::{Steps, VerdictSettings};
use crate::anytime::Method;
use crate::elo::score;
use crate::exit::ExitEstimate;
use crate::stop::{Bounds, Decision, StopRule, StopRules};
use crate::{Pentanomial, ScoreCounts};

/// A finished match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Played {
    pub(super) decision: Option<Decision>,
    pub(super) pairs: u32,
    /// Whether the interval beside the decision supports it.
    pub(super) agrees: bool,
}

/// The ends of intervals in Elo are found to within this.
pub(super) const CLOSE: f64 = 1e-6;

/// The interval beside a rule.
pub(super) fn method(settings: &VerdictSettings, rule: StopRule) -> Method {
    let rules = StopRules { sequential: vec![rule], ..StopRules::default() };
    rules.interval_method(2 * settings.planned())
}

/// Plays match `number`.
pub(super) fn play(
    settings: &VerdictSettings,
    steps: &Steps,
    rule: StopRule,
    number: u32,
) -> Played {
    let mut watch = Watch::new(rule, &method(settings, rule));
    let mut random = stream(settings.seed, number);
    let mut seen = Pentanomial::default();
    for pair in 0..settings.pairs {
        let [one, other] = steps.draw(pair, &mut random);
        let before = ScoreCounts::from(seen);
        seen.add_pair(one, other);
        if let Some(decision) = watch.decision(&before, usize::from(one + other), seen) {
            let agrees = watch.agrees(decision, seen);
            return Played { decision: Some(decision), pairs: pair + 1, agrees };
        }
    }
    Played { decision: None, pairs: settings.pairs, agrees: true }
}

/// A strength, and whether some look has excluded it.
struct Watched {
    bets: Bets,
    now: bool,
    ever: bool,
}

impl Watched {
    fn add(&mut self, before: &ScoreCounts, quarters: usize) {
        self.now = self.bets.add(before, quarters);
        self.ever |= self.now;
    }
}

/// A rule with the bets against its strengths.
struct Watch {
    rule: StopRule,
    /// The strength exceeds the one that a test accepts H1 by, or the margin; it is less than the one that a test accepts H0
    /// by, or than the margin on the other side.
    sides: [Watched; 2],
    /// The strength exceeds -`no_difference`; it is below it on the other side.
    small: Option<[Watched; 2]>,
}

impl Watch {
    fn new(rule: StopRule, method: &Method) -> Watch {
        let thresholds = rule.thresholds();
        let watched = |low: f64, high: f64| {
            let sides = [(Side::Above, low, thresholds[0]), (Side::Below, high, thresholds[1])];
            sides.map(|(side, elo, threshold)| Watched {
                bets: Bets::new(method.clone(), side, score(elo), threshold),
                now: false,
                ever: false,
            })
        };
        let Bounds { lower, upper, small } = rule.bounds();
        let sides = match rule {
            StopRule::Sprt(_) | StopRule::ESprt(_) => watched(lower, upper),
            StopRule::Confidence { .. } => watched(upper, lower),
        };
        Watch { rule, sides, small: small.map(|elo| watched(-elo, elo)) }
    }

    /// Notes a pair; the decision after it.
    fn decision(
        &mut self,
        before: &ScoreCounts,
        quarters: usize,
        seen: Pentanomial,
    ) -> Option<Decision> {
        let add = |sides: &mut [Watched; 2]| {
            sides.iter_mut().for_each(|side| side.add(before, quarters));
        };
        match self.rule {
            StopRule::Sprt(sprt) => {
                let ratio = sprt.log_likelihood_ratio(&ScoreCounts::from(seen), seen.games());
                Decision::of_test(sprt.state(ratio))
            }
            StopRule::ESprt(_) => {
                add(&mut self.sides);
                match [self.sides[0].now, self.sides[1].now] {
                    [true, _] => Some(Decision::H1),
                    [false, true] => Some(Decision::H0),
                    [false, false] => None,
                }
            }
            StopRule::Confidence { .. } => {
                add(&mut self.sides);
                self.small.iter_mut().for_each(add);
                match [self.sides[0].now, self.sides[1].now] {
                    [true, _] => Some(Decision::Stronger),
                    [false, true] => Some(Decision::Weaker),
                    [false, false] => self.is_small().then_some(Decision::NoDifference),
                }
            }
        }
    }

    /// Whether every difference that matters is excluded by now.
    fn is_small(&self) -> bool {
        self.small.as_ref().is_some_and(|sides| sides.iter().all(|side| side.ever))
    }

    /// Whether the interval, that of an SPRT's exit or else the scores that no look has excluded, supports the decision.
    fn agrees(&self, decision: Decision, seen: Pentanomial) -> bool {
        if let StopRule::Sprt(test) = self.rule {
            let accepts_h1 = decision.is_in_favour();
            return ExitEstimate::of(&test, accepts_h1, seen).is_some_and(
                |exit| match accepts_h1 {
                    true => exit.ends().low > test.elo0 - CLOSE,
                    false => exit.ends().high < test.elo1 + CLOSE,
                },
            );
        }
        match decision {
            Decision::H1 | Decision::Stronger => self.sides[0].ever,
            Decision::H0 | Decision::Weaker => self.sides[1].ever,
            Decision::NoDifference => self.is_small(),
        }
    }
}
