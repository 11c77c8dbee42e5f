//! What is to be simulated.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;
use thiserror::Error;

use super::model::{Assumptions, Population};
use super::trial::Plan;
use crate::calculator::{Format, parse_hypotheses};
use crate::stats::CONFIDENCE;
use crate::stats::distributions::critical_value;
use crate::stats::sprt::{DefineSprtError, Model, Sprt};
use crate::stop::StopRule;

/// What the openings do to the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Book {
    /// Nothing
    #[default]
    Balanced,
    /// White is better, by 150 Elo on average
    Unbalanced,
    /// Openings suit one engine better than the other
    Skill,
}

/// Simulate matches and check the intervals and tests on them.
#[derive(Clone, Debug, Args)]
pub struct SimulateArgs {
    /// Matches to simulate
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub matches: u32,
    /// Games of a match, at most
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub games: u32,
    /// Games that the anytime-valid intervals are tuned for [default: those of a match]
    #[arg(long, value_name = "N")]
    pub planned: Option<u32>,
    /// True Elo difference
    #[arg(long, value_name = "E", default_value_t = 0.0, allow_negative_numbers = true)]
    pub elo: f64,
    /// Share of drawn games between equals
    #[arg(long, value_name = "D", default_value_t = 0.5)]
    pub draws: f64,
    /// What the openings do to the results
    #[arg(long, value_enum, default_value_t)]
    pub book: Book,
    /// Correlation of the two games of a pair, 0 or less, instead of a book: openings are so much
    /// better for White; several make a table, such as 0,-0.2,-0.4,-0.556,-0.66
    #[arg(
        long,
        value_name = "R,..",
        value_delimiter = ',',
        allow_hyphen_values = true,
        conflicts_with = "book"
    )]
    pub correlation: Vec<f64>,
    /// Openings of the book, used again in a longer match [default: as many as pairs]
    #[arg(long, value_name = "N")]
    pub openings: Option<u32>,
    /// Stop by a sequential test of these hypotheses
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        value_parser = parse_hypotheses,
        allow_hyphen_values = true
    )]
    pub sprt: Option<[f64; 2]>,
    /// Probability that the test accepts ELO1 when ELO0 is true
    #[arg(long, value_name = "A", default_value_t = 0.05)]
    pub alpha: f64,
    /// Probability that the test accepts ELO0 when ELO1 is true
    #[arg(long, value_name = "B", default_value_t = 0.05)]
    pub beta: f64,
    /// What the hypotheses are given in
    #[arg(long, value_enum, default_value_t)]
    pub model: Model,
    /// Stop when the anytime-valid interval excludes a difference of 0
    #[arg(long)]
    pub stop_when_sure: bool,
    /// Seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Draw how often the intervals held the truth into this file, as SVG
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// Why nothing can be simulated.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SimulateError {
    #[error("--{name} is {value}; {right}")]
    Range { name: &'static str, value: f64, right: &'static str },
    #[error("--sprt")]
    Sprt(#[from] DefineSprtError),
    #[error("--plot draws one simulation, and --correlation names {0}; give one of them")]
    OnePlot(usize),
    #[error(
        "--correlation is {wanted}; at {elo} Elo and {draws} draws the openings can make it {most:.3} \
         at most; it is between that and 0"
    )]
    Correlation { wanted: f64, elo: f64, draws: f64, most: f64 },
    #[error("--plot: cannot write {}: {problem}", path.display())]
    Plot { path: PathBuf, problem: String },
}

/// Pairs from which on the naive interval is looked at after every pair.
const FIRST_LOOK: u32 = 10;

/// How the matches are played.
pub(super) fn plan(args: &SimulateArgs) -> Result<Plan, SimulateError> {
    let range = |fits: bool, name, value, right| match fits {
        true => Ok(()),
        false => Err(SimulateError::Range { name, value, right }),
    };
    let games = f64::from(args.games);
    range(args.matches > 0, "matches", 0.0, "it is at least 1")?;
    range(args.games >= 2 && args.games.is_multiple_of(2), "games", games, "it is even")?;
    if let Some(planned) = args.planned {
        range(planned >= 2, "planned", f64::from(planned), "it is at least 2, a pair")?;
    }
    for &correlation in &args.correlation {
        let right = "it is a correlation, 0 or less and more than -1";
        range(correlation > -1.0 && correlation <= 0.0, "correlation", correlation, right)?;
    }
    if args.plot.is_some() && args.correlation.len() > 1 {
        return Err(SimulateError::OnePlot(args.correlation.len()));
    }
    range(args.elo.abs() <= 1000.0, "elo", args.elo, "it is at most 1000 either way")?;
    let right = "it is a share, more than 0 and less than 1";
    range(args.draws > 0.0 && args.draws < 1.0, "draws", args.draws, right)?;
    range(args.openings != Some(0), "openings", 0.0, "it is at least 1")?;
    let mut rules = Vec::new();
    if let Some([elo0, elo1]) = args.sprt {
        let sprt = Sprt::new(elo0, elo1, args.alpha, args.beta, args.model)?;
        rules.push(StopRule::Sprt(sprt));
    }
    if args.stop_when_sure {
        rules.push(StopRule::Confidence { confidence: CONFIDENCE, margin: 0.0 });
    }
    let pairs = args.games / 2;
    let critical_value = |pairs| critical_value(CONFIDENCE, f64::from(pairs));
    Ok(Plan {
        pairs,
        planned: args.planned.map_or(pairs, |games| games / 2),
        // A single pair has no interval; whatever it is, it is not looked at.
        critical_values: (1..=pairs).map(|pairs| critical_value(pairs.max(2))).collect(),
        book: args.openings.map(|openings| openings as usize),
        rules,
        confidence: CONFIDENCE,
        first_look: FIRST_LOOK,
    })
}

/// The population of openings of each simulation that is asked for.
pub(super) fn populations(args: &SimulateArgs) -> Result<Vec<Population>, SimulateError> {
    let (opening_bias, opening_spread, skill_spread) = match args.book {
        Book::Balanced => (0.0, 0.0, 0.0),
        Book::Unbalanced => (150.0, 60.0, 0.0),
        Book::Skill => (0.0, 50.0, 200.0),
    };
    let (elo, draw_ratio) = (args.elo, args.draws);
    let assumed = Assumptions { elo, draw_ratio, opening_bias, opening_spread, skill_spread };
    if args.correlation.is_empty() {
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
    args.correlation.iter().map(correlated).collect()
}
