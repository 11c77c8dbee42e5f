//! The journal of a book: judged candidates as JSON lines, only ever appended to.
//!
//! The first line is the [`BookFacts`], each further one a [`Candidate`] in the order in which they
//! were judged. A line is on disk before its candidate counts as judged.

use std::collections::BTreeMap;
use std::path::Path;

use super::candidate::{Candidate, Finding};
use super::settings::BookFacts;
use arena::storage::json_lines::{JsonLines, JsonLinesError};

/// The findings of a journal, by the numbers of the candidates.
pub type Findings = BTreeMap<u64, Finding>;

/// Opens or creates a book's journal, and returns its findings. An incomplete last line is cut
/// off.
///
/// # Errors
/// When the journal belongs to another book or process, is damaged, or cannot be read or
/// written.
pub fn open(path: &Path, facts: &BookFacts) -> Result<(JsonLines, Findings), JsonLinesError> {
    let mut findings = Findings::new();
    let take = |candidate: Candidate| match findings.insert(candidate.number, candidate.finding) {
        Some(_) => Err("a candidate that is there already".to_owned()),
        None => Ok(()),
    };
    let lines = JsonLines::open(path, facts, take)?;
    Ok((lines, findings))
}
