//! The directory of a plan's results.

use std::path::{Path, PathBuf};

use super::report::Rendering;
use arena::storage::results::{OpenResultsError, Results, ResultsError};

/// The directory of one plan, or of an experiment: `searches.jsonl` (the journal, one for each
/// block of an experiment) and the files made from it. Only journals are sources; every run makes
/// the rest again.
#[derive(Clone, Debug)]
pub struct SuiteResults(Results);

const JOURNAL: &str = "searches.jsonl";

impl SuiteResults {
    /// Makes the directory if it is missing.
    ///
    /// # Errors
    /// It has files of another origin, or cannot be made.
    pub fn open(directory: &Path) -> Result<SuiteResults, OpenResultsError> {
        Ok(SuiteResults(Results::with_journal(directory.to_owned(), JOURNAL)?))
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

    /// The directory for the evidence of programs' faults.
    #[must_use]
    pub fn faults(&self) -> PathBuf {
        self.0.directory().join("faults")
    }

    /// The journal of a block of an experiment, by its index: the first has the plan's.
    #[must_use]
    pub fn journal_of_block(&self, index: usize) -> PathBuf {
        match index {
            0 => self.journal(),
            _ => self.0.directory().join(format!("searches-{}.jsonl", index + 1)),
        }
    }

    /// Writes a report in every form, as `NAME.txt`, `NAME.md` and so on.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, name: &str, report: &Rendering) -> Result<(), ResultsError> {
        report
            .files()
            .try_for_each(|(extension, text)| self.0.write(&format!("{name}.{extension}"), &text))
    }

    /// Writes a picture.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_svg(&self, name: &str, picture: &str) -> Result<(), ResultsError> {
        self.0.write(&format!("{name}.svg"), picture)
    }
}
