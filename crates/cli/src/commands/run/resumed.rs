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

/// Gives the match its name again, and refuses to start programs that the user's cache has not built, unless the directory
/// is trusted: somebody else may have written it.
pub(super) fn check(settings: &mut Match, args: &RunArgs) -> anyhow::Result<()> {
    let journal = settings.path.with_file_name(JOURNAL);
    let game = JournalReader::open(&journal)?.next_game()?;
    if let Some(game) = game {
        settings.name.clone_from(&game.facts.name);
    }
    let foreign = foreign_programs(settings);
    if !args.trust && !foreign.is_empty() {
        bail!(
            "{}: it would start {}; if you wrote this directory, or trust its author, add --trust",
            settings.path.display(),
            foreign.join(", ")
        );
    }
    Ok(())
}

/// The programs of a match that are no kept builds, and its command `on_end`.
fn foreign_programs(settings: &Match) -> Vec<String> {
    let programs = settings.contenders.iter().filter_map(ContenderSettings::program);
    let programs =
        programs.filter(|program| program.revision.is_none()).map(|program| &program.program.path);
    let foreign =
        programs.filter(|path| !revision::is_kept(path)).map(|path| path.display().to_string());
    let on_end =
        settings.on_end.iter().map(|command| format!("{} (on_end)", command.path.display()));
    foreign.chain(on_end).collect()
}

/// Whether the directory of its results is enough to resume a match.
pub(super) fn is_enough(settings: &Match, args: &RunArgs) -> bool {
    args.shard.is_none() && !args.workers.is_given() && foreign_programs(settings).is_empty()
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
