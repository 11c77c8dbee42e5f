//! Text of the files that was not read, and why.

use std::fmt;

use serde::Serialize;

use crate::score::pgn_scores::FileFaults;

/// Faults of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultSummary {
    /// Such faults, and what becomes of them.
    pub what: &'static str,
    /// How many there are.
    pub times: u64,
    /// The file that has the first of them.
    pub file: String,
    /// Its line there, from 1.
    pub line: u64,
    /// The first, in words.
    pub first: String,
}

impl fmt::Display for FaultSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FaultSummary { what, file, line, first, .. } = self;
        write!(f, "{what} ({file}:{line}: {first})")
    }
}

/// The faults of these files.
pub(super) fn summaries(files: &[String], faults: &FileFaults) -> Vec<FaultSummary> {
    let summary = faults.iter().map(|(reason, found)| FaultSummary {
        what: reason.words(),
        times: found.times,
        file: files.get(found.file).cloned().unwrap_or_default(),
        line: found.line,
        first: found.first.clone(),
    });
    summary.collect()
}
