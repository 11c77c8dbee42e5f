//! The cost and the power of every stop rule, for one difference.

use serde::Serialize;

use super::motion::{Boundary, Differences, Motions};
use super::{Length, PlanSettings};
use crate::Figure;
use crate::elo::score;
use crate::operating_characteristics::{Characteristics, characteristics};
use crate::power::{Comparison, Noise};
use crate::sprt::{Model, Sprt};
use crate::stop::StopRule;

/// A rule, and its expected results.
#[derive(Clone, Debug, Serialize)]
pub struct RulePlan {
    /// The rule, as `[stop]` of a match file has it, with the unit of its bounds as a comment.
    pub rule: String,
    /// Games to plan for it, so that the difference is found with the requested probability; `null`
    /// for a test that continues until it decides.
    pub planned: Figure,
    /// Between equals.
    pub without: Outcome,
    /// At the difference to be found.
    pub with: Outcome,
}

/// The results of a rule at one true difference.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Outcome {
    /// Expected length.
    #[serde(flatten)]
    pub length: Length,
    /// Probability that a difference is found: between equals in either direction that is looked for.
    pub finds: f64,
}

/// The case for which rules are compared.
pub(super) struct Case<'a> {
    pub(super) settings: &'a PlanSettings,
    pub(super) noise: Noise,
    pub(super) comparison: Comparison,
    pub(super) motions: &'a Motions,
    pub(super) length: &'a dyn Fn(f64) -> Length,
}

/// Every rule that a match may have.
pub(super) fn all(case: &Case<'_>, sprt: Sprt) -> Vec<RulePlan> {
    let PlanSettings { alpha, margin, .. } = *case.settings;
    let by_interval =
        |no_difference| StopRule::Confidence { confidence: 1.0 - alpha, margin, no_difference };
    let small = by_interval(Some(case.settings.no_difference()));
    let rules = [StopRule::Sprt(sprt), by_interval(None), small];
    std::iter::once(fixed(case)).chain(rules.map(|rule| of_rule(case, rule))).collect()
}

fn of_rule(case: &Case<'_>, rule: StopRule) -> RulePlan {
    match rule {
        StopRule::Sprt(sprt) => by_likelihood(case, &sprt),
        StopRule::Confidence { confidence, margin, no_difference } => {
            by_interval(case, confidence, margin, no_difference)
        }
    }
}

fn fixed(case: &Case<'_>) -> RulePlan {
    let PlanSettings { power, alpha, .. } = *case.settings;
    let games = case.comparison.games(case.noise, power);
    let outcome = |finds: f64| Outcome { length: (case.length)(games), finds };
    RulePlan {
        rule: "none: one look at the planned end".to_owned(),
        planned: Figure(Some(games)),
        without: outcome(alpha),
        with: outcome(power),
    }
}

fn by_likelihood(case: &Case<'_>, sprt: &Sprt) -> RulePlan {
    let at = |elo: f64| characteristics(sprt, elo, case.noise.variance(0.5));
    let Sprt { elo0, elo1, alpha, beta, model } = *sprt;
    let errors = errors(alpha, beta);
    let rule = match (model == Model::default(), errors.as_str()) {
        (true, "") => format!("sprt = [{elo0}, {elo1}]"),
        (true, _) => format!("sprt = {{ elo0 = {elo0}, elo1 = {elo1}{errors} }}"),
        (false, _) => {
            let model = model.key();
            format!("sprt = {{ elo0 = {elo0}, elo1 = {elo1}{errors}, model = \"{model}\" }}")
        }
    };
    test(case, format!("{rule} # {}", model.unit()), at)
}

/// The keys of error probabilities that are not the default.
fn errors(alpha: f64, beta: f64) -> String {
    match (alpha, beta) {
        (0.05, 0.05) => String::new(),
        _ => format!(", alpha = {alpha}, beta = {beta}"),
    }
}

fn test(case: &Case<'_>, rule: String, at: impl Fn(f64) -> Characteristics) -> RulePlan {
    let outcome = |elo: f64| {
        let Characteristics { pass_probability, games } = at(elo);
        // H1 is the stronger side; a weaker one is found where H0 is accepted.
        let finds = if case.settings.elo > 0.0 { pass_probability } else { 1.0 - pass_probability };
        Outcome { length: (case.length)(games), finds }
    };
    RulePlan {
        rule,
        planned: Figure(None),
        without: outcome(0.0),
        with: outcome(case.settings.elo),
    }
}

fn by_interval(case: &Case<'_>, confidence: f64, margin: f64, none: Option<f64>) -> RulePlan {
    let PlanSettings { elo, power, .. } = *case.settings;
    let boundary = Boundary::anytime(confidence);
    let lead = |elo: f64| score(elo) - 0.5;
    let found = lead(elo.abs()) - lead(margin);
    let games =
        (case.motions.lead(&boundary, power) / found).powi(2) * case.noise.variance(score(elo));
    let outcome = |elo: f64| {
        let unit = (games / case.noise.variance(score(elo))).sqrt();
        let drift = |elo: f64| lead(elo) * unit;
        let differences =
            Differences { true_one: drift(elo), margin: drift(margin), none: none.map(drift) };
        let endings = case.motions.endings(&boundary, differences);
        let finds = endings.stronger + if elo > 0.0 { 0.0 } else { endings.weaker };
        Outcome { length: (case.length)(endings.length * games), finds }
    };
    let parts = [
        Some(format!("confidence = {}", (1e6 * confidence).round() / 1e6)),
        (margin > 0.0).then(|| format!("margin = {margin}")),
        none.map(|elo| format!("no_difference = {elo}")),
    ];
    RulePlan {
        rule: parts.into_iter().flatten().collect::<Vec<String>>().join(", "),
        planned: Figure(Some(games)),
        without: outcome(0.0),
        with: outcome(elo.abs()),
    }
}
