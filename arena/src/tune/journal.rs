//! The journal of a tuning: finished iterations as JSON lines, only ever appended to.
//!
//! The first line is the [`TuningFacts`], each further one an [`Iteration`], in order; the last key
//! of each is the CRC-32 of the others. A line is on disk before the next iteration begins, and the
//! values in it are exact: a run goes on from the last line as if it had never stopped.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::course::{Course, Iteration};
use super::facts::TuningFacts;
use crate::storage::json_lines::{JsonLines, JsonLinesError};

/// A journal that is open for writing. While it is, no other process can open it so.
#[derive(Debug)]
pub struct Journal {
    lines: JsonLines,
}

/// Why a journal cannot be used; it is then left as it was.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read or written, or another process has it.
    #[error(transparent)]
    Lines(#[from] JsonLinesError),
    /// It belongs to another tuning.
    #[error(
        "{}: the journal of another tuning: {}; to keep it, give this one a directory of its own \
         with --out DIR", path.display(), differences.join("; ")
    )]
    OtherTuning {
        /// The file.
        path: PathBuf,
        /// What this tuning has otherwise.
        differences: Vec<String>,
    },
    /// A line is not what was written there.
    #[error(
        "{}:{line}: {problem}; to go on from the iteration before, delete this line and all after it",
        path.display()
    )]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The first line does not tell what the journal is of.
    #[error("{}:1: not a journal of `arena tune`: {problem}", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
}

/// A value and the CRC-32 of its JSON.
#[derive(Serialize, Deserialize)]
struct Checked<T> {
    #[serde(flatten)]
    value: T,
    checksum: String,
}

impl Journal {
    /// Opens a tuning's journal, or begins it where there is none, and takes up the iterations in
    /// it. A last line that was not written whole is cut off.
    ///
    /// # Errors
    /// When the journal belongs to another tuning or process, is damaged, or cannot be read or
    /// written.
    pub fn open(
        path: &Path,
        facts: &TuningFacts,
        course: &mut Course<'_>,
    ) -> Result<Journal, JournalError> {
        let (mut lines, text) = JsonLines::open(path)?;
        take_up(path, &text, facts, course)?;
        lines.go_on(&Checked::new(facts))?;
        Ok(Journal { lines })
    }

    /// Appends a finished iteration; when this returns it is on disk.
    ///
    /// # Errors
    /// When writing fails, as on a full disk.
    pub fn append(&mut self, iteration: &Iteration) -> Result<(), JournalError> {
        Ok(self.lines.append(std::iter::once(Checked::new(iteration)))?)
    }
}

fn take_up(
    path: &Path,
    text: &[u8],
    facts: &TuningFacts,
    course: &mut Course<'_>,
) -> Result<(), JournalError> {
    let mut lines = text.split_inclusive(|&byte| byte == b'\n').zip(1..);
    let Some((header, _)) = lines.next() else { return Ok(()) };
    let header: TuningFacts =
        read(header).map_err(|problem| JournalError::Header { path: path.to_owned(), problem })?;
    let differences = facts.differences(&header);
    if !differences.is_empty() {
        return Err(JournalError::OtherTuning { path: path.to_owned(), differences });
    }
    for (line, number) in lines {
        let taken = read(line).and_then(|iteration| course.push(iteration));
        taken.map_err(|problem| JournalError::Line {
            path: path.to_owned(),
            line: number,
            problem,
        })?;
    }
    Ok(())
}

fn read<T: Serialize + DeserializeOwned>(line: &[u8]) -> Result<T, String> {
    let read: Checked<T> = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    if Checked::new(&read.value).checksum == read.checksum {
        Ok(read.value)
    } else {
        Err("it does not agree with its checksum".to_owned())
    }
}

impl<T: Serialize> Checked<T> {
    fn new(value: T) -> Checked<T> {
        let text = serde_json::to_vec(&value).unwrap_or_default();
        let checksum = format!("{:08x}", crc32fast::hash(&text));
        Checked { value, checksum }
    }
}
