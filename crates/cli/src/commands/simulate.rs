//! `arena simulate`.

mod plot;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use clap::builder::TypedValueParser;
use stats::CONFIDENCE;
use stats::simulate::verdicts::{self, VerdictSettings};
use stats::simulate::{self, OpeningEffect, SimulateError, Simulation, SimulationSettings};
use stats::stop::StopRule;

use super::delayed_bar::DelayedBar;
use super::format::{self, DataFormat};
use super::offered::one_of;
use super::sprt::{ESprtArgs, TestArgs, with_hypotheses};
use super::{output, sprt};

/// Simulate matches and check the intervals and tests on them.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("sprt", |arg| arg.help("Stop by a sequential test of these hypotheses, in nElo unless --model names another scale")))]
#[command(mut_args(with_hypotheses))]
pub(super) struct SimulateArgs {
    /// Matches to simulate
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    matches: u32,
    /// Games of a match, at most
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: u32,
    /// The number of games for which the anytime-valid intervals are tuned [default: those of a match]
    #[arg(long, value_name = "N")]
    planned: Option<u32>,
    /// True Elo difference
    #[arg(long, value_name = "E", default_value_t = 0.0, allow_negative_numbers = true)]
    elo: f64,
    /// Share of drawn games between equals
    #[arg(long, value_name = "D", default_value_t = 0.5)]
    draws: f64,
    /// The openings' effect on the results
    #[arg(long, value_parser = openings(), default_value = "balanced")]
    book: OpeningEffect,
    /// Correlation of the two games of a pair, 0 or less, instead of a book: openings favour White
    /// accordingly; several make a table, such as 0,-0.2,-0.4,-0.556,-0.66
    #[arg(
        long,
        value_name = "R,..",
        value_delimiter = ',',
        allow_hyphen_values = true,
        conflicts_with = "book"
    )]
    correlation: Vec<f64>,
    /// Openings of the book, reused in a longer match [default: as many as pairs]
    #[arg(long, value_name = "N")]
    openings: Option<u32>,
    #[command(flatten)]
    test: TestArgs,
    #[command(flatten)]
    bets: ESprtArgs,
    /// Stop when the anytime-valid interval excludes a difference of 0
    #[arg(long)]
    stop_when_sure: bool,
    /// Check the promises of the stop rules instead: errors, games and agreement with the interval, for
    /// SPRT, e-SPRT and intervals between these two strengths, in Elo, and five kinds of pairs
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        value_parser = sprt::hypotheses,
        allow_hyphen_values = true,
        conflicts_with_all = ["elo", "draws", "book", "correlation", "openings", "sprt", "e_sprt", "stop_when_sure", "planned", "plot"]
    )]
    verdicts: Option<[f64; 2]>,
    /// Seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Draw the coverage of the intervals into this file, as SVG
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// The output format
    #[arg(long, value_parser = format::of_data(), default_value = "text")]
    format: DataFormat,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  arena simulate --matches 2000               the coverage of the intervals
  arena simulate --matches 2000 --games 2000 --elo 10 --sprt 0,10
                                              a sequential test under its own hypothesis
  arena simulate --matches 2000 --book unbalanced --plot coverage.svg
                                              the same for unbalanced openings, with a picture
  arena simulate --verdicts 0,20 --matches 400 --games 20000
                                              the cost and the promises of each stop rule
  arena simulate --matches 2000 --games 2000 --planned 1000 --correlation 0,-0.2,-0.4,-0.556,-0.66
                                              coverage and widths, from balanced to very unbalanced
                                              openings, for a match extended to twice its length";

/// The kinds of openings by their names.
fn openings() -> impl TypedValueParser<Value = OpeningEffect> {
    let help = |openings: OpeningEffect| match openings {
        OpeningEffect::Balanced => "Nothing",
        OpeningEffect::Unbalanced => "White is better, by 150 Elo on average",
        OpeningEffect::Skill => "Openings suit one engine better than the other",
    };
    one_of(OpeningEffect::ALL.map(|openings| (openings, openings.key(), help(openings))))
}

impl SimulateArgs {
    fn settings(&self) -> anyhow::Result<SimulationSettings> {
        let test = self.test.test()?.map(StopRule::Sprt);
        let bets = self.bets.test(self.test)?.map(StopRule::ESprt);
        let sure = self.stop_when_sure.then_some(StopRule::Confidence {
            confidence: CONFIDENCE,
            margin: 0.0,
            no_difference: None,
        });
        Ok(SimulationSettings {
            matches: self.matches,
            games: self.games,
            planned: self.planned,
            elo: self.elo,
            draws: self.draws,
            book: self.book,
            correlation: self.correlation.clone(),
            openings: self.openings,
            rules: test.into_iter().chain(bets).chain(sure).collect(),
            seed: self.seed,
        })
    }
}

/// Prints the statistics' results on simulated matches.
pub(super) fn execute(args: &SimulateArgs) -> anyhow::Result<ExitCode> {
    if let Some(elo) = args.verdicts {
        return hold_rules(args, elo);
    }
    if args.plot.is_some() && args.correlation.len() > 1 {
        bail!(
            "--plot draws one simulation, and --correlation names {}; give one of them",
            args.correlation.len()
        );
    }
    let settings = args.settings()?;
    let matches = u64::from(args.matches) * args.correlation.len().max(1) as u64;
    let bar = DelayedBar::of(matches, "matches", args.quiet);
    let progress = || {
        bar.bar().inc(1);
        bar.reveal();
    };
    let simulations = simulate::simulate(&settings, &progress).map_err(|error| match error {
        SimulateError::Range(error) => sprt::option(error),
        error => anyhow!("--{error}"),
    })?;
    drop(bar);
    let document = simulate::document(&simulations);
    let text = match simulations.as_slice() {
        [simulation] => {
            draw(args, simulation)?;
            args.format.render(&document, simulation)?
        }
        several => args.format.render(&document, &several)?,
    };
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the errors, the cost and the agreement of stop rules.
fn hold_rules(args: &SimulateArgs, elo: [f64; 2]) -> anyhow::Result<ExitCode> {
    let settings = VerdictSettings {
        matches: args.matches,
        elo,
        error: args.test.alpha,
        pairs: args.games / 2,
        seed: args.seed,
    };
    if args.matches == 0 || args.games < 20 {
        bail!("--verdicts needs at least one match of 20 games");
    }
    let bar = DelayedBar::of(verdicts::ROWS, "rows", args.quiet);
    let progress = || {
        bar.bar().inc(1);
        bar.reveal();
    };
    let rows = verdicts::verdicts(&settings, &progress).context("--verdicts")?;
    drop(bar);
    let document = verdicts::document(&settings, &rows);
    output::print(&args.format.render(&document, &rows)?)?;
    Ok(ExitCode::SUCCESS)
}

/// Draws the picture, if one is asked for.
fn draw(args: &SimulateArgs, simulation: &Simulation) -> anyhow::Result<()> {
    let Some(path) = &args.plot else { return Ok(()) };
    let picture = plot::svg(simulation).map_err(|error| anyhow!("--plot: {error}"))?;
    fs::write(path, picture).with_context(|| format!("--plot: cannot write {}", path.display()))
}
