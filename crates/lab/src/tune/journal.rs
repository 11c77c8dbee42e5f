//! The journal of a tuning: finished iterations as JSON lines, only ever appended to.
//!
//! The first line is the [`TuningFacts`], each further one an [`Iteration`], in order. A line is on
//! disk before the next iteration begins, and the values in it are exact: a run resumes from the
//! last line as if it had never stopped.

use std::path::Path;

use super::facts::TuningFacts;
use super::state::{Iteration, TuningState};
use arena::storage::json_lines::{JournalKind, JsonLines, JsonLinesError};

const KIND: JournalKind = JournalKind {
    commands: "`arena tune`",
    other: "the journal of another tuning",
    keep: "to keep it, give this one a directory of its own with --out DIR",
    mend: "to go on from the iteration before, delete this line and all after it",
};

/// A tuning's journal that is open for writing. While it is, no other process can open it so.
#[derive(Debug)]
pub struct TuningJournal(JsonLines);

impl TuningJournal {
    /// Opens or creates a tuning's journal, and passes its iterations to `state`. An incomplete
    /// last line is cut off.
    ///
    /// # Errors
    /// The journal belongs to another tuning or process, is damaged, or cannot be read or written.
    pub fn open(
        path: &Path,
        facts: &TuningFacts,
        state: &mut TuningState<'_>,
    ) -> Result<TuningJournal, JsonLinesError> {
        let take = |iteration: Iteration| state.push(iteration);
        let lines = JsonLines::open(path, &KIND, facts, |other| facts.differences(other), take)?;
        Ok(TuningJournal(lines))
    }

    /// Appends a finished iteration; when this returns it is on disk.
    ///
    /// # Errors
    /// When writing fails, as on a full disk.
    pub fn append(&mut self, iteration: &Iteration) -> Result<(), JsonLinesError> {
        self.0.append(std::iter::once(iteration))
    }
}
