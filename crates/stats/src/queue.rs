//! A queue of tests: how many false accepts they let expect, and which accepted ones stand.
//!
//! Each test errs with a small probability; among many of them some err. The false discovery rate is the expected share
//! of false ones among those that stand. Procedures that bound it for tests however dependent, as those against one
//! master are: e-BH for e-values (R. Wang and A. Ramdas, "False discovery rate control with e-values", JRSS B, 2022), where
//! the wealth of an e-SPRT's bettor is one, and Benjamini-Yekutieli for p-values (Annals of Statistics 29, 2001), which is
//! e-BH on 1/p at the rate divided by 1 + 1/2 + .. + 1/m. The families are never mixed.

use crate::stop::StopRule;
use crate::words;

/// The false discovery rate that is held.
pub const RATE: f64 = 0.05;

/// One test of a queue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueuedTest {
    /// The probability of accepting H1 where H0 is true, at most.
    pub alpha: f64,
    /// Whether H1 is accepted.
    pub is_accepted: bool,
    /// The evidence against H0.
    pub evidence: Evidence,
}

/// Evidence against H0; each kind is a family of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evidence {
    /// Of an SPRT: the p-value of its exit. 1 before.
    PValue(f64),
    /// Of an e-SPRT: the natural logarithm of the wealth of the side that bets against H0.
    LogWealth(f64),
}

/// A queue, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Queue {
    /// False accepts to be expected where every H0 is true.
    pub false_accepts: f64,
    /// The judgement of each test, in their order; `None` where H1 is not accepted.
    pub judged: Vec<Option<Judged>>,
}

/// The judgement of an accepted test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The evidence against H0.
    pub evidence: Evidence,
    /// The logarithm that it needs to stand beside the others.
    needed: f64,
}

impl Evidence {
    /// The logarithm of an e-value, or of 1/p.
    fn logarithm(self) -> f64 {
        match self {
            Evidence::PValue(p) => -p.ln(),
            Evidence::LogWealth(wealth) => wealth,
        }
    }

    fn is_of_kind(self, other: Evidence) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }
}

impl QueuedTest {
    /// The test of a match by this rule, which has accepted H1 or not: with the p-value of its exit or the logarithm of its
    /// wealth, as far as they are known. `None` for a rule that is no test.
    #[must_use]
    pub fn of(
        rule: &StopRule,
        is_accepted: bool,
        p_value: Option<f64>,
        log_wealth: Option<f64>,
    ) -> Option<QueuedTest> {
        let (alpha, evidence) = match rule {
            StopRule::Sprt(test) => {
                // The bound on the error is one on the p-value.
                let most = if is_accepted { test.alpha } else { 1.0 };
                (test.alpha, Evidence::PValue(p_value.unwrap_or(most)))
            }
            StopRule::ESprt(test) => {
                let least = if is_accepted { -test.alpha.ln() } else { f64::NEG_INFINITY };
                (test.alpha, Evidence::LogWealth(log_wealth.unwrap_or(least)))
            }
            StopRule::Confidence { .. } => return None,
        };
        Some(QueuedTest { alpha, is_accepted, evidence })
    }
}

impl Queue {
    /// Judges tests at the rate [`RATE`]. `None` for fewer than two.
    #[must_use]
    pub fn of(tests: &[QueuedTest]) -> Option<Queue> {
        let judged = |place: usize| {
            let evidence = tests[place].evidence;
            let is_other = |(other, test): &(usize, &QueuedTest)| {
                *other != place && test.evidence.is_of_kind(evidence)
            };
            let others = tests.iter().enumerate().filter(is_other);
            let others = others.map(|(_, test)| test.evidence.logarithm()).collect();
            Judged { evidence, needed: needed(others, evidence) }
        };
        let judge = |(place, test): (usize, &QueuedTest)| test.is_accepted.then(|| judged(place));
        (tests.len() > 1).then(|| Queue {
            false_accepts: tests.iter().map(|test| test.alpha).sum(),
            judged: tests.iter().enumerate().map(judge).collect(),
        })
    }

    /// `20 tests let expect 1.0 false accepts if no change gains anything; of the 2 that accepted H1, 1 stands at a false
    /// discovery rate of 5 %.`
    #[must_use]
    pub fn sentence(&self) -> String {
        let accepted = self.judged.iter().flatten().count() as u64;
        let standing = self.judged.iter().flatten().filter(|judged| judged.stands()).count() as u64;
        let stand = match standing {
            0 => "none stands".to_owned(),
            1 => "1 stands".to_owned(),
            _ => format!("{} stand", words::count(standing)),
        };
        let found = match accepted {
            0 => "none has accepted H1".to_owned(),
            _ => format!(
                "of the {} that accepted H1, {stand} at a false discovery rate of {}",
                words::count(accepted),
                words::level(RATE)
            ),
        };
        format!(
            "{} tests let expect {} false accepts if no change gains anything; {found}.",
            words::count(self.judged.len() as u64),
            significant(self.false_accepts)
        )
    }
}

impl Judged {
    /// Whether it stands.
    #[must_use]
    pub fn stands(&self) -> bool {
        self.evidence.logarithm() >= self.needed
    }

    /// `does not stand: p-value 0.021, 0.00070 needed`
    #[must_use]
    pub fn words(&self) -> String {
        let stands = if self.stands() { "stands" } else { "does not stand" };
        let (name, [has, needs]) = match self.evidence {
            Evidence::PValue(has) => ("p-value", [has, (-self.needed).exp()]),
            Evidence::LogWealth(has) => ("wealth", [has, self.needed].map(f64::exp)),
        };
        format!("{stands}: {name} {}, {} needed", significant(has), significant(needs))
    }
}

/// The logarithm that the evidence of a test would need to stand beside the others of its family: that of m / (k rate),
/// for the largest k such that k - 1 of the others have as much.
fn needed(mut others: Vec<f64>, evidence: Evidence) -> f64 {
    others.sort_by(|a, b| b.total_cmp(a));
    let tests = others.len() + 1;
    let penalty: f64 = match evidence {
        Evidence::PValue(_) => (1..=tests).map(|rank| 1.0 / rank as f64).sum(),
        Evidence::LogWealth(_) => 1.0,
    };
    let level = |rank: usize| (tests as f64 * penalty / (rank as f64 * RATE)).ln();
    let holds = |rank: &usize| others[rank - 2] >= level(*rank);
    level((2..=tests).rev().find(holds).unwrap_or(1))
}

/// Two digits: `0.0012`, `21`, `450`.
fn significant(value: f64) -> String {
    match value {
        ..1e-6 => "below 0.000001".to_owned(),
        1e6.. => "above 1,000,000".to_owned(),
        _ => words::decimal(value, (1.0 - value.log10().floor()).max(0.0) as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_p(p: f64, is_accepted: bool) -> QueuedTest {
        QueuedTest { alpha: 0.05, is_accepted, evidence: Evidence::PValue(p) }
    }

    fn by_wealth(wealth: f64, is_accepted: bool) -> QueuedTest {
        QueuedTest { alpha: 0.05, is_accepted, evidence: Evidence::LogWealth(wealth.ln()) }
    }

    /// Whether each accepted test stands.
    fn standing(tests: &[QueuedTest]) -> Vec<bool> {
        Queue::of(tests).unwrap().judged.iter().flatten().map(Judged::stands).collect()
    }

    #[test]
    fn one_accept_of_twenty_null_tests_does_not_stand_and_a_strong_one_does() {
        for (weak, strong, none, said) in [
            (by_p(0.03, true), by_p(1e-6, true), by_p(0.6, false), "p-value 0.030, 0.00069 needed"),
            (
                by_wealth(21.0, true),
                by_wealth(1e4, true),
                by_wealth(0.1, false),
                "wealth 21, 400 needed",
            ),
        ] {
            let mut tests = vec![none; 19];
            tests.push(weak);
            assert_eq!(standing(&tests), [false]);
            let queue = Queue::of(&tests).unwrap();
            assert_eq!(
                queue.sentence(),
                "20 tests let expect 1.0 false accepts if no change gains anything; of the 1 that accepted H1, none \
                 stands at a false discovery rate of 5 %."
            );
            assert_eq!(queue.judged[19].unwrap().words(), format!("does not stand: {said}"));
            tests.push(strong);
            assert_eq!(standing(&tests), [false, true]);
        }
    }

    #[test]
    fn accepts_beside_each_other_need_less() {
        // Wealth 2 m / (2 rate) is needed of each of two of four.
        let tests = [41.0, 45.0, 1.0, 0.1].map(|wealth| by_wealth(wealth, wealth > 20.0));
        assert_eq!(standing(&tests), [true, true]);
        assert_eq!(
            standing(&[41.0, 39.0, 1.0, 0.1].map(|wealth| by_wealth(wealth, wealth > 20.0))),
            [false; 2]
        );
    }

    #[test]
    fn families_are_not_mixed() {
        // Strong tests of the other family do not help a weak one, nor do many null ones cost it anything.
        let mut tests = vec![by_wealth(1e9, true); 5];
        tests.extend([by_p(0.02, true), by_p(0.5, false)]);
        assert_eq!(standing(&tests), [true, true, true, true, true, false]);
        let mut tests = vec![by_p(0.9, false); 500];
        tests.extend([by_wealth(50.0, true), by_wealth(0.5, false)]);
        assert_eq!(standing(&tests), [true]);
        assert_eq!(Queue::of(&tests[..1]), None);
    }

    #[test]
    fn a_report_without_the_evidence_has_that_of_the_bound() {
        let rule = |text: &str| -> StopRule {
            text.parse::<crate::stop::StopRules>().unwrap().sequential[0]
        };
        let sprt = rule("sprt{elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized}");
        let bets = rule("e_sprt{version=3,elo0=0,elo1=5,alpha=0.05,beta=0.05}");
        let evidence =
            |rule, is_accepted| QueuedTest::of(rule, is_accepted, None, None).unwrap().evidence;
        assert_eq!(evidence(&sprt, true), Evidence::PValue(0.05));
        assert_eq!(evidence(&sprt, false), Evidence::PValue(1.0));
        assert_eq!(evidence(&bets, true), Evidence::LogWealth(-0.05_f64.ln()));
        let interval = rule("confidence{level=0.95,margin=0}");
        assert_eq!(QueuedTest::of(&interval, true, None, None), None);
    }
}
