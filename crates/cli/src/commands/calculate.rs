//! `arena stats`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use clap::{ArgGroup, Args, ValueEnum};
use stats::Wdl;
use stats::calculator::{Calculation, Counts, PairCounts, calculate, parse_wdl};
use stats::stop::StopRule;
use stats::words::several;

use super::output;
use super::sprt::{TestArgs, with_hypotheses};
use arena::report;
use arena::report::pairs::{self, PairsFile, ScheduledPairs};

/// Compute every statistic of a match from its counts.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
#[command(group(ArgGroup::new("counts").required(true).multiple(true)))]
#[command(mut_args(with_hypotheses))]
pub(super) struct StatsArgs {
    /// Pairs by their two results: LL,LD,MID,WD,WW, or with DD and WL apart LL,LD,DD,WL,WD,WW
    #[arg(long, value_name = "COUNTS", group = "counts")]
    pentanomial: Option<PairCounts>,
    /// Games: wins, draws, losses
    #[arg(long, value_name = "W,D,L", value_parser = parse_wdl, group = "counts")]
    wdl: Option<Wdl>,
    /// A file of pairs in the order of the schedule, as `arena report --format pairs` prints them: the verdict is
    /// that of the match's report, or of the test given here
    #[arg(long, value_name = "FILE", group = "counts", conflicts_with_all = ["pentanomial", "wdl"])]
    pairs: Option<PathBuf>,
    #[command(flatten)]
    test: TestArgs,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The output format of the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Sentences.
    #[default]
    Text,
    /// One JSON object.
    Json,
}

const EXAMPLES: &str = "\
Examples:
  arena stats --wdl 320,410,270               Elo and its intervals from single games
  arena stats --pentanomial 45,228,420,247,60 --sprt 0,5
                                              from pairs, with a sequential test
  arena stats --pairs pairs.txt               from the pairs that `arena report --format pairs` printed
  arena stats --pentanomial 45,228,420,247,60 --format json
                                              every number, for a program";

/// Prints the statistics of counts.
pub(super) fn execute(args: &StatsArgs) -> anyhow::Result<ExitCode> {
    let Some(file) = &args.pairs else {
        let counts = Counts { pairs: args.pentanomial, games: args.wdl };
        print(args, &calculate(counts, args.test.test()?)?)?;
        return Ok(ExitCode::SUCCESS);
    };
    let text = bounded::open_given(file).and_then(|file| bounded::text(file, bounded::LARGE));
    let text = text.with_context(|| unreadable(file))?;
    let kept = pairs::read(&text).map_err(|problem| anyhow!("{}: {problem}", file.display()))?;
    for scheduled in &kept.pairings {
        if kept.pairings.len() > 1 {
            output::print(&format!("{}\n", scheduled.names))?;
        }
        print(args, &of_pairing(args, &kept, scheduled)?)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The statistics of one pairing's pairs, as in the report of the match.
fn of_pairing(
    args: &StatsArgs,
    kept: &PairsFile,
    scheduled: &ScheduledPairs,
) -> anyhow::Result<Calculation> {
    let (names, new) = (&scheduled.names, kept.new_ones(scheduled));
    let repeated = scheduled.pairs.iter().flatten().count() - new.iter().flatten().count();
    if repeated > 0 {
        output::say(&format!(
            "{names}: left out {} that repeat earlier ones move for move",
            several(repeated as u64, "pair")
        ));
    }
    let rule = args.test.test()?.map(StopRule::Sprt);
    let calculation = kept.calculation(scheduled, rule)?;
    let looked_at = calculation.in_order.as_ref().map_or(0, |in_order| in_order.pairs);
    let complete = new.iter().flatten().count() as u64;
    if calculation.test.is_some()
        && new[looked_at as usize..].contains(&None)
        && looked_at < complete
    {
        output::say(&format!(
            "{names}: the test is of the {} before the first one missing",
            several(looked_at, "pair")
        ));
    }
    Ok(calculation)
}

/// The error for a file of pairs that cannot be read.
fn unreadable(file: &Path) -> String {
    let is_counts = file.to_str().is_some_and(|text| text.parse::<PairCounts>().is_ok());
    let hint =
        if is_counts { "; counts belong to --pentanomial, and --pairs takes a file" } else { "" };
    format!("cannot read {}{hint}", file.display())
}

fn print(args: &StatsArgs, calculation: &Calculation) -> anyhow::Result<()> {
    match args.format {
        Format::Text => output::print(&calculation.text()),
        Format::Json => output::print(&report::json(calculation)?),
    }
}
