//! Where a match leaves its files.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use crate::config::Match;
use crate::host::RunFacts;

/// The file that has a line of JSON for every run.
pub const RUNS: &str = "runs.jsonl";

/// The directory of one match: `games.pgn` (the journal), `match.toml` (the match with every
/// default written out), `runs.jsonl` (when and where it was run) and the report. Only the journal is
/// a source; the report is made from it, and made anew by every run.
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
    /// It has files that are not ours.
    #[error(
        "{}: the directory has files in it, but no {journal} of an earlier run; choose an empty or \
         a new one with --out DIR", directory.display()
    )]
    Foreign {
        /// The directory.
        directory: PathBuf,
        /// The journal it should have.
        journal: &'static str,
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
    /// Makes the directory where it is missing: `out`, or `results/NAME` beside the match file.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn create(out: Option<&Path>, settings: &Match) -> Result<Results, ResultsError> {
        Results::at(Results::directory_of(out, &settings.path))
    }

    /// `out`, or `results/NAME` beside this file, where NAME is the file's without its extension.
    #[must_use]
    pub fn directory_of(out: Option<&Path>, file: &Path) -> PathBuf {
        let beside = file.parent().unwrap_or(Path::new("")).join("results");
        out.map_or_else(|| beside.join(file.file_stem().unwrap_or_default()), Path::to_owned)
    }

    /// Makes this directory where it is missing.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn at(directory: PathBuf) -> Result<Results, ResultsError> {
        let results = Results { directory };
        fs::create_dir_all(&results.directory).map_err(|source| results.error("", source))?;
        Ok(results)
    }

    /// The same, where the directory's journal has this name: it is empty or has it.
    ///
    /// # Errors
    /// When the directory has files of something else, or cannot be made or read.
    pub fn with_journal(
        directory: PathBuf,
        journal: &'static str,
    ) -> Result<Results, OpenResultsError> {
        let results = Results::at(directory)?;
        let directory = &results.directory;
        let read = |source| OpenResultsError::Read { directory: directory.clone(), source };
        let is_empty = directory.read_dir().map_err(read)?.next().is_none();
        if is_empty || directory.join(journal).is_file() {
            return Ok(results);
        }
        Err(OpenResultsError::Foreign { directory: directory.clone(), journal })
    }

    /// The directory.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The journal.
    #[must_use]
    pub fn journal(&self) -> PathBuf {
        self.directory.join("games.pgn")
    }

    /// Writes the match as it was understood.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep_match(&self, settings: &Match) -> Result<(), ResultsError> {
        self.write("match.toml", &settings.to_toml())
    }

    /// Adds a run to those of the match.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn note_run(&self, run: &RunFacts) -> Result<(), ResultsError> {
        let write = || {
            let line = serde_json::to_string(run)? + "\n";
            let file = OpenOptions::new().append(true).create(true).open(self.directory.join(RUNS));
            file?.write_all(line.as_bytes())
        };
        write().map_err(|source| self.error(RUNS, source))
    }

    /// Writes a file that is made from others: completely, or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<(), ResultsError> {
        // Another run of the same finished match may be writing the same file.
        let unfinished = self.directory.join(format!(".{name}.{}.unfinished", process::id()));
        let written = fs::write(&unfinished, text)
            .and_then(|()| fs::rename(&unfinished, self.directory.join(name)));
        written.map_err(|source| {
            // On a full disk every byte counts.
            let _ = fs::remove_file(&unfinished);
            self.error(name, source)
        })
    }

    fn error(&self, name: &str, source: io::Error) -> ResultsError {
        ResultsError { path: self.directory.join(name), source }
    }
}
