//! `arena sweep`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::{ArgGroup, Args};

use super::output::say;
use super::suite::{LimitArgs, WorkArgs};
use lab::suite::Suite;
use lab::suite::configuration;
use lab::suite::grid::{Axis, Grid};
use lab::suite::plan::Plan;

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[command(group(ArgGroup::new("limit").required(true).args(["depth", "nodes", "movetime"])))]
pub(super) struct SweepArgs {
    /// The suite: an EPD file; see `arena suite --help`
    #[arg(value_name = "FILE.epd")]
    file: PathBuf,
    #[command(flatten)]
    limit: LimitArgs,
    /// The configuration that is varied: a preset or a UCI program, or one with changes, PRESET:{..}
    #[arg(long, value_name = "NAME")]
    config: String,
    /// A parameter, or an option of a program, and its values; give it several times for all
    /// combinations
    #[arg(
        long,
        value_name = "TECHNIQUE.PARAMETER=VALUES|options.NAME=VALUES",
        required = true,
        allow_hyphen_values = true
    )]
    vary: Vec<String>,
    #[command(flatten)]
    work: WorkArgs,
}

const EXAMPLES: &str = "\
Examples:
  arena sweep wac.epd --depth 6 --config null-move --vary multi_cut.moves=4..16/2
  arena sweep wac.epd --depth 6 --config null-move --vary multi_cut.cutoffs=2,3 \\
      --vary multi_cut.moves=4..16/2 --vary multi_cut.reduction=2,3 --out results/c-m-r
  arena sweep wac.epd --movetime 0.5 --config stockfish --vary options.Hash=1,16,64
  arena sweep wac.epd --nodes 100000 --config ./engine --vary options.Style=Solid,Wild

Values are numbers and ranges with both ends: 2,3  2..8  4..16/2 (from 4 to 16 by 2). Options of a
program also take true,false, fractions (0.5,0.7) and texts (Solid,Wild).
A technique that is off in the configuration is turned on with its defaults; the parameters that
are not varied keep their values. The first row of the table is the configuration without the
varied techniques. Combinations in which a multi-cut requires more cutoffs than it searches moves are
left out, and named. For a program the first row is the program without the varied options.

The directory gets searches.jsonl (every finished search: a stopped run resumes from it),
the table as sweep.txt, .md, .tex, .csv, .json and .html, and sweep.svg: total nodes over the parameter with the
most values, a line for every choice of the others.";

pub(super) fn execute(args: &SweepArgs) -> anyhow::Result<ExitCode> {
    let mut configurations = configuration::parse_lists(std::slice::from_ref(&args.config), None)?;
    let (Some(base), true) = (configurations.pop(), configurations.is_empty()) else {
        bail!("--config {}: a sweep varies one configuration, and these are more", args.config);
    };
    let axes = args.vary.iter().map(|text| Axis::parse(text)).collect::<Result<Vec<Axis>, _>>()?;
    let grid = Grid::new(&base, &[axes])?;
    let plan = Plan {
        configurations: grid.configurations(),
        suite: Suite::read(&args.file)?,
        limits: args.limit.limit().into_iter().collect(),
        hash: args.work.hash as usize,
        supervision: args.work.supervision(),
    };
    announce_skipped(&grid);
    args.work.execute(plan, Some(grid), &base.name)
}

fn announce_skipped(grid: &Grid) {
    let (skipped, all) = (grid.skipped.len(), grid.skipped.len() + grid.points.len());
    if let Some(first) = grid.skipped.first() {
        say(&format!(
            "{skipped} of {all} combinations are left out, as {}: {}",
            first.name, first.reason
        ));
    }
}
