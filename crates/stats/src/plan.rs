//! Plans the length of a match before it is played: what each rule that may end it costs, and how often it finds a difference.

mod motion;

use document::{Document, Table};
use serde::Serialize;
use thiserror::Error;

use crate::book_cost::BookCost;
use crate::distributions::normal_quantile;
use crate::elo::score;
use crate::operating_characteristics::characteristics;
use crate::power::{Comparison, Noise, standard_error};
use crate::sprt::{DefineSprtError, Model, Sprt};
use crate::stop::StopRule;
use crate::{CONFIDENCE, Figure, OutOfRange, words};

use motion::{Boundary, Differences, Motions};

/// The question of a match, and the assumptions about its games.
#[derive(Clone, Debug)]
pub struct PlanSettings {
    /// The Elo difference to be found; not 0, at most 1000 either way.
    pub elo: f64,
    /// Probability of finding it, 0 to 1.
    pub power: f64,
    /// Probability of finding a difference, or accepting H1, if there is none; 0 to 1.
    pub alpha: f64,
    /// Probability that a sequential test accepts H0 when H1 is true; 0 to 1.
    pub beta: f64,
    /// Whether only a difference in one direction is of interest.
    pub one_sided: bool,
    /// Share of drawn games, 0 to less than 1.
    pub draws: f64,
    /// Correlation of the two games of a pair, -1 to 1: measured as about 0 with balanced openings and -0.12 with
    /// unbalanced ones.
    pub correlation: f64,
    /// The difference that an interval must exclude, in Elo; 0 or more, and less than the one to be
    /// found.
    pub margin: f64,
    /// The difference that does not matter, in Elo, more than the margin; `None` for the one to be found.
    pub no_difference: Option<f64>,
    /// Hypotheses of the SPRT, on its scale; `None` for 0 and the difference to be found.
    pub hypotheses: Option<[f64; 2]>,
    /// The scale of the SPRT.
    pub model: Model,
    /// A number of games whose precision is to be shown.
    pub games: u64,
    /// Games an hour, to estimate durations.
    pub games_per_hour: Option<f64>,
}

/// The reason that there is no plan.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum PlanError {
    /// A setting is out of its range.
    #[error(transparent)]
    Range(#[from] OutOfRange),
    /// The hypotheses make no test.
    #[error("the sequential test")]
    Sprt(#[from] DefineSprtError),
    /// So strong a side draws fewer games.
    #[error(
        "no game at {elo} Elo can be drawn in {draws} of all cases: with that difference the draws are at most {most:.3}"
    )]
    Draws {
        /// The difference.
        elo: f64,
        /// The share of draws.
        draws: f64,
        /// The largest share at this difference.
        most: f64,
    },
}

/// A plan.
#[derive(Clone, Debug, Serialize)]
pub struct MatchPlan {
    /// The Elo difference to be found.
    pub elo: f64,
    /// Probability of finding it.
    pub power: f64,
    /// Probability of finding one if there is none.
    pub alpha: f64,
    /// Directions in which a difference may be found.
    pub sides: u8,
    /// Share of drawn games.
    pub draw_ratio: f64,
    /// Correlation of the two games of a pair.
    pub pair_correlation: f64,
    /// The cost of such openings; `null` if no openings make such games.
    pub book_cost: Option<BookCost>,
    /// The SPRT.
    pub sprt: Sprt,
    /// One nElo in Elo, for these games.
    pub elo_of_a_nelo: f64,
    /// Every rule that may end the match, none first.
    pub rules: Vec<RulePlan>,
    /// The precision of a number of games.
    pub worth: Worth,
}

/// A rule, and its expected results.
#[derive(Clone, Debug, Serialize)]
pub struct RulePlan {
    /// The rule, as `[stop]` of a match file has it, with the unit of its bounds as a comment.
    pub rule: String,
    /// Games to plan for it, so that the difference is found with the requested probability; `null`
    /// for a test that continues until it decides.
    pub planned: Figure,
    /// At no difference, at the one to be found, and at and midway between the hypotheses of the test.
    pub outcomes: Vec<Outcome>,
}

/// The results of a rule at one true difference.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Outcome {
    /// The true difference, in Elo.
    pub elo: f64,
    /// Games on average.
    pub games: f64,
    /// Their hours, if the pace is known.
    pub hours: Figure,
    /// Probability that a difference is found: by a test, that it accepts the hypothesis on the side of the one to be found.
    pub finds: f64,
}

/// The precision of a number of games.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Worth {
    /// Games.
    pub games: f64,
    /// Their hours, if the pace is known.
    pub hours: Figure,
    /// Half the width of the 95 % interval, in Elo, near a score of one half.
    pub half_width: f64,
    /// The same of the anytime-valid interval, of a match that is planned for these games.
    pub half_width_anytime: f64,
    /// Probability of finding the difference.
    pub power: f64,
}

/// Makes a plan.
///
/// # Errors
///
/// When a number is out of range.
pub fn plan(settings: &PlanSettings) -> Result<MatchPlan, PlanError> {
    check(settings)?;
    let PlanSettings { elo, power, alpha, beta, draws, correlation, margin, model, .. } = *settings;
    let noise = Noise { draw_ratio: draws, pair_correlation: correlation };
    let (variance, games) = (noise.variance(0.5), settings.games as f64);
    let on_scale = |elo: f64| (100.0 * model.strength(elo, variance)).round() / 100.0;
    let bounds = settings.hypotheses.unwrap_or([elo.min(0.0), elo.max(0.0)].map(on_scale));
    let sprt = Sprt::new(bounds[0], bounds[1], alpha, beta, model)?;
    let midway = f64::midpoint(sprt.elo0, sprt.elo1);
    let mut strengths: Vec<f64> =
        [sprt.elo0, midway, sprt.elo1].map(|bound| sprt.true_elo(bound, variance)).into();
    // Hypotheses that follow from the difference are rounded: they are no other strengths.
    for strength in [0.0, elo] {
        match strengths.iter_mut().find(|known| (**known - strength).abs() < 0.01) {
            Some(known) => *known = strength,
            None => strengths.push(strength),
        }
    }
    strengths.sort_by(f64::total_cmp);
    let comparison = Comparison {
        null_elo: 0.0,
        true_elo: elo,
        alpha,
        sides: if settings.one_sided { 1 } else { 2 },
    };
    let motions = Motions::new();
    let case = Case { settings, noise, comparison, motions: &motions, strengths };
    let by_interval =
        |no_difference| StopRule::Confidence { confidence: 1.0 - alpha, margin, no_difference };
    let small = by_interval(Some(settings.no_difference()));
    let rules = [None, Some(StopRule::Sprt(sprt)), Some(by_interval(None)), Some(small)];
    let half_width = normal_quantile(f64::midpoint(1.0, CONFIDENCE)) * standard_error(noise, games);
    let wider = motions.width(&Boundary::anytime(CONFIDENCE), CONFIDENCE);
    Ok(MatchPlan {
        elo,
        power,
        alpha,
        sides: comparison.sides,
        draw_ratio: draws,
        pair_correlation: correlation,
        book_cost: BookCost::of(0.5, draws, correlation),
        sprt,
        elo_of_a_nelo: Model::Normalized.elo(1.0, variance),
        rules: rules.map(|rule| case.rule(rule)).into(),
        worth: Worth {
            games,
            hours: settings.hours(games),
            half_width,
            half_width_anytime: wider * half_width,
            power: comparison.power(noise, games),
        },
    })
}

impl PlanSettings {
    /// The difference that does not matter, in Elo.
    fn no_difference(&self) -> f64 {
        self.no_difference.unwrap_or(self.elo.abs())
    }

    fn hours(&self, games: f64) -> Figure {
        Figure(self.games_per_hour.map(|pace| games / pace))
    }
}

/// The case for which rules are compared.
struct Case<'a> {
    settings: &'a PlanSettings,
    noise: Noise,
    comparison: Comparison,
    motions: &'a Motions,
    strengths: Vec<f64>,
}

impl Case<'_> {
    /// The plan of a match with this rule, or with none: one look at the planned end.
    fn rule(&self, rule: Option<StopRule>) -> RulePlan {
        let Case { noise, comparison, .. } = *self;
        match rule {
            None => {
                let games = comparison.games(noise, self.settings.power);
                let finds = |elo: f64| match elo {
                    0.0 => comparison.alpha,
                    true_elo => Comparison { true_elo, ..comparison }.power(noise, games),
                };
                self.row("none: one look".to_owned(), Some(games), |elo| (games, finds(elo)))
            }
            Some(StopRule::Sprt(sprt)) => self.row(written(&sprt), None, |elo| {
                let at = characteristics(&sprt, elo, noise.variance(0.5));
                // H1 is the stronger side; a weaker one is found where H0 is accepted.
                let is_weaker = self.settings.elo < 0.0;
                let pass = at.pass_probability;
                (at.games, if is_weaker { 1.0 - pass } else { pass })
            }),
            Some(StopRule::Confidence { confidence, margin, no_difference }) => {
                self.by_interval(confidence, margin, no_difference)
            }
        }
    }

    fn row(&self, rule: String, games: Option<f64>, at: impl Fn(f64) -> (f64, f64)) -> RulePlan {
        let outcome = |&elo: &f64| {
            let (games, finds) = at(elo);
            Outcome { elo, games, hours: self.settings.hours(games), finds }
        };
        let outcomes = self.strengths.iter().map(outcome).collect();
        RulePlan { rule, planned: Figure(games), outcomes }
    }

    fn by_interval(&self, confidence: f64, margin: f64, none: Option<f64>) -> RulePlan {
        let (boundary, elo) = (Boundary::anytime(confidence), self.settings.elo.abs());
        let lead = |elo: f64| score(elo) - 0.5;
        let variance = |elo: f64| self.noise.variance(score(elo));
        let units = self.motions.lead(&boundary, self.settings.power) / (lead(elo) - lead(margin));
        let games = units.powi(2) * variance(elo);
        let at = |elo: f64| {
            let drift = |elo: f64| lead(elo) * (games / variance(elo)).sqrt();
            let unit = (games / variance(elo)).sqrt();
            let differences = Differences {
                true_one: drift(elo.abs()),
                margin: lead(margin) * unit,
                none: none.map(|none| lead(none) * unit),
            };
            let ending = self.motions.endings(&boundary, differences);
            (ending.length * games, ending.found)
        };
        let parts = [
            Some(format!("confidence = {}", (1e6 * confidence).round() / 1e6)),
            (margin > 0.0).then(|| format!("margin = {margin}")),
            none.map(|elo| format!("no_difference = {elo}")),
        ];
        let rule = parts.into_iter().flatten().collect::<Vec<String>>().join(", ");
        self.row(rule, Some(games), at)
    }
}

/// The test as `[stop]` has it.
fn written(sprt: &Sprt) -> String {
    let Sprt { elo0, elo1, alpha, beta, model } = *sprt;
    let errors = match (alpha, beta) {
        (0.05, 0.05) => String::new(),
        _ => format!(", alpha = {alpha}, beta = {beta}"),
    };
    let scale = match model {
        Model::Normalized => String::new(),
        Model::Logistic => format!(", model = \"{}\"", model.key()),
    };
    match errors + &scale {
        keys if keys.is_empty() => format!("sprt = [{elo0}, {elo1}] # {}", model.unit()),
        keys => format!("sprt = {{ elo0 = {elo0}, elo1 = {elo1}{keys} }} # {}", model.unit()),
    }
}

impl MatchPlan {
    /// The plan: two paragraphs, and one table of the rules.
    #[must_use]
    pub fn document(&self) -> Document {
        let Worth { games, hours, half_width, half_width_anytime, power } = self.worth;
        let fixed = self.rules.iter().find_map(|rule| rule.planned.0).unwrap_or_default();
        let cost = self.book_cost.map_or_else(
            || "No openings make such games in the model of wins, draws and losses.".to_owned(),
            |cost| format!("The cost of the book: {}.", cost.words(fixed)),
        );
        let row = |first: String, cell: &dyn Fn(&RulePlan) -> String| {
            std::iter::once(first).chain(self.rules.iter().map(cell)).collect::<Vec<String>>()
        };
        let mut table = Table::new(row("true difference".to_owned(), &|rule| rule.rule.clone()));
        let several = |games: f64| words::several(whole_pairs(games), "game");
        let planned = |rule: &RulePlan| rule.planned.0.map_or_else(String::new, several);
        table.row(row("planned".to_owned(), &planned));
        for (place, Outcome { elo, .. }) in self.rules[0].outcomes.iter().enumerate() {
            table.row(row(format!("{} Elo", words::decimal(*elo, 2)), &|rule| {
                let Outcome { games, hours, finds, .. } = rule.outcomes[place];
                format!("{}, {}", length(games, hours), words::probability(finds))
            }));
        }
        Document::titled(format!("Games to find {} Elo", self.elo))
            .paragraph(format!(
                "Games with {} draws and a correlation of {} within pairs; 1 nElo is about {} Elo. {cost}",
                words::level(self.draw_ratio),
                words::decimal(self.pair_correlation, 2),
                words::decimal(self.elo_of_a_nelo, 2)
            ))
            .paragraph(format!(
                "After {}: 95 % CI ± {} Elo; anytime-valid 95 % CI ± {} (safe to check while the match runs). The difference \
                 is found with a probability of {}.",
                length(games, hours),
                words::decimal(half_width, 1),
                words::decimal(half_width_anytime, 1),
                words::probability(power)
            ))
            .paragraph(format!(
                "Each rule at several true differences: games on average, and how often a difference is found (a test: that \
                 it accepts its hypothesis on that side). Planned: for a probability of {} at {} Elo, and of {} ({}) at 0 Elo; \
                 a test goes on until it decides.",
                words::level(self.power),
                self.elo,
                words::level(self.alpha),
                if self.sides == 1 { "one-sided" } else { "two-sided" }
            ))
            .table(table)
    }
}

/// A number of whole pairs in games, and its time.
fn length(games: f64, hours: Figure) -> String {
    let games = words::several(whole_pairs(games), "game");
    hours
        .0
        .map_or(games.clone(), |hours| format!("{games} ({})", words::rough_time(3600.0 * hours)))
}

fn whole_pairs(games: f64) -> u64 {
    2 * (games / 2.0).ceil() as u64
}

fn check(settings: &PlanSettings) -> Result<(), PlanError> {
    let PlanSettings { elo, power, alpha, beta, draws, correlation, margin, .. } = *settings;
    let (small, pace) = (settings.no_difference(), settings.games_per_hour.unwrap_or(1.0));
    let probability = |name, value: f64| {
        (value > 0.0 && value < 1.0, name, value, "it must be more than 0 and less than 1")
    };
    let elo_right = "it must lie from -1000 to 1000 and not be 0";
    let small_right = "it must be more than the margin, and at most 1000";
    let margin_right = "it must be 0 or more and less than the difference to be found";
    let correlation_right = "it must be more than -1 and less than 1";
    for (is_right, name, value, right) in [
        (elo != 0.0 && elo.abs() <= 1000.0, "elo", elo, elo_right),
        probability("power", power),
        probability("alpha", alpha),
        probability("beta", beta),
        ((0.0..1.0).contains(&draws), "draws", draws, "it must be 0 or more and less than 1"),
        (correlation.abs() < 1.0, "correlation", correlation, correlation_right),
        ((0.0..elo.abs()).contains(&margin), "margin", margin, margin_right),
        (small > margin && small <= 1000.0, "no_difference", small, small_right),
        (settings.games > 0, "games", 0.0, "it must be at least 1"),
        (pace > 0.0 && pace.is_finite(), "games_per_hour", pace, "it must be more than 0"),
    ] {
        OutOfRange::unless(is_right, name, value, right)?;
    }
    // All points of the weaker side may come from draws.
    let most = 2.0 * score(-elo.abs());
    if draws >= most { Err(PlanError::Draws { elo, draws, most }) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
