//! `arena merge`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::guard::guard_for;
use super::output::say;
use super::{journals, programs, report};
use arena::config::{self, Overrides, Setting};
use arena::player;
use arena::report::stopped::Outcome;
use arena::storage::facts::MatchFacts;
use arena::storage::journal::merge::{Merged, merge};
use arena::storage::results::Results;
use stats::words;

/// Put the games of shards, or of other runs of the same match, into the match's own journal, and
/// report it.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct MergeArgs {
    /// The match file.
    #[arg(value_name = "MATCH.toml")]
    file: PathBuf,
    /// Directories of results, or journals, to take games from; they stay as they are
    #[arg(value_name = "DIR", required = true)]
    from: Vec<PathBuf>,
    /// Directory of the merged journal and report [default: results/NAME beside the match file]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Change a key of the file, as in the runs of the shards
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<Setting>,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  arena run x.toml --shard 1/2                on one machine, and --shard 2/2 on another
  arena merge x.toml results/x-1-of-2 results/x-2-of-2
                                              then: journal and report go to results/x/

The match must be the same: engines, limits, openings, seed. A game that is already there is left
out; without a clock it must be the same game, move by move. `arena run x.toml` plays the games
still missing. On any error no game is written.";

pub(super) fn execute(args: &MergeArgs) -> anyhow::Result<ExitCode> {
    let overrides = Overrides { set: args.set.clone(), ..Overrides::default() };
    let mut settings = config::load(&args.file, &overrides)?;
    let guard = guard_for(&settings)?;
    programs::prepare(&mut settings, &guard)?;
    let signatures = player::signatures(&settings);
    let facts = MatchFacts::of(&settings, &signatures);
    let results = Results::open(args.out.as_deref(), &settings)?;
    let sources = args.from.iter().map(|from| journals::journal_of(from));
    let sources = sources.collect::<anyhow::Result<Vec<PathBuf>>>()?;
    let Merged { new, known, missing, torn } = merge(&results.journal(), &facts, &sources)?;
    for source in torn {
        say(&format!("{}: the last game was not finished, and is left out", source.display()));
    }
    results.keep_match(&settings)?;
    for from in args.from.iter().filter(|from| from.is_dir()) {
        results.take_runs_of(from)?;
    }
    let kept = report::keep(&results, false, args.quiet)?;
    let outcome = kept.and_then(|kept| kept.outcome);
    let (new, known) = (words::several(new, "game"), words::several(known, "game"));
    say(&format!("merged: {new} new, {known} there already"));
    if missing > 0 && outcome.is_none_or(|outcome| outcome == Outcome::Open) {
        say(&format!(
            "{} missing: merge the other shards, too, or play the rest with `arena run {}`",
            words::several(missing, "game"),
            args.file.display()
        ));
    }
    say(&format!("journal and report: {}", results.directory().display()));
    Ok(ExitCode::SUCCESS)
}
