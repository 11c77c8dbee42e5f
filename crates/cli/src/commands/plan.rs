//! `arena plan`.

use std::process::ExitCode;

use clap::{ArgAction, Args};
use stats::plan::{PlanError, PlanSettings, plan};

use super::format::{self, DataFormat};
use super::output;
use super::sprt::{TestArgs, option};

/// Compute the number of games that a match needs.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("sprt", |arg| arg.help(
    "Hypotheses of the sequential test, in nElo unless --model names another scale [default: 0 and the difference to      be found]"
)))]
#[command(mut_arg("alpha", |arg| arg.help(
    "Probability of finding a difference, or accepting ELO1, where there is none"
)))]
pub(super) struct PlanArgs {
    /// The Elo difference to be found
    #[arg(long, value_name = "E", default_value_t = 5.0, allow_negative_numbers = true)]
    elo: f64,
    /// Probability of finding it
    #[arg(long, value_name = "P", default_value_t = 0.9)]
    power: f64,
    /// Look for a difference in one direction only
    #[arg(long, action = ArgAction::SetTrue)]
    one_sided: bool,
    /// Share of drawn games
    #[arg(long, value_name = "D", default_value_t = 0.5)]
    draws: f64,
    /// Correlation of the two games of a pair: measured as about 0 with builtin:balanced, and -0.12 with
    /// builtin:unbalanced
    #[arg(long, value_name = "R", default_value_t = 0.0, allow_negative_numbers = true)]
    correlation: f64,
    /// Elo difference that the interval must exclude
    #[arg(long, value_name = "E", default_value_t = 0.0, allow_negative_numbers = true)]
    margin: f64,
    /// Elo difference that does not matter [default: the difference to be found]
    #[arg(long, value_name = "E", allow_negative_numbers = true)]
    no_difference: Option<f64>,
    #[command(flatten)]
    test: TestArgs,
    /// A number of games whose precision is to be shown
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// Games an hour, to estimate durations
    #[arg(long, value_name = "G")]
    games_per_hour: Option<f64>,
    /// The output format
    #[arg(long, value_parser = format::of_data(), default_value = "text")]
    format: DataFormat,
}

const EXAMPLES: &str = "\
Examples:
  arena plan --elo 5 --draws 0.6 --games-per-hour 200
                                              games and hours needed to find 5 Elo
  arena plan --sprt -15,0 --draws 0.4         the expected length of a non-regression test
  arena plan --games 400                      the precision of 400 games";

/// Prints the required length of a match.
pub(super) fn execute(args: &PlanArgs) -> anyhow::Result<ExitCode> {
    let TestArgs { sprt, alpha, beta, model } = args.test;
    let settings = PlanSettings {
        elo: args.elo,
        power: args.power,
        alpha,
        beta,
        one_sided: args.one_sided,
        draws: args.draws,
        correlation: args.correlation,
        margin: args.margin,
        no_difference: args.no_difference,
        hypotheses: sprt,
        model,
        games: args.games,
        games_per_hour: args.games_per_hour,
    };
    let plan = plan(&settings).map_err(|error| match error {
        PlanError::Range(error) => option(error),
        error => error.into(),
    })?;
    output::print(&args.format.render(&plan.document(), &plan)?)?;
    Ok(ExitCode::SUCCESS)
}
