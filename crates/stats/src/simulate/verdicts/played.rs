//! One simulated match under one rule, in two equivalent ways: by bets against a few strengths,
//! updated pair by pair, and by the monitor and the interval of a real match, which compute
//! everything anew at every pair.

use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;

use super::super::wealth::{self, Bets, Side};
use super::{Steps, VerdictSettings};
use crate::anytime::{Anytime, Evidence, Method};
use crate::elo::score;
use crate::exit::ExitEstimate;
use crate::stop::{Bounds, Decision, SequentialMonitor, StopRule, StopRules};
use crate::{CONFIDENCE, Interval, Pentanomial, ScoreCounts};

/// A finished match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Played {
    pub(super) decision: Option<Decision>,
    pub(super) pairs: u32,
    /// Whether the interval beside the decision supports it.
    pub(super) agrees: bool,
}

/// Plays match `number`, in the quicker way if there is one.
pub(super) fn play(
    settings: &VerdictSettings,
    steps: &Steps,
    rule: StopRule,
    number: u32,
) -> Played {
    match method(settings, rule) {
        Method::Betting(stakes) => {
            let method = wealth::Method::Betting(stakes);
            kept_up(settings, steps, Watch::new(rule, &method), number)
        }
        Method::Test(test) => {
            let method = wealth::Method::Test(test);
            kept_up(settings, steps, Watch::new(rule, &method), number)
        }
        Method::Mixture => monitored(settings, steps, rule, number),
    }
}

/// The interval beside a rule.
fn method(settings: &VerdictSettings, rule: StopRule) -> Method {
    let rules = StopRules { sequential: vec![rule], ..StopRules::default() };
    rules.interval_method(2 * settings.planned())
}

fn random_of(settings: &VerdictSettings, number: u32) -> ChaCha12Rng {
    let mut random = ChaCha12Rng::seed_from_u64(settings.seed);
    random.set_stream(u64::from(number));
    random
}

/// By the monitor and the interval of a real match.
pub(super) fn monitored(
    settings: &VerdictSettings,
    steps: &Steps,
    rule: StopRule,
    number: u32,
) -> Played {
    let mut random = random_of(settings, number);
    let method = method(settings, rule);
    let mut monitor = SequentialMonitor::new(vec![rule]);
    let mut evidence = Evidence::new(method.clone());
    let mut seen = Vec::new();
    for pair in 0..settings.pairs {
        let result = steps.draw(pair, &mut random);
        evidence.add(result);
        seen.push(result);
        if monitor.note(result, &evidence).is_some() {
            break;
        }
    }
    let decision = monitor.stopped().map(|stopped| stopped.decision);
    let ends = monitor.exit().map_or_else(
        || {
            let mut anytime = Anytime::new(method, CONFIDENCE);
            seen.iter().for_each(|&pair| anytime.add(pair));
            anytime.ends().elo()
        },
        |exit| exit.ends(),
    );
    let agrees = decision.is_none_or(|decision| bears_out(rule, decision, ends));
    Played { decision, pairs: seen.len() as u32, agrees }
}

/// Whether an interval in Elo agrees with a verdict.
fn bears_out(rule: StopRule, decision: Decision, ends: Interval) -> bool {
    // The ends are found to within this.
    const CLOSE: f64 = 1e-6;
    let Bounds { lower, upper, small } = rule.bounds();
    match decision {
        Decision::H1 => ends.low > lower - CLOSE,
        Decision::H0 => ends.high < upper + CLOSE,
        Decision::Stronger => ends.low > upper - CLOSE,
        Decision::Weaker => ends.high < lower + CLOSE,
        Decision::NoDifference => {
            small.is_some_and(|elo| ends.low > -elo - CLOSE && ends.high < elo + CLOSE)
        }
    }
}

/// By bets that are kept up.
fn kept_up(settings: &VerdictSettings, steps: &Steps, mut watch: Watch, number: u32) -> Played {
    let mut random = random_of(settings, number);
    let mut seen = Pentanomial::default();
    for pair in 0..settings.pairs {
        let [one, other] = steps.draw(pair, &mut random);
        let before = ScoreCounts::from(seen);
        seen.add_pair(one, other);
        let decision = watch.decision(&before, usize::from(one + other), seen);
        if decision.is_some() {
            let agrees = watch.agrees(decision, seen);
            return Played { decision, pairs: pair + 1, agrees };
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
    /// The strength exceeds the lower bound; it falls short of the upper one.
    test: [Watched; 2],
    /// The strength exceeds the margin; it is below it on the other side.
    margin: [Watched; 2],
    /// The strength exceeds -`no_difference`; it is below it on the other side.
    small: Option<[Watched; 2]>,
}

impl Watch {
    fn new(rule: StopRule, method: &wealth::Method) -> Watch {
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
        Watch {
            rule,
            test: watched(lower, upper),
            margin: watched(upper, lower),
            small: small.map(|elo| watched(-elo, elo)),
        }
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
                add(&mut self.test);
                match [self.test[0].now, self.test[1].now] {
                    [true, _] => Some(Decision::H1),
                    [false, true] => Some(Decision::H0),
                    [false, false] => None,
                }
            }
            StopRule::Confidence { .. } => {
                add(&mut self.margin);
                self.small.iter_mut().for_each(add);
                let is_small = |sides: &[Watched; 2]| sides.iter().all(|side| side.ever);
                match [self.margin[0].now, self.margin[1].now] {
                    [true, _] => Some(Decision::Stronger),
                    [false, true] => Some(Decision::Weaker),
                    [false, false] => {
                        self.small.as_ref().is_some_and(is_small).then_some(Decision::NoDifference)
                    }
                }
            }
        }
    }

    /// Whether the interval, that of an SPRT's exit or else the scores that no look has excluded, supports the decision.
    fn agrees(&self, decision: Option<Decision>, seen: Pentanomial) -> bool {
        if let (StopRule::Sprt(test), Some(decision)) = (self.rule, decision) {
            let exit = ExitEstimate::of(&test, decision.is_in_favour(), seen);
            return exit.is_some_and(|exit| bears_out(self.rule, decision, exit.ends()));
        }
        match decision {
            None => true,
            Some(Decision::H1) => self.test[0].ever,
            Some(Decision::H0) => self.test[1].ever,
            Some(Decision::Stronger) => self.margin[0].ever,
            Some(Decision::Weaker) => self.margin[1].ever,
            Some(Decision::NoDifference) => {
                self.small.as_ref().is_some_and(|sides| sides.iter().all(|side| side.ever))
            }
        }
    }
}
