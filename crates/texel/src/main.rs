//! Texel tuning: fits the weights of Ziggurat's evaluation to the results of games.
//!
//! PGN files -> positions -> features (once) -> weights (many passes) -> the source file that holds
//! them. The fit is a logistic regression: see [`fit`].

#![cfg_attr(test, allow(clippy::disallowed_methods))]

mod fit;
mod model;
mod positions;
mod source;

use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use clap::Parser;

use crate::fit::FitOptions;
use crate::positions::Sampling;

/// Fits the weights of the evaluation to games (Texel tuning), so that the evaluation of a position
/// predicts the result of its game as well as it can.
///
/// Any PGN games with scores in their comments will do; those of Ziggurat against itself are best:
///
///     arena run matches/tuning-games.toml --out tuning-games
///     texel tuning-games/games.pgn --out engine/src/weights/values.rs
///
/// The same games and seed give the same weights.
#[derive(Debug, Parser)]
#[command(name = "texel", version)]
struct Arguments {
    /// PGN files of games with results
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// The file for the weights; without it, only the losses are shown
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Passes over all positions
    #[arg(long, default_value_t = 300)]
    passes: u32,
    /// Use one of N quiet positions, drawn by the seed
    #[arg(long, value_name = "N", default_value_t = 2)]
    one_of: u32,
    /// Keep one of N games for validation: the fit does not see its positions
    #[arg(long, value_name = "N", default_value_t = 10)]
    validate: u32,
    /// The weight of the game's result in the target, from 0 to 1; the rest is the result that the score
    /// of the search in the PGN file predicts
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    results: f64,
    /// The standard deviation, in centipawns, of the normal prior around the present weights, which
    /// decides where the games do not
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 40.0)]
    prior: f64,
    /// Seed of the draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Say nothing but errors
    #[arg(long)]
    quiet: bool,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    ensure!(
        arguments.one_of > 0,
        "--one-of {}: the least is 1, which uses every position",
        arguments.one_of
    );
    ensure!(
        arguments.validate > 1,
        "--validate {}: the least is 2, which keeps half of the games",
        arguments.validate
    );
    ensure!((0.0..=1.0).contains(&arguments.results), "--results: expected a weight from 0 to 1");
    ensure!(arguments.prior > 0.0, "--prior: expected a standard deviation above 0");
    let say = |line: String| {
        if !arguments.quiet {
            print_line(&line);
        }
    };
    let sampling =
        Sampling { one_of: arguments.one_of, validate: arguments.validate, seed: arguments.seed };
    let sample = positions::read(&arguments.games, &sampling, arguments.quiet)?;
    say(sample.describe());
    ensure!(
        !sample.training.is_empty() && !sample.validation.is_empty(),
        "there are no positions to fit to: give games with results and scores in their comments"
    );
    let options = FitOptions {
        passes: arguments.passes,
        results: arguments.results,
        prior: arguments.prior,
        quiet: arguments.quiet,
    };
    let fitted = fit::fit(&sample, &options);
    say(fitted.describe());
    if let Some(path) = &arguments.out {
        let text = source::render(&fitted.weights);
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
        say(format!("written to {}", path.display()));
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the one place that prints")]
fn print_line(line: &str) {
    println!("{line}");
}
