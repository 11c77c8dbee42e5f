//! The directory of a plan's results.

use std::io;
use std::path::{Path, PathBuf};

use super::report::Rendering;
use crate::results::{Results, ResultsError};

/// The directory of one plan: `searches.jsonl` (the journal) and what is made from it. Only the
/// journal is a source; the rest is made anew by every run.
#[derive(Clone, Debug)]
pub struct SuiteResults(Results);

/// Why a directory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SuiteResultsError {
    /// It has files that are not ours.
    #[error(
        "{}: the directory has files in it, but no {JOURNAL} of an earlier run; choose an empty or \
         a new one with --out DIR", .0.display()
    )]
    Foreign(PathBuf),
    /// It cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The directory.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] ResultsError),
}

const JOURNAL: &str = "searches.jsonl";

impl SuiteResults {
    /// Makes the directory where it is missing.
    ///
    /// # Errors
    /// When it has files of something else, or cannot be made.
    pub fn open(directory: &Path) -> Result<SuiteResults, SuiteResultsError> {
        let results = SuiteResults(Results::at(directory.to_owned())?);
        let read = |source| SuiteResultsError::Read { path: directory.to_owned(), source };
        let is_empty = directory.read_dir().map_err(read)?.next().is_none();
        if is_empty || results.journal().is_file() {
            Ok(results)
        } else {
            Err(SuiteResultsError::Foreign(directory.to_owned()))
        }
    }

    /// The directory.
    #[must_use]
    pub fn directory(&self) -> &Path {
        self.0.directory()
    }

    /// The journal.
    #[must_use]
    pub fn journal(&self) -> PathBuf {
        self.0.directory().join(JOURNAL)
    }

    /// Writes a report in every form, as `NAME.txt`, `NAME.md`, `NAME.csv` and `NAME.json`.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, name: &str, report: &Rendering) -> Result<(), SuiteResultsError> {
        let Rendering { text, markdown, csv, json } = report;
        for (extension, content) in [("txt", text), ("md", markdown), ("csv", csv), ("json", json)]
        {
            self.0.write(&format!("{name}.{extension}"), content)?;
        }
        Ok(())
    }

    /// Writes a picture.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_svg(&self, name: &str, picture: &str) -> Result<(), SuiteResultsError> {
        Ok(self.0.write(&format!("{name}.svg"), picture)?)
    }
}
