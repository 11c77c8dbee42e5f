//! Programs that a directory of results names, and the user's own record of those that were started there.
//!
//! A directory that somebody sends has a match file, too, and its journal proves nothing: it lies beside it. So the record
//! lies in the user's state directory.

use std::io::{self, BufRead as _, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, bail};
use arena::config::{ContenderSettings, Match};
use arena::storage::results::{JOURNAL, MATCH};
use sha2::{Digest as _, Sha256};
use uci_client::file_digest;

use super::output::say;

/// Keys of a contender that run git or a build. The match file of results never has them: it names the program.
const BUILDING: [&str; 5] = ["revision", "repo", "build", "engine", "take"];

/// Whether a match file is that of a directory of results, which somebody else may have written.
pub(super) fn is_of_results(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name == MATCH) && file.with_file_name(JOURNAL).exists()
}

/// Refuses the match file of results that would run git or a build when it is read.
pub(super) fn refuse_builds(file: &Path) -> anyhow::Result<()> {
    let text = bounded::read_text(file, bounded::SMALL).unwrap_or_default();
    // Whatever is no TOML is refused by its reader.
    let table: toml::Table = text.parse().unwrap_or_default();
    let contenders = table.get("contender").and_then(toml::Value::as_array);
    let tables = contenders.into_iter().flatten().chain(table.get("each"));
    for contender in tables.filter_map(toml::Value::as_table) {
        if let Some(key) = BUILDING.iter().find(|key| contender.contains_key(**key)) {
            bail!(
                "{}: the match file of results has no key `{key}`, which runs git and a build: nothing was started",
                file.display()
            );
        }
    }
    Ok(())
}

/// Refuses to start what the match file of results names, unless this user has started the same in this directory, or
/// trusts it now. On a terminal the user is asked.
pub(super) fn check(settings: &Match, trust: bool) -> anyhow::Result<()> {
    let directory = settings.path.parent().unwrap_or(Path::new("."));
    let commands = commands(settings);
    let is_known = || {
        let file = record_of(directory)?;
        let known = bounded::read_text(file, bounded::SMALL).ok()?;
        Some(known.lines().next()? == digest(settings))
    };
    if trust || commands.is_empty() || is_known() == Some(true) {
        return Ok(());
    }
    let place = directory.display();
    if !io::stdin().is_terminal() {
        bail!(
            "{place}: it would start {}, which you have not started there before; if you trust the author of this \
             directory, add --trust",
            commands.join(", ")
        );
    }
    say(&format!("{place} would start, as you have not done there before:"));
    commands.iter().for_each(|command| say(&format!("  {command}")));
    say("Start them? [y/N]");
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).context("cannot read the answer")?;
    if !answer.trim().eq_ignore_ascii_case("y") {
        bail!("{place}: nothing was started");
    }
    Ok(())
}

/// Records that this user starts the programs of a match with these results.
pub(super) fn record(settings: &Match, results: &Path) {
    let Some(file) = record_of(results).filter(|_| !commands(settings).is_empty()) else { return };
    let Some(place) = file.parent() else { return };
    forget_missing(place);
    let results = fs::canonicalize(results).unwrap_or_default();
    let text = format!("{}\n{}", digest(settings), results.display());
    // Without a record the user is asked once more.
    let _ = fs::create_dir_all(place).and_then(|()| fs::write(&file, text));
}

/// Deletes the records of directories that are no longer there.
fn forget_missing(place: &Path) {
    for file in fs::read_dir(place).into_iter().flatten().flatten().map(|entry| entry.path()) {
        let text = bounded::read_text(&file, bounded::SMALL).unwrap_or_default();
        if text.split_once('\n').is_none_or(|(_, results)| !Path::new(results).is_dir()) {
            let _ = fs::remove_file(file);
        }
    }
}

/// Everything that a match would start, for people.
fn commands(settings: &Match) -> Vec<String> {
    let programs = settings.contenders.iter().filter_map(ContenderSettings::program);
    let programs = programs.map(|program| program.program.path.display().to_string());
    let on_end = settings.on_end.iter();
    let on_end = on_end.map(|command| format!("{} (on_end)", command.path.display()));
    programs.chain(on_end).collect()
}

/// Identifies all that a match would start: the programs by their files, with arguments, directory, environment and options.
fn digest(settings: &Match) -> String {
    let mut hash = Sha256::new();
    for program in settings.contenders.iter().filter_map(ContenderSettings::program) {
        hash.update(format!("{:?}{:?}", program.program, program.options));
        hash.update(file_digest(&program.program.path).unwrap_or_default());
    }
    hash.update(format!("{:?}", settings.on_end));
    hex::encode(hash.finalize())
}

/// The user's record for a directory of results, below `XDG_STATE_HOME` or else `~/.local/state`; `None` where neither is
/// known.
fn record_of(results: &Path) -> Option<PathBuf> {
    let set = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = set("XDG_STATE_HOME").or_else(|| Some(set("HOME")?.join(".local/state")))?;
    let place = fs::canonicalize(results).ok()?;
    let name = hex::encode(&Sha256::digest(place.as_os_str().as_encoded_bytes())[..16]);
    Some(state.join("ziggurat/started").join(name))
}
