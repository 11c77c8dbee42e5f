//! `arena run --merge`: the games of shards, or of other runs of the same match, into its own journal.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::RunArgs;
use crate::commands::guard::guard_for;
use crate::commands::output::say;
use crate::commands::{journals, programs, report};
use arena::player;
use arena::report::stopped::Outcome;
use arena::storage::facts::MatchFacts;
use arena::storage::journal::merge::{Merged, merge};
use arena::storage::results::Results;
use stats::words;

/// Merges the games and reports the match. It must be the same match: engines, limits, openings, seed. A game that is
/// already there is left out; without a clock it must be the same game, move by move. On any error no game is written.
pub(super) fn execute(args: &RunArgs, file: &Path) -> anyhow::Result<ExitCode> {
    let mut settings = args.load()?;
    let guard = guard_for(&settings)?;
    let _builds = programs::prepare(&mut settings, &guard)?;
    let signatures = player::signatures(&settings);
    let facts = MatchFacts::of(&settings, &signatures);
    let results = Results::open(args.out.as_deref(), &settings)?;
    let sources = args.merge.iter().map(|from| journals::journal_of(from));
    let sources = sources.collect::<anyhow::Result<Vec<PathBuf>>>()?;
    let Merged { new, known, missing, torn } = merge(&results.journal(), &facts, &sources)?;
    for source in torn {
        say(&format!("{}: the last game was not finished, and is left out", source.display()));
    }
    results.keep_match(&settings)?;
    for from in args.merge.iter().filter(|from| from.is_dir()) {
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
            file.display()
        ));
    }
    say(&format!("journal and report: {}", results.directory().display()));
    Ok(ExitCode::SUCCESS)
}
