//! `arena report` of counts.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use arena::report::pairs::{self, PairsFile, ScheduledPairs};
use arena::report::{self, CountsReport, ReportFormat};
use clap::Args;
use stats::Wdl;
use stats::pair_counts::{PairCounts, parse_wdl};
use stats::stop::StopRule;
use stats::words::several;

use super::output;
use super::sprt::TestArgs;

/// Counts, in place of games.
#[derive(Clone, Debug, Args)]
pub(super) struct CountsArgs {
    /// Report these pairs by their two results: LL,LD,MID,WD,WW, or with DD and WL apart LL,LD,DD,WL,WD,WW
    #[arg(long, value_name = "COUNTS", group = COUNTS, conflicts_with = "files")]
    pentanomial: Option<PairCounts>,
    /// Report these games: wins, draws, losses
    #[arg(long, value_name = "W,D,L", value_parser = parse_wdl, group = COUNTS, conflicts_with = "files")]
    wdl: Option<Wdl>,
    /// Report a file of pairs in the order of the schedule, as --format pairs prints them: the verdict is that of
    /// the match's report, or of the test given here
    #[arg(long, value_name = "FILE", group = COUNTS, conflicts_with_all = ["files", "pentanomial", "wdl"])]
    pairs: Option<PathBuf>,
}

/// The options that name counts.
pub(super) const COUNTS: &str = "counts";

impl CountsArgs {
    pub(super) fn are_given(&self) -> bool {
        self.pentanomial.is_some() || self.wdl.is_some() || self.pairs.is_some()
    }

    /// Prints the report of these counts.
    pub(super) fn report(&self, test: TestArgs, format: ReportFormat) -> anyhow::Result<()> {
        let test = test.test()?;
        let Some(file) = &self.pairs else {
            return print(format, &CountsReport::of(self.pentanomial, self.wdl, test));
        };
        let text = bounded::open_given(file).and_then(|file| bounded::text(file, bounded::LARGE));
        let text = text.with_context(|| unreadable(file))?;
        let kept =
            pairs::read(&text).map_err(|problem| anyhow!("{}: {problem}", file.display()))?;
        kept.pairings.iter().try_for_each(|scheduled| {
            print(format, &of_pairing(&kept, scheduled, test.map(StopRule::Sprt)))
        })
    }
}

/// The report of one pairing, with what it leaves out said on standard error.
fn of_pairing(
    kept: &PairsFile,
    scheduled: &ScheduledPairs,
    rule: Option<StopRule>,
) -> CountsReport {
    let (names, new) = (&scheduled.names, kept.new_ones(scheduled));
    let complete = new.iter().flatten().count();
    let repeated = scheduled.pairs.iter().flatten().count() - complete;
    if repeated > 0 {
        let repeated = several(repeated as u64, "pair");
        output::say(&format!(
            "{names}: left out {repeated} that repeat earlier ones move for move"
        ));
    }
    let report = CountsReport::of_pairs(kept, scheduled, rule);
    let looked_at = report.anytime.map_or(0, |anytime| anytime.pairs);
    let is_missing = new[looked_at as usize..].contains(&None) && looked_at < complete as u64;
    if report.sprt.is_some() && is_missing {
        let pairs = several(looked_at, "pair");
        output::say(&format!("{names}: the test is of the {pairs} before the first one missing"));
    }
    report
}

/// The error for a file of pairs that cannot be read.
fn unreadable(file: &Path) -> String {
    let is_counts = file.to_str().is_some_and(|text| text.parse::<PairCounts>().is_ok());
    let hint =
        if is_counts { "; counts belong to --pentanomial, and --pairs takes a file" } else { "" };
    format!("cannot read {}{hint}", file.display())
}

fn print(format: ReportFormat, report: &CountsReport) -> anyhow::Result<()> {
    match format {
        ReportFormat::Document(format) => output::print(&format.render(&report.document())),
        ReportFormat::Json => output::print(&report::json(report)?),
        other => bail!("--format {} needs games, and these are counts", other.name()),
    }
}
