//! The directory of a match's results.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::config::Match;
use crate::storage::host::RunFacts;
use crate::system::durable;

/// The file that has a line of JSON for every run.
pub const RUNS: &str = "runs.jsonl";
/// The match with every default written out.
pub const MATCH: &str = "match.toml";
/// The journal.
pub const JOURNAL: &str = "games.pgn";
/// Tells git to leave the directory out of its repository.
const GIT_IGNORE: &str = ".gitignore";
/// The number of files that a message names.
const NAMED: usize = 3;

/// Held while a file is written.
static WRITING: Mutex<()> = Mutex::new(());

/// While this is held no file of a [`Results`] is half written.
pub fn between_files() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The directory of one match: `games.pgn` (the journal), `match.toml` (the match with every
/// default written out), `runs.jsonl` (when and where it was run) and the report. Only the journal
/// is a source; every run makes the report from it again.
#[derive(Clone, Debug)]
pub struct Results {
    directory: PathBuf,
}

/// A file of a match's directory cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}", path.display())]
pub struct ResultsError {
    path: PathBuf,
    source: io::Error,
}

/// Why a directory cannot be used for results.
#[derive(Debug, thiserror::Error)]
pub enum OpenResultsError {
    /// It has files of another origin.
    #[error(
        "{}: the directory has files in it ({found}), but no {journal} of an earlier run; choose an \
         empty or a new one with --out DIR", directory.display()
    )]
    Foreign {
        /// The directory.
        directory: PathBuf,
        /// The journal it should have.
        journal: &'static str,
        /// Some of the files.
        found: String,
    },
    /// The match file would be written over.
    #[error(
        "{}: the directory of the match file cannot be that of its results, whose {MATCH} would be \
         written over it; choose an empty or a new one with --out DIR", file.display()
    )]
    OwnFile {
        /// The match file.
        file: PathBuf,
    },
    /// It cannot be read.
    #[error("cannot read {}", directory.display())]
    Read {
        /// The directory.
        directory: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] ResultsError),
}

impl Results {
    /// Makes the directory if it is missing: `out`, or `results/NAME` beside the match file.
    ///
    /// # Errors
    /// It has files but no journal, so that they must not be overwritten, or cannot be made or
    /// read.
    pub fn open(out: Option<&Path>, settings: &Match) -> Result<Results, OpenResultsError> {
        let directory = Results::directory_of(out, &settings.file_of_results());
        // With a journal beside it, the match file was written by an earlier run.
        let is_own = !has(&directory, JOURNAL) && is_same(&directory.join(MATCH), &settings.path);
        if is_own {
            return Err(OpenResultsError::OwnFile { file: settings.path.clone() });
        }
        Results::with_journal(directory, JOURNAL)
    }

    /// `out`, or `results/NAME` beside this file, where NAME is the file's without its extension.
    #[must_use]
    pub fn directory_of(out: Option<&Path>, file: &Path) -> PathBuf {
        let beside = file.parent().unwrap_or(Path::new("")).join("results");
        out.map_or_else(|| beside.join(file.file_stem().unwrap_or_default()), Path::to_owned)
    }

    /// Makes this directory if it is missing. An existing one must be empty, or have a journal of
    /// this name; the caller validates the journal.
    ///
    /// # Errors
    /// The directory has unrelated files, or cannot be made or read.
    pub fn with_journal(
        directory: PathBuf,
        journal: &'static str,
    ) -> Result<Results, OpenResultsError> {
        let results = Results { directory };
        fs::create_dir_all(&results.directory).map_err(|source| results.error("", source))?;
        let directory = &results.directory;
        let read = |source| OpenResultsError::Read { directory: directory.clone(), source };
        let entries = directory.read_dir().and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let entries = entries.map_err(read)?;
        let names = entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut names = names.filter(|name| name != GIT_IGNORE).peekable();
        if names.peek().is_none() {
            results.hide_from_git()?;
            return Ok(results);
        }
        if has(directory, journal) {
            return Ok(results);
        }
        let found = some_of(names.collect());
        Err(OpenResultsError::Foreign { directory: directory.clone(), journal, found })
    }

    /// Keeps the directory out of the repository that it may lie in: results are no part of a revision, and must not make
    /// another one of it.
    fn hide_from_git(&self) -> Result<(), ResultsError> {
        let written = fs::write(self.directory.join(GIT_IGNORE), "*\n");
        written.map_err(|source| self.error(GIT_IGNORE, source))
    }

    /// The directory of several matches, each in a directory of its own, and of their joint report.
    /// Makes it if it is missing.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn of_matches(directory: PathBuf) -> Result<Results, ResultsError> {
        let results = Results { directory };
        if !results.directory.exists() {
            fs::create_dir_all(&results.directory).map_err(|source| results.error("", source))?;
            results.hide_from_git()?;
        }
        Ok(results)
    }

    /// The directory.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The journal.
    #[must_use]
    pub fn journal(&self) -> PathBuf {
        Results::journal_in(&self.directory)
    }

    /// The settings of a match whose results are in this directory.
    #[must_use]
    pub fn match_in(directory: &Path) -> PathBuf {
        directory.join(MATCH)
    }

    /// The journal of a match whose results are in this directory.
    #[must_use]
    pub fn journal_in(directory: &Path) -> PathBuf {
        directory.join(JOURNAL)
    }

    /// Writes the match as it was understood.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep_match(&self, settings: &Match) -> Result<(), ResultsError> {
        self.write(MATCH, &settings.to_toml())
    }

    /// Adds a run to those of the match.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn note_run(&self, run: &RunFacts) -> Result<(), ResultsError> {
        let line = serde_json::to_string(run).map_err(|error| self.error(RUNS, error.into()))?;
        self.append_runs(&[&line])
    }

    fn append_runs(&self, lines: &[&str]) -> Result<(), ResultsError> {
        let write = || {
            let path = self.directory.join(RUNS);
            let mut file = OpenOptions::new().append(true).create(true).open(&path)?;
            let last = bounded::read_end(&path, 1)?;
            // A line that a crash has cut short does not swallow these.
            let end_of_torn = if last.is_empty() || last == b"\n" { "" } else { "\n" };
            file.write_all(format!("{end_of_torn}{}\n", lines.join("\n")).as_bytes())
        };
        write().map_err(|source| self.error(RUNS, source))
    }

    /// Adds the runs recorded in another directory of results.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn take_runs_of(&self, other: &Path) -> Result<(), ResultsError> {
        let theirs = bounded::read_text(other.join(RUNS), bounded::LARGE).unwrap_or_default();
        let ours =
            bounded::read_text(self.directory.join(RUNS), bounded::LARGE).unwrap_or_default();
        let new: Vec<&str> =
            theirs.lines().filter(|line| !ours.lines().any(|our| our == *line)).collect();
        if new.is_empty() { Ok(()) } else { self.append_runs(&new) }
    }

    /// Writes a file that is made from others: completely, or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<(), ResultsError> {
        let _writing = between_files();
        let written = durable::replace(&self.directory.join(name), text);
        written.map_err(|source| self.error(name, source))
    }

    fn error(&self, name: &str, source: io::Error) -> ResultsError {
        ResultsError { path: self.directory.join(name), source }
    }
}

/// Whether the directory has an entry of this name, even a dangling link.
fn has(directory: &Path, name: &str) -> bool {
    directory.join(name).symlink_metadata().is_ok()
}

/// Whether both lead to the same file.
fn is_same(one: &Path, other: &Path) -> bool {
    let found = |path: &Path| path.canonicalize().ok();
    found(one).is_some_and(|one| found(other) == Some(one))
}

/// The first names of a list, by the alphabet.
fn some_of(mut names: Vec<String>) -> String {
    names.sort_unstable();
    let more = if names.len() > NAMED { ", .." } else { "" };
    names.truncate(NAMED);
    names.join(", ") + more
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_with_files_of_something_else_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let open = |name: &str| Results::with_journal(place.path().join(name), JOURNAL);
        open("new").unwrap();
        open("new").unwrap();
        for name in ["d", "b", "a", "c"] {
            fs::write(place.path().join("new").join(name), "mine").unwrap();
        }
        let error = open("new").unwrap_err().to_string();
        assert!(error.contains("files in it (a, b, c, ..), but no games.pgn"), "{error}");
        fs::write(place.path().join("new/games.pgn"), "").unwrap();
        open("new").unwrap();
        assert!(open("new/a").unwrap_err().to_string().starts_with("cannot write"));
    }

    #[test]
    fn a_torn_line_does_not_swallow_the_next_run() {
        let place = tempfile::tempdir().unwrap();
        let results = Results { directory: place.path().to_owned() };
        let run = |host: &str| RunFacts {
            begun: String::new(),
            arena: String::new(),
            book: String::new(),
            host: host.to_owned(),
            system: String::new(),
            processor: String::new(),
            cores: 1,
            concurrency: 1,
            programs: Vec::new(),
        };
        let path = place.path().join(RUNS);
        results.note_run(&run("first")).unwrap();
        let torn = fs::read_to_string(&path).unwrap() + "{\"begun\":\"2026";
        fs::write(&path, torn).unwrap();
        results.note_run(&run("second")).unwrap();
        results.note_run(&run("third")).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let read = text.lines().filter_map(|line| serde_json::from_str::<RunFacts>(line).ok());
        let hosts: Vec<String> = read.map(|run| run.host).collect();
        assert_eq!(hosts, ["first", "second", "third"]);
    }
}
