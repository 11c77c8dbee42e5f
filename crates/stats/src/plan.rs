//! Plans the length of a match before it is played.

mod explain;
mod motion;
mod rules;

use serde::Serialize;
use thiserror::Error;

use crate::book_cost::BookCost;
use crate::distributions::normal_quantile;
use crate::operating_characteristics::{Characteristics, characteristics};
use crate::power::{Comparison, Noise, games_for_standard_error, standard_error};
use crate::sprt::{DefineSprtError, Model, Sprt};
use crate::{CONFIDENCE, Figure, OutOfRange};

use motion::{Boundary, Motions};
use rules::Case;

pub use rules::{Outcome, RulePlan};

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

impl Default for PlanSettings {
    /// 5 Elo, found with a probability of 0.9 by games with half of them drawn.
    fn default() -> PlanSettings {
        PlanSettings {
            elo: 5.0,
            power: 0.9,
            alpha: 0.05,
            beta: 0.05,
            one_sided: false,
            draws: 0.5,
            correlation: 0.0,
            margin: 0.0,
            no_difference: None,
            hypotheses: None,
            model: Model::default(),
            games: 1000,
            games_per_hour: None,
        }
    }
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
    /// The match of fixed length.
    pub fixed: Length,
    /// The SPRT.
    pub test: Test,
    /// Every rule that may end the match.
    pub rules: Vec<RulePlan>,
    /// The precision of a number of games.
    pub worth: Worth,
    /// Games until the standard error is below 10 Elo.
    pub standard_error_of_ten: Length,
}

/// A number of games, and how long they take.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Length {
    /// Games.
    pub games: f64,
    /// Hours, if the pace is known.
    pub hours: Figure,
}

/// The expected course of the sequential test.
#[derive(Clone, Debug, Serialize)]
pub struct Test {
    /// The test.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// At several true differences.
    pub expectations: Vec<Expectation>,
}

/// The expected course of a test at one true difference.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Expectation {
    /// The true difference, in Elo.
    pub elo: f64,
    /// The same in nElo.
    pub nelo: f64,
    /// Probability that H1 is accepted.
    pub pass_probability: f64,
    /// Expected length.
    #[serde(flatten)]
    pub length: Length,
}

/// The precision of a number of games.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Worth {
    /// The games.
    #[serde(flatten)]
    pub length: Length,
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
    let noise = Noise { draw_ratio: settings.draws, pair_correlation: settings.correlation };
    let sides = if settings.one_sided { 1 } else { 2 };
    let comparison =
        Comparison { null_elo: 0.0, true_elo: settings.elo, alpha: settings.alpha, sides };
    let length = |games: f64| Length {
        games,
        hours: Figure(settings.games_per_hour.map(|pace| games / pace)),
    };
    let games = settings.games as f64;
    let half_width = normal_quantile(f64::midpoint(1.0, CONFIDENCE)) * standard_error(noise, games);
    let motions = Motions::new();
    let wider = motions.width(&Boundary::anytime(CONFIDENCE), CONFIDENCE);
    let sprt = test(settings, noise.variance(0.5))?;
    let test = Test { expectations: expectations(&sprt, noise.variance(0.5), length), sprt };
    let case = Case { settings, noise, comparison, motions: &motions, length: &length };
    Ok(MatchPlan {
        elo: settings.elo,
        power: settings.power,
        alpha: settings.alpha,
        sides,
        draw_ratio: settings.draws,
        pair_correlation: settings.correlation,
        book_cost: BookCost::of(0.5, settings.draws, settings.correlation),
        fixed: length(comparison.games(noise, settings.power)),
        rules: rules::all(&case, sprt),
        test,
        worth: Worth {
            length: length(games),
            half_width,
            half_width_anytime: wider * half_width,
            power: comparison.power(noise, games),
        },
        standard_error_of_ten: length(games_for_standard_error(noise, 10.0)),
    })
}

impl PlanSettings {
    /// The difference that does not matter, in Elo.
    fn no_difference(&self) -> f64 {
        self.no_difference.unwrap_or(self.elo.abs())
    }
}

/// The sequential test. Bounds that follow from the difference to be found are rounded as they are shown, so that a match with
/// the bounds shown is the one planned.
fn test(settings: &PlanSettings, variance: f64) -> Result<Sprt, DefineSprtError> {
    let PlanSettings { elo, alpha, beta, model, .. } = *settings;
    let on_scale = |elo: f64| (100.0 * model.strength(elo, variance)).round() / 100.0;
    let [elo0, elo1] =
        settings.hypotheses.unwrap_or_else(|| [elo.min(0.0), elo.max(0.0)].map(on_scale));
    Sprt::new(elo0, elo1, alpha, beta, model)
}

/// The course of the test at its hypotheses, midway, and between equals.
fn expectations(sprt: &Sprt, variance: f64, length: impl Fn(f64) -> Length) -> Vec<Expectation> {
    let mut strengths = vec![sprt.elo0, f64::midpoint(sprt.elo0, sprt.elo1), sprt.elo1];
    if !strengths.contains(&0.0) {
        strengths.push(0.0);
        strengths.sort_by(f64::total_cmp);
    }
    let expectation = |strength: f64| {
        let elo = sprt.true_elo(strength, variance);
        let nelo = Model::Normalized.strength(elo, variance);
        let Characteristics { pass_probability, games } = characteristics(sprt, elo, variance);
        Expectation { elo, nelo, pass_probability, length: length(games) }
    };
    strengths.into_iter().map(expectation).collect()
}

fn check(settings: &PlanSettings) -> Result<(), PlanError> {
    const PROBABILITY: &str = "it must be more than 0 and less than 1";
    let range = OutOfRange::unless;
    let inside = |value: f64| value > 0.0 && value < 1.0;
    let elo_right = "it must lie from -1000 to 1000 and not be 0";
    range(settings.elo != 0.0 && settings.elo.abs() <= 1000.0, "elo", settings.elo, elo_right)?;
    range(inside(settings.power), "power", settings.power, PROBABILITY)?;
    range(inside(settings.alpha), "alpha", settings.alpha, PROBABILITY)?;
    range(inside(settings.beta), "beta", settings.beta, PROBABILITY)?;
    let draws = settings.draws;
    range((0.0..1.0).contains(&draws), "draws", draws, "it must be 0 or more and less than 1")?;
    let correlation = settings.correlation;
    let right = "it must be more than -1 and less than 1";
    range(correlation.abs() < 1.0, "correlation", correlation, right)?;
    let right = "it must be 0 or more and less than the difference to be found";
    let margin = settings.margin;
    range((0.0..settings.elo.abs()).contains(&margin), "margin", margin, right)?;
    let (small, right) =
        (settings.no_difference(), "it must be more than the margin, and at most 1000");
    range(small > margin && small <= 1000.0, "no_difference", small, right)?;
    range(settings.games > 0, "games", 0.0, "it must be at least 1")?;
    if let Some(pace) = settings.games_per_hour {
        range(pace > 0.0 && pace.is_finite(), "games_per_hour", pace, "it must be more than 0")?;
    }
    // All points of the weaker side may come from draws.
    let weaker = crate::elo::score(-settings.elo.abs());
    if draws >= 2.0 * weaker {
        return Err(PlanError::Draws { elo: settings.elo, draws, most: 2.0 * weaker });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
