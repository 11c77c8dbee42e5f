//! The journal of a book: judged candidates as JSON lines, only ever appended to.
//!
//! The first line is the [`BookFacts`], each further one a [`Candidate`] in the order in which they
//! were judged. A line is on disk before its candidate counts as judged.

use std::collections::BTreeMap;
use std::path::Path;

use super::candidate::{Candidate, Finding};
use super::settings::BookFacts;
use arena::storage::json_lines::{JournalKind, JsonLines, JsonLinesError};

const KIND: JournalKind = JournalKind {
    commands: "`arena book`",
    other: "the candidates of another book",
    keep: "to keep them, write this book to another file with --out, or delete the journal to begin \
           anew",
    mend: "delete the line to have its candidate judged again",
};

/// A book's journal that is open for writing. While it is, no other process can open it so.
#[derive(Debug)]
pub struct BookJournal(JsonLines);

/// The findings of a journal, by the numbers of the candidates.
pub type Findings = BTreeMap<u64, Finding>;

impl BookJournal {
    /// Opens or creates a book's journal, and returns its findings. An incomplete last line is cut
    /// off.
    ///
    /// # Errors
    /// When the journal belongs to another book or process, is damaged, or cannot be read or
    /// written.
    pub fn open(path: &Path, facts: &BookFacts) -> Result<(BookJournal, Findings), JsonLinesError> {
        let mut findings = Findings::new();
        let take = |candidate: Candidate| match findings.insert(candidate.number, candidate.finding)
        {
            Some(_) => Err("a candidate that is there already".to_owned()),
            None => Ok(()),
        };
        let lines = JsonLines::open(path, &KIND, facts, |other| facts.differences(other), take)?;
        Ok((BookJournal(lines), findings))
    }

    /// Appends judged candidates; when this returns they are on disk.
    ///
    /// # Errors
    /// When writing fails, as on a full disk.
    pub fn append(&mut self, candidates: &[Candidate]) -> Result<(), JsonLinesError> {
        self.0.append(candidates.iter())
    }
}
