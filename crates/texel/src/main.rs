//! Texel tuning: fits the weights of Ziggurat's evaluation to the results of games.
//!
//! PGN files -> positions -> features (once) -> weights (many passes) -> the source file that holds
//! them. The fit is a logistic regression: see [`fit`].

mod fit;
mod model;
mod positions;
mod source;

use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use clap::Parser;

use crate::fit::Plan;
use crate::positions::Sampling;

/// Fits the weights of the evaluation to the results of games, so that the evaluation of a position
/// tells as well as it can how its game ended.
///
/// Games of any PGN file will do; those of a match between Ziggurat and itself are best:
///
///     arena run matches/tuning-games.toml --out tuning-games
///     texel tuning-games/games.pgn --out engine/src/evaluate/weights.rs
///
/// The same games and seed give the same weights.
#[derive(Debug, Parser)]
#[command(name = "texel", version)]
struct Arguments {
    /// PGN files of games with results
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// Where to write the weights; without it, only the errors are shown
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Passes over all positions
    #[arg(long, default_value_t = 300)]
    passes: u32,
    /// One of so many quiet positions is used, drawn by the seed
    #[arg(long, value_name = "N", default_value_t = 2)]
    one_of: u32,
    /// One of so many games is kept from the fit, to see whether it holds for other games
    #[arg(long, value_name = "N", default_value_t = 10)]
    validate: u32,
    /// The share of the game's result in what the evaluation is to foretell; the rest is what the
    /// score of the search in the PGN file lets expect
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    results: f64,
    /// How far a weight may stray from what it is now, in centipawns: the standard deviation of the
    /// prior, which decides where the games do not
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
    ensure!(arguments.one_of > 0, "--one-of: 1 uses every position, there is no fewer than that");
    ensure!(
        arguments.validate > 1,
        "--validate: 2 keeps back half of the games, which is the most"
    );
    ensure!((0.0..=1.0).contains(&arguments.results), "--results: a share is from 0 to 1");
    ensure!(arguments.prior > 0.0, "--prior: a standard deviation is above 0");
    let say = |line: String| {
        if !arguments.quiet {
            print_line(&line);
        }
    };
    let sampling =
        Sampling { one_of: arguments.one_of, validate: arguments.validate, seed: arguments.seed };
    let sample = positions::read(&arguments.games, &sampling, arguments.quiet)?;
    say(sample.describe());
    ensure!(!sample.fit.is_empty() && !sample.held_back.is_empty(), "there is nothing to fit to");
    let plan = Plan {
        passes: arguments.passes,
        results: arguments.results,
        prior: arguments.prior,
        quiet: arguments.quiet,
    };
    let fitted = fit::fit(&sample, &plan);
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
