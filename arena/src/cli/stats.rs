//! `arena stats`, `arena plan` and `arena simulate`.

use std::fs;
use std::process::ExitCode;

use anyhow::{Context, anyhow};

use super::output;
use super::patience::PatientBar;
use crate::calculator::{self, PairCounts, StatsArgs};
use crate::plan::{self, PlanArgs};
use crate::report::pairs;
use crate::simulate::{self, SimulateArgs};

pub(super) const EXAMPLES: &str = "\
Examples:
  arena stats --wdl 320,410,270               Elo and its intervals from single games
  arena stats --pentanomial 45,228,420,247,60 --sprt 0,5
                                              from pairs, with a sequential test
  arena stats --pairs pairs.txt               from the pairs that `arena report --format pairs` printed
  arena stats --pentanomial 45,228,420,247,60 --planned 2000
                                              of a match that was planned for 2000 games
  arena stats --pentanomial 45,228,420,247,60 --format json
                                              every number, for a program";

pub(super) const PLAN_EXAMPLES: &str = "\
Examples:
  arena plan --elo 5 --draws 0.6 --games-per-hour 200
                                              how many games, and hours, 5 Elo take
  arena plan --sprt -15,0 --draws 0.4         what to expect of a test for non-regression
  arena plan --games 400                      what 400 games are worth";

pub(super) const SIMULATE_EXAMPLES: &str = "\
Examples:
  arena simulate --matches 2000               how often the intervals hold the truth
  arena simulate --matches 2000 --games 2000 --elo 10 --sprt 0,10
                                              how a sequential test ends where it is right
  arena simulate --matches 2000 --book unbalanced --plot coverage.svg
                                              the same of unbalanced openings, with a picture
  arena simulate --matches 2000 --games 2000 --planned 1000 --correlation 0,-0.2,-0.4,-0.556,-0.66
                                              coverage and widths, from balanced to very unbalanced
                                              openings, of a match that grows to twice its length";

/// Prints what counts say.
pub(super) fn execute(args: &StatsArgs) -> anyhow::Result<ExitCode> {
    let Some(file) = &args.pairs else {
        output::print(&calculator::run(args)?)?;
        return Ok(ExitCode::SUCCESS);
    };
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let pairings =
        pairs::read(&text).map_err(|problem| anyhow!("{}: {problem}", file.display()))?;
    let of_several = pairings.len() > 1;
    for (names, pairs) in pairings {
        if of_several {
            output::print(&format!("{names}\n"))?;
        }
        let pentanomial = Some(PairCounts::Six(pairs::counts(&pairs)));
        output::print(&calculator::run(&StatsArgs { pentanomial, ..args.clone() })?)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints how long a match has to be.
pub(super) fn execute_plan(args: &PlanArgs) -> anyhow::Result<ExitCode> {
    output::print(&plan::run(args)?)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints how the statistics fare on simulated matches.
pub(super) fn execute_simulation(args: &SimulateArgs) -> anyhow::Result<ExitCode> {
    let matches = u64::from(args.matches) * args.correlation.len().max(1) as u64;
    let bar = PatientBar::of(matches, "matches", args.quiet);
    let progress = || {
        bar.bar().inc(1);
        bar.reveal();
    };
    let text = simulate::run(args, &progress)?;
    drop(bar);
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}
