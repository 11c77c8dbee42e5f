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
    #[command(flatten)]
    fit: FitOptions,
    #[command(flatten)]
    sampling: Sampling,
    /// Say nothing but errors
    #[arg(long)]
    quiet: bool,
}

fn main() -> anyhow::Result<()> {
    let Arguments { games, out, fit: options, sampling, quiet } = Arguments::parse();
    let Sampling { one_of, validate, .. } = sampling;
    ensure!(one_of > 0, "--one-of {one_of}: the least is 1, which uses every position");
    ensure!(validate > 1, "--validate {validate}: the least is 2, which keeps half of the games");
    ensure!((0.0..=1.0).contains(&options.results), "--results: expected a weight from 0 to 1");
    ensure!(options.prior > 0.0, "--prior: expected a standard deviation above 0");
    let say = |line: String| {
        if !quiet {
            print_line(&line);
        }
    };
    let sample = positions::read(&games, &sampling, quiet)?;
    say(sample.describe());
    ensure!(
        !sample.training.is_empty() && !sample.validation.is_empty(),
        "there are no positions to fit to: give games with results and scores in their comments"
    );
    let fitted = fit::fit(&sample, &options, quiet);
    say(fitted.describe());
    if let Some(path) = &out {
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
