//! `arena plan`: how long a match has to be, before it is played.

mod explain;

use clap::{ArgAction, Args};
use serde::Serialize;
use thiserror::Error;

use crate::calculator::{Format, parse_hypotheses};
use crate::report::Figure;
use crate::stats::book_cost::BookCost;
use crate::stats::distributions::normal_quantile;
use crate::stats::operating_characteristics::characteristics;
use crate::stats::power::{Comparison, Noise, games_for_standard_error, standard_error};
use crate::stats::sprt::{DefineSprtError, Model, Sprt};

/// The anytime-valid interval is this much wider than one for a fixed length (1.37 to 1.46 in
/// simulated matches of 100 to 2000 pairs, by the last look alone; the looks before make it narrower
/// yet).
const WIDTH_OF_PEEKING: f64 = 1.42;

/// Find out how many games a match needs.
#[derive(Clone, Debug, Args)]
pub struct PlanArgs {
    /// The Elo difference to be found
    #[arg(long, value_name = "E", default_value_t = 5.0, allow_negative_numbers = true)]
    pub elo: f64,
    /// Probability of finding it
    #[arg(long, value_name = "P", default_value_t = 0.9)]
    pub power: f64,
    /// Probability of finding a difference, or accepting ELO1, where there is none
    #[arg(long, value_name = "A", default_value_t = 0.05)]
    pub alpha: f64,
    /// Probability that a sequential test accepts ELO0 when ELO1 is true
    #[arg(long, value_name = "B", default_value_t = 0.05)]
    pub beta: f64,
    /// Look for a difference in one direction only
    #[arg(long, action = ArgAction::SetTrue)]
    pub one_sided: bool,
    /// Share of drawn games
    #[arg(long, value_name = "D", default_value_t = 0.5)]
    pub draws: f64,
    /// Correlation of the two games of a pair: about -0.2 with unbalanced openings
    #[arg(long, value_name = "R", default_value_t = 0.0, allow_negative_numbers = true)]
    pub correlation: f64,
    /// Hypotheses of a sequential test [default: 0 and the difference to be found]
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        value_parser = parse_hypotheses,
        allow_hyphen_values = true
    )]
    pub sprt: Option<[f64; 2]>,
    /// What the hypotheses are given in
    #[arg(long, value_enum, default_value_t)]
    pub model: Model,
    /// A number of games whose worth is to be told
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub games: u64,
    /// Games an hour, to tell times
    #[arg(long, value_name = "G")]
    pub games_per_hour: Option<f64>,
    /// How to print the plan
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// Why there is no plan.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PlanError {
    #[error("--{name} is {value}; {right}")]
    Range { name: &'static str, value: f64, right: &'static str },
    #[error("the sequential test")]
    Sprt(#[from] DefineSprtError),
    #[error(
        "no game at {elo} Elo can be drawn in {draws} of all cases: with that difference the draws are at most {most:.3}"
    )]
    Draws { elo: f64, draws: f64, most: f64 },
}

/// A plan.
#[derive(Clone, Debug, Serialize)]
pub struct Plan {
    /// The Elo difference to be found.
    pub elo: f64,
    /// Probability of finding it.
    pub power: f64,
    /// Probability of finding one where there is none.
    pub alpha: f64,
    /// Directions in which a difference may be found.
    pub sides: u8,
    /// Share of drawn games.
    pub draw_ratio: f64,
    /// Correlation of the two games of a pair.
    pub pair_correlation: f64,
    /// What such openings cost; `null` where no openings make such games.
    pub book_cost: Option<BookCost>,
    /// The match of fixed length.
    pub fixed: Length,
    /// The sequential test.
    pub test: Test,
    /// What a number of games is worth.
    pub worth: Worth,
    /// Games until the standard error is below 10 Elo.
    pub standard_error_of_ten: Length,
}

/// A number of games, and how long they take.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Length {
    /// Games.
    pub games: f64,
    /// Hours, where the pace is known.
    pub hours: Figure,
}

/// What to expect of the sequential test.
#[derive(Clone, Debug, Serialize)]
pub struct Test {
    /// The test.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// At several true differences.
    pub expectations: Vec<Expectation>,
}

/// What to expect of a test at one true difference.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Expectation {
    /// The true difference, in Elo.
    pub elo: f64,
    /// Probability that H1 is accepted.
    pub pass_probability: f64,
    /// Expected length.
    #[serde(flatten)]
    pub length: Length,
}

/// What a number of games is worth.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Worth {
    /// The games.
    #[serde(flatten)]
    pub length: Length,
    /// Half the width of the 95 % interval, in Elo, near a score of one half.
    pub half_width: f64,
    /// The same of the anytime-valid interval, of a match that is planned for so many games.
    pub half_width_at_any_look: f64,
    /// Probability of finding the difference.
    pub power: f64,
}

/// Makes a plan.
///
/// # Errors
///
/// When a number is out of range.
pub fn plan(args: &PlanArgs) -> Result<Plan, PlanError> {
    check(args)?;
    let noise = Noise { draw_ratio: args.draws, pair_correlation: args.correlation };
    let sides = if args.one_sided { 1 } else { 2 };
    let comparison = Comparison { null_elo: 0.0, true_elo: args.elo, alpha: args.alpha, sides };
    let length =
        |games: f64| Length { games, hours: Figure(args.games_per_hour.map(|pace| games / pace)) };
    let games = args.games as f64;
    let half_width = normal_quantile(0.975) * standard_error(noise, games);
    Ok(Plan {
        elo: args.elo,
        power: args.power,
        alpha: args.alpha,
        sides,
        draw_ratio: args.draws,
        pair_correlation: args.correlation,
        book_cost: BookCost::of(0.5, args.draws, args.correlation),
        fixed: length(comparison.games(noise, args.power)),
        test: test(args, noise, length)?,
        worth: Worth {
            length: length(games),
            half_width,
            half_width_at_any_look: WIDTH_OF_PEEKING * half_width,
            power: comparison.power(noise, games),
        },
        standard_error_of_ten: length(games_for_standard_error(noise, 10.0)),
    })
}

/// The text `arena plan` prints.
///
/// # Errors
///
/// As [`plan`].
pub fn run(args: &PlanArgs) -> Result<String, PlanError> {
    let plan = plan(args)?;
    Ok(match args.format {
        Format::Text => explain::text(&plan),
        Format::Json => serde_json::to_string_pretty(&plan).unwrap_or_default() + "\n",
    })
}

fn test(args: &PlanArgs, noise: Noise, length: impl Fn(f64) -> Length) -> Result<Test, PlanError> {
    let [elo0, elo1] = args.sprt.unwrap_or([args.elo.min(0.0), args.elo.max(0.0)]);
    let sprt = Sprt::new(elo0, elo1, args.alpha, args.beta, args.model)?;
    let variance = noise.variance(0.5);
    let mut strengths = vec![elo0, f64::midpoint(elo0, elo1), elo1];
    if !strengths.contains(&0.0) {
        strengths.push(0.0);
        strengths.sort_by(f64::total_cmp);
    }
    let expectation = |strength: f64| {
        let elo = sprt.true_elo(strength, variance);
        let found = characteristics(&sprt, elo, variance);
        Expectation { elo, pass_probability: found.pass_probability, length: length(found.games) }
    };
    Ok(Test { expectations: strengths.into_iter().map(expectation).collect(), sprt })
}

fn check(args: &PlanArgs) -> Result<(), PlanError> {
    const PROBABILITY: &str = "it is a probability, more than 0 and less than 1";
    let range = |fits: bool, name, value, right| match fits {
        true => Ok(()),
        false => Err(PlanError::Range { name, value, right }),
    };
    let inside = |value: f64| value > 0.0 && value < 1.0;
    let elo_right = "it is a difference, not 0 and at most 1000 either way";
    range(args.elo != 0.0 && args.elo.abs() <= 1000.0, "elo", args.elo, elo_right)?;
    range(inside(args.power), "power", args.power, PROBABILITY)?;
    range(inside(args.alpha), "alpha", args.alpha, PROBABILITY)?;
    range(inside(args.beta), "beta", args.beta, PROBABILITY)?;
    let draws = args.draws;
    range((0.0..1.0).contains(&draws), "draws", draws, "it is a share, 0 or more and less than 1")?;
    let correlation = args.correlation;
    let right = "it is a correlation, more than -1 and less than 1";
    range(correlation.abs() < 1.0, "correlation", correlation, right)?;
    range(args.games > 0, "games", 0.0, "it is at least 1")?;
    if let Some(pace) = args.games_per_hour {
        range(pace > 0.0 && pace.is_finite(), "games-per-hour", pace, "it is more than 0")?;
    }
    // All points the weaker side makes may come from draws.
    let weaker = crate::stats::elo::score(-args.elo.abs());
    if draws >= 2.0 * weaker {
        return Err(PlanError::Draws { elo: args.elo, draws, most: 2.0 * weaker });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        args: PlanArgs,
    }

    fn planned(line: &str) -> Result<Plan, PlanError> {
        let words = std::iter::once("plan").chain(line.split_whitespace());
        plan(&Command::parse_from(words).args)
    }

    #[test]
    fn the_lengths_are_those_of_the_tables() {
        let plan = planned("--elo 5 --one-sided --draws 0.5 --correlation -0.2").unwrap();
        assert_eq!(plan.fixed.games.round(), 16536.0);
        let games: Vec<f64> =
            plan.test.expectations.iter().map(|at| at.length.games.round()).collect();
        assert_eq!(games, [10238.0, 16747.0, 10238.0]);
        assert_eq!(planned("--draws 0").unwrap().standard_error_of_ten.games.round(), 1207.0);
        let normalized = planned("--sprt 0,5 --model normalized").unwrap();
        let games: Vec<f64> =
            normalized.test.expectations.iter().map(|at| at.length.games.round()).collect();
        assert_eq!(games[0], 25591.0);
        assert!((games[1] - 41861.0).abs() <= 1.0 && (games[2] - 25591.0).abs() <= 1.0);
    }

    #[test]
    fn a_pace_turns_games_into_hours() {
        let plan = planned("--elo 10 --games 500 --games-per-hour 100").unwrap();
        assert_eq!(plan.worth.length.hours.0, Some(5.0));
        assert!(explain::text(&plan).contains("5 h"));
        assert_eq!(planned("--elo 10").unwrap().fixed.hours.0, None);
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        for (line, name) in [
            ("--elo 0", "--elo is 0"),
            ("--power 1", "--power is 1"),
            ("--draws 1", "--draws is 1"),
            ("--correlation -1", "--correlation is -1"),
            ("--games 0", "--games is 0"),
            ("--games-per-hour 0", "--games-per-hour is 0"),
            ("--elo 400 --draws 0.5", "at most 0.182"),
        ] {
            let message = planned(line).unwrap_err().to_string();
            assert!(message.contains(name), "{line}: {message}");
        }
    }

    #[test]
    fn a_plan_reads_well() {
        let plan = planned("--elo 5 --games 1000 --games-per-hour 120 --sprt -2,5").unwrap();
        let text = explain::text(&plan);
        assert_eq!(text, include_str!("../tests/data/plan.txt"));
    }
}
