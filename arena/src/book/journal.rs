//! The journal of a book: judged candidates as JSON lines, only ever appended to.
//!
//! The first line is the [`BookFacts`], each further one a [`Candidate`] in the order in which they
//! were judged. A line is on disk before its candidate counts as judged.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::candidate::{Candidate, Finding};
use super::settings::BookFacts;
use crate::storage::json_lines::{JsonLines, JsonLinesError};

/// A journal that is open for writing. While it is, no other process can open it so.
#[derive(Debug)]
pub struct Journal {
    lines: JsonLines,
}

/// What is in a journal, by the numbers of the candidates.
pub type Findings = BTreeMap<u64, Finding>;

/// Why a journal cannot be used; it is then left as it was.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read or written, or another process has it.
    #[error(transparent)]
    Lines(#[from] JsonLinesError),
    /// It was made with other settings.
    #[error(
        "{}: the candidates of another book: {}; to keep them, write this book to another file \
         with --out, or delete the journal to begin anew", path.display(), differences.join("; ")
    )]
    OtherBook {
        /// The file.
        path: PathBuf,
        /// What this book has otherwise.
        differences: Vec<String>,
    },
    /// A line is not what was written there.
    #[error("{}:{line}: {problem}; delete the line to have its candidate judged again", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The first line does not tell what the journal is of.
    #[error("{}:1: not a journal of `arena book`: {problem}", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
}

impl Journal {
    /// Opens a book's journal, or begins it where there is none, and gives what is in it. A last
    /// line that was not written whole is cut off.
    ///
    /// # Errors
    /// When the journal belongs to another book or process, is damaged, or cannot be read or
    /// written.
    pub fn open(path: &Path, facts: &BookFacts) -> Result<(Journal, Findings), JournalError> {
        let (mut lines, text) = JsonLines::open(path)?;
        let findings = parse(path, &text, facts)?;
        lines.go_on(facts)?;
        Ok((Journal { lines }, findings))
    }

    /// Appends judged candidates; when this returns they are on disk.
    ///
    /// # Errors
    /// When writing fails, as on a full disk.
    pub fn append(&mut self, candidates: &[Candidate]) -> Result<(), JournalError> {
        Ok(self.lines.append(candidates.iter())?)
    }
}

fn parse(path: &Path, text: &[u8], facts: &BookFacts) -> Result<Findings, JournalError> {
    let mut findings = Findings::new();
    let mut lines = text.split(|&byte| byte == b'\n').zip(1..);
    let Some((header, _)) = lines.next().filter(|(header, _)| !header.is_empty()) else {
        return Ok(findings);
    };
    let header: BookFacts = serde_json::from_slice(header).map_err(|error| {
        JournalError::Header { path: path.to_owned(), problem: error.to_string() }
    })?;
    let differences = facts.differences(&header);
    if !differences.is_empty() {
        return Err(JournalError::OtherBook { path: path.to_owned(), differences });
    }
    for (line, number) in lines.filter(|(line, _)| !line.is_empty()) {
        let error = |problem| JournalError::Line { path: path.to_owned(), line: number, problem };
        let candidate: Candidate =
            serde_json::from_slice(line).map_err(|problem| error(problem.to_string()))?;
        if findings.insert(candidate.number, candidate.finding).is_some() {
            return Err(error("a candidate that is there already".to_owned()));
        }
    }
    Ok(findings)
}
