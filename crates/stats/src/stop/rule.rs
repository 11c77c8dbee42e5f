//! A rule that ends a match because its result is clear: its decision, its words and its notation.
//!
//! This file has everything that is particular to one kind of rule, except its key in match files.

use std::fmt;

use serde::Serialize;

use super::Decision;
use crate::anytime::Evidence;
use crate::elo::score;
use crate::operating_characteristics::ending_probability;
use crate::sprt::{Model, Sprt};
use crate::{Pentanomial, ScoreCounts, betting};

/// When the result of a match is clear.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StopRule {
    /// When a sequential test accepts one of its hypotheses.
    Sprt(Sprt),
    /// When an interval that is safe to check lies beyond a margin on either side of 0, or inside another margin.
    Confidence {
        /// Confidence of the interval, 0 to 1.
        confidence: f64,
        /// The difference that must be exceeded, in Elo; 0 to find any.
        margin: f64,
        /// The difference that does not matter, in Elo: the match ends when the interval lies
        /// inside plus and minus this. `None` never ends it that way.
        no_difference: Option<f64>,
    },
}

/// The differences that matter, as far as the interval of a rule has excluded them. Its ends never go back, so that
/// one side may be excluded at one look and the other at a later one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Excluded {
    stronger: bool,
    weaker: bool,
}

impl StopRule {
    /// The sequential test by likelihood ratios, if it is one.
    #[must_use]
    pub fn sprt(&self) -> Option<Sprt> {
        match self {
            StopRule::Sprt(sprt) => Some(*sprt),
            StopRule::Confidence { .. } => None,
        }
    }

    /// The confidence of its interval; `None` for a rule without an interval.
    pub(super) fn confidence(&self) -> Option<f64> {
        match self {
            StopRule::Confidence { confidence, .. } => Some(*confidence),
            StopRule::Sprt(_) => None,
        }
    }

    /// The same rule; a test by likelihood ratios has this scale.
    pub(super) fn on_scale(self, model: Model) -> StopRule {
        match self {
            StopRule::Sprt(test) => StopRule::Sprt(Sprt { model, ..test }),
            StopRule::Confidence { .. } => self,
        }
    }

    /// The decision after these pairs; `excluded` remembers the earlier looks.
    pub(super) fn decide(
        &self,
        pairs: Pentanomial,
        evidence: &Evidence,
        excluded: &mut Excluded,
    ) -> Option<Decision> {
        match *self {
            StopRule::Sprt(test) => by_likelihood(&test, pairs),
            StopRule::Confidence { confidence, margin, no_difference } => {
                let threshold = betting::threshold(confidence);
                by_interval(evidence, threshold, margin).or_else(|| {
                    let small = no_difference?;
                    excluded.note(evidence, threshold, small).then_some(Decision::NoDifference)
                })
            }
        }
    }

    /// The rule in a few words: `SPRT [0, 5] nElo`.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            StopRule::Sprt(test) => format!("SPRT {}", test.bounds()),
            StopRule::Confidence { .. } => "rule on the interval".to_owned(),
        }
    }

    /// The probability that it decides within these games, where the strength is that of its larger hypothesis and six
    /// games of ten are draws; `None` for a rule that is no test.
    #[must_use]
    pub fn chance_within(&self, games: f64) -> Option<f64> {
        const VARIANCE: f64 = 0.1;
        let test = self.sprt()?;
        let elo = test.true_elo(test.elo1, VARIANCE);
        Some(ending_probability(&test, 0.0, elo, VARIANCE, games))
    }

    /// The probability of accepting a change that gains nothing, at most: alpha of a test whose H0 is "no gain". `None` for
    /// a rule that is none.
    #[must_use]
    pub(crate) fn false_gain(&self) -> Option<f64> {
        self.sprt().filter(|test| test.elo0 >= 0.0).map(|test| test.alpha)
    }

    /// The smaller and the larger strength that it tells apart, in its own unit; `None` for a rule that is no test.
    #[must_use]
    pub fn hypotheses(&self) -> Option<[f64; 2]> {
        match *self {
            StopRule::Sprt(Sprt { elo0, elo1, .. }) => Some([elo0, elo1]),
            StopRule::Confidence { .. } => None,
        }
    }

    /// Its notation in journals: `sprt{elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic}`. It stays as it is in all
    /// versions, unlike the words of [`fmt::Display`]: a match without a file finds its directory by a digest of it.
    #[must_use]
    pub fn notation(&self) -> String {
        match self {
            StopRule::Sprt(Sprt { elo0, elo1, alpha, beta, model }) => {
                let model = model.key();
                format!("sprt{{elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}}}")
            }
            StopRule::Confidence { confidence, margin, no_difference } => {
                let small =
                    no_difference.map_or(String::new(), |elo| format!(",no_difference={elo}"));
                format!("confidence{{level={confidence},margin={margin}{small}}}")
            }
        }
    }

    /// Reads a notation, given without its closing brace.
    pub(super) fn read(notation: &str) -> Option<StopRule> {
        let (name, value) = notation.split_once('{')?;
        match name {
            "sprt" => sprt(value).map(StopRule::Sprt),
            "confidence" => confidence(value),
            _ => None,
        }
    }
}

/// The rule in a line.
impl fmt::Display for StopRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopRule::Sprt(test) => {
                let Sprt { alpha, beta, .. } = test;
                write!(f, "SPRT {} (alpha {alpha}, beta {beta})", test.bounds())
            }
            StopRule::Confidence { confidence, margin, no_difference } => {
                let level = crate::words::level(*confidence);
                write!(f, "anytime-valid {level} CI, once it excludes ")?;
                match margin {
                    0.0 => write!(f, "0"),
                    _ => write!(f, "-{margin} to {margin} Elo"),
                }?;
                match no_difference {
                    Some(elo) => write!(f, " or lies inside -{elo} to {elo} Elo"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl Excluded {
    /// Notes a look; says whether every difference of more than this many Elo is excluded by now.
    fn note(&mut self, evidence: &Evidence, threshold: f64, elo: f64) -> bool {
        self.stronger |= evidence.log_below(score(elo)) >= threshold;
        self.weaker |= evidence.log_above(score(-elo)) >= threshold;
        self.stronger && self.weaker
    }
}

fn by_likelihood(sprt: &Sprt, pairs: Pentanomial) -> Option<Decision> {
    let llr = sprt.log_likelihood_ratio(&ScoreCounts::from(pairs));
    Decision::of_test(sprt.state(llr))
}

/// Whether the interval lies beyond a margin in Elo.
fn by_interval(evidence: &Evidence, threshold: f64, margin: f64) -> Option<Decision> {
    if evidence.log_above(score(margin)) >= threshold {
        Some(Decision::Stronger)
    } else if evidence.log_below(score(-margin)) >= threshold {
        Some(Decision::Weaker)
    } else {
        None
    }
}

/// The parts that a journal of an earlier version does not have come last.
fn confidence(text: &str) -> Option<StopRule> {
    let (text, small) = match text.split_once(",no_difference=") {
        Some((text, small)) => (text, Some(small)),
        None => (text, None),
    };
    let [level, margin] = values(text, ["level", "margin"])?;
    Some(StopRule::Confidence {
        confidence: level.parse().ok()?,
        margin: margin.parse().ok()?,
        no_difference: small.map(str::parse).transpose().ok()?,
    })
}

fn sprt(text: &str) -> Option<Sprt> {
    let [elo0, elo1, alpha, beta, model] =
        values(text, ["elo0", "elo1", "alpha", "beta", "model"])?;
    let number = |text: &str| text.parse::<f64>().ok();
    let model = Model::from_key(model)?;
    Sprt::new(number(elo0)?, number(elo1)?, number(alpha)?, number(beta)?, model).ok()
}

/// The values of `key=value` parts with these keys, in this order.
fn values<'a, const N: usize>(text: &'a str, keys: [&str; N]) -> Option<[&'a str; N]> {
    let mut parts = text.split(',');
    let mut values = [""; N];
    for (value, key) in values.iter_mut().zip(keys) {
        *value = parts.next()?.strip_prefix(key)?.strip_prefix('=')?;
    }
    parts.next().is_none().then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::StopRules;

    #[test]
    fn rules_are_told_in_a_line() {
        let rule = |confidence, margin| {
            StopRule::Confidence { confidence, margin, no_difference: None }.to_string()
        };
        assert_eq!(rule(0.95, 0.0), "anytime-valid 95 % CI, once it excludes 0");
        assert_eq!(rule(0.999, 2.5), "anytime-valid 99.9 % CI, once it excludes -2.5 to 2.5 Elo");
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.1, Model::Normalized).unwrap();
        let told = "SPRT [0, 5] nElo (alpha 0.05, beta 0.1)";
        assert_eq!(StopRule::Sprt(sprt).to_string(), told);
        let rule = StopRule::Confidence { confidence: 0.95, margin: 0.0, no_difference: Some(5.0) };
        let told = "anytime-valid 95 % CI, once it excludes 0 or lies inside -5 to 5 Elo";
        assert_eq!(rule.to_string(), told);
    }

    #[test]
    fn the_texts_stay_those_that_directories_are_named_after() {
        let rules = "sprt{elo0=0,elo1=5,alpha=0.05,beta=0.1,model=normalized} \
                     sprt{elo0=-1.75,elo1=0.25,alpha=0.05,beta=0.05,model=logistic} \
                     confidence{level=0.95,margin=0} \
                     confidence{level=0.9875,margin=2.5,no_difference=5} games{400}";
        let read: StopRules = rules.parse().unwrap();
        let texts: Vec<String> = read.sequential.iter().map(StopRule::notation).collect();
        assert_eq!(format!("{} games{{400}}", texts.join(" ")), rules);
    }
}
