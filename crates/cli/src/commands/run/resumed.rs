//! A match that is resumed by the directory of its results, whatever the repository of its revisions is by then.

use std::path::Path;

use anyhow::{Context, bail};

use super::RunArgs;
use crate::commands::output::say;
use arena::config::{ContenderSettings, Match};
use arena::storage::journal::JournalReader;
use arena::storage::results::{JOURNAL, MATCH, Results};

/// The arguments with the match file of a directory of results in place of the directory.
pub(super) fn arguments(args: &RunArgs) -> anyhow::Result<RunArgs> {
    let Some(directory) = args.file.as_ref().filter(|file| file.is_dir()) else {
        return Ok(args.clone());
    };
    let (file, journal) = (directory.join(MATCH), directory.join(JOURNAL));
    if !file.is_file() || !journal.is_file() {
        bail!(
            "{}: a match is resumed by the directory of its results, with {MATCH} and {JOURNAL} in it; this one lacks them",
            directory.display()
        );
    }
    let out = args.out.clone().unwrap_or_else(|| directory.clone());
    let mut resumed = args.for_match(file, Some(out));
    resumed.resumed = true;
    Ok(resumed)
}

/// Gives a match that is resumed its name again.
pub(super) fn rename(settings: &mut Match) -> anyhow::Result<()> {
    let journal = settings.path.with_file_name(JOURNAL);
    if let Some(game) = JournalReader::open(&journal)?.next_game()? {
        settings.name.clone_from(&game.facts.name);
    }
    Ok(())
}

/// Whether the directory of its results is enough to resume a match.
pub(super) fn is_enough(args: &RunArgs) -> bool {
    args.shard.is_none() && !args.workers.is_given()
}

/// Says which other matches of the same revisions are not finished, where this one is new.
pub(super) fn say_other_matches(settings: &Match, results: &Results) {
    let programs = settings.contenders.iter().filter_map(ContenderSettings::program);
    let typed: Vec<&str> = programs
        .filter_map(|program| program.build.as_deref())
        .map(|build| build.revision.as_str())
        .collect();
    if typed.is_empty() || results.journal().exists() {
        return;
    }
    let mut said = Vec::new();
    for kept in revision::kept().unwrap_or_default() {
        let is_alike = typed.iter().any(|typed| kept.revision.starts_with(&format!("{typed} ")));
        for directory in kept.matches.iter().filter(|_| is_alike) {
            if said.contains(directory) || is_same(directory, results.directory()) {
                continue;
            }
            said.push(directory.clone());
            if let Ok(Some((played, planned))) = progress(&directory.join(JOURNAL)) {
                let (revision, directory) = (&kept.revision, directory.display());
                say(&format!(
                    "an unfinished match of {revision} ({played} of {planned} games) is in {directory}; resume it with \
                     `arena run {directory}`"
                ));
            }
        }
    }
}

fn is_same(first: &Path, second: &Path) -> bool {
    std::path::absolute(second).is_ok_and(|second| first == second)
}

/// The games that a journal has, and those that are planned; `None` without games.
fn progress(journal: &Path) -> anyhow::Result<Option<(u64, u64)>> {
    let mut reader = JournalReader::open(journal).context("the journal cannot be read")?;
    let mut planned = None;
    while let Some(game) = reader.next_game()? {
        planned.get_or_insert(u64::from(game.facts.games));
    }
    Ok(planned.map(|planned| (reader.whole_games(), planned)))
}
