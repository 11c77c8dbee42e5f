//! The settings of a simulation.

use serde::Serialize;
use thiserror::Error;

use super::model::{Assumptions, Population};
use super::trial::TrialSettings;
use crate::distributions::critical_value;
use crate::stop::{StopRule, StopRules};
use crate::{CONFIDENCE, OutOfRange};

/// The effect of the openings on the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningEffect {
    /// Nothing.
    #[default]
    Balanced,
    /// White is better, by 150 Elo on average.
    Unbalanced,
    /// They suit one engine better than the other.
    Skill,
}

impl OpeningEffect {
    /// All kinds of openings.
    pub const ALL: [OpeningEffect; 3] =
        [OpeningEffect::Balanced, OpeningEffect::Unbalanced, OpeningEffect::Skill];

    /// The name on command lines.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            OpeningEffect::Balanced => "balanced",
            OpeningEffect::Unbalanced => "unbalanced",
            OpeningEffect::Skill => "skill",
        }
    }
}

/// The settings of a simulation.
#[derive(Clone, Debug)]
pub struct SimulationSettings {
    /// Matches to simulate, at least 1.
    pub matches: u32,
    /// Games of a match at most; an even number.
    pub games: u32,
    /// The number of games for which the anytime-valid intervals are tuned; `None` for those of a
    /// match.
    pub planned: Option<u32>,
    /// True Elo difference, at most 1000 either way.
    pub elo: f64,
    /// Share of drawn games between equals, 0 to 1.
    pub draws: f64,
    /// The effect of the openings on the results, if no correlation is given.
    pub book: OpeningEffect,
    /// Correlations of the two games of a pair, 0 or less, each simulated: openings favour White
    /// accordingly.
    pub correlation: Vec<f64>,
    /// Openings of the book, reused in a longer match; `None` for as many as pairs.
    pub openings: Option<u32>,
    /// Rules that may end a match.
    pub rules: Vec<StopRule>,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl Default for SimulationSettings {
    /// 20,000 matches of 200 games between equals that draw half of them.
    fn default() -> SimulationSettings {
        SimulationSettings {
            matches: 20_000,
            games: 200,
            planned: None,
            elo: 0.0,
            draws: 0.5,
            book: OpeningEffect::default(),
            correlation: Vec::new(),
            openings: None,
            rules: Vec::new(),
            seed: 1,
        }
    }
}

/// Why nothing can be simulated.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SimulateError {
    /// A setting is out of its range.
    #[error(transparent)]
    Range(#[from] OutOfRange),
    /// No openings give this correlation.
    #[error(
        "correlation is {wanted}; at {elo} Elo and {draws} draws the openings can make it {most:.3} at \
         most; it must lie between that and 0"
    )]
    Correlation {
        /// The correlation that was asked for.
        wanted: f64,
        /// The true difference.
        elo: f64,
        /// The share of draws.
        draws: f64,
        /// The lowest correlation that there is.
        most: f64,
    },
}

/// The settings of the single matches.
pub(super) fn of_trials(settings: &SimulationSettings) -> Result<TrialSettings, SimulateError> {
    let range = OutOfRange::unless;
    let games = f64::from(settings.games);
    range(settings.matches > 0, "matches", 0.0, "it must be at least 1")?;
    range(
        settings.games >= 2 && settings.games.is_multiple_of(2),
        "games",
        games,
        "it must be even and at least 2",
    )?;
    if let Some(planned) = settings.planned {
        range(planned >= 2, "planned", f64::from(planned), "it must be at least 2")?;
    }
    for &correlation in &settings.correlation {
        let right = "it must be 0 or less and more than -1";
        range(correlation > -1.0 && correlation <= 0.0, "correlation", correlation, right)?;
    }
    range(settings.elo.abs() <= 1000.0, "elo", settings.elo, "it must lie from -1000 to 1000")?;
    let right = "it must be more than 0 and less than 1";
    range(settings.draws > 0.0 && settings.draws < 1.0, "draws", settings.draws, right)?;
    range(settings.openings != Some(0), "openings", 0.0, "it must be at least 1")?;
    let pairs = settings.games / 2;
    let critical_value = |pairs| critical_value(CONFIDENCE, f64::from(pairs));
    let planned = settings.planned.map_or(pairs, |games| games / 2);
    let rules = StopRules { sequential: settings.rules.clone(), ..StopRules::default() };
    Ok(TrialSettings {
        pairs,
        planned,
        method: rules.interval_method(2 * planned),
        // A single pair has no interval; its value is never used.
        critical_values: (1..=pairs).map(|pairs| critical_value(pairs.max(2))).collect(),
        book: settings.openings.map(|openings| openings as usize),
        rules: rules.sequential,
    })
}

/// The population of openings of each simulation that is asked for.
pub(super) fn populations(settings: &SimulationSettings) -> Result<Vec<Population>, SimulateError> {
    let (opening_bias, opening_spread, skill_spread) = match settings.book {
        OpeningEffect::Balanced => (0.0, 0.0, 0.0),
        OpeningEffect::Unbalanced => (150.0, 60.0, 0.0),
        OpeningEffect::Skill => (0.0, 50.0, 200.0),
    };
    let (elo, draw_ratio) = (settings.elo, settings.draws);
    let assumed = Assumptions { elo, draw_ratio, opening_bias, opening_spread, skill_spread };
    if settings.correlation.is_empty() {
        return Ok(vec![Population::new(&assumed)]);
    }
    let correlated = |&wanted: &f64| {
        Population::correlated(&assumed, wanted).map_err(|most| SimulateError::Correlation {
            wanted,
            elo,
            draws: draw_ratio,
            most,
        })
    };
    settings.correlation.iter().map(correlated).collect()
}
