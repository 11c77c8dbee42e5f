//! The journal of a plan: finished searches as JSON lines, only ever appended to.
//!
//! The first line is the plan's [`PlanFacts`], each further one a [`SearchRecord`] in the order
//! the searches were finished in. A line is on disk before its search counts as finished.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::plan::{Plan, PlanFacts, Task};
use super::record::{Records, SearchRecord};
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
    /// It belongs to another plan.
    #[error(
        "{}: results of another command: {}; to keep them, choose another directory with \
         --out DIR", path.display(), differences.join("; ")
    )]
    OtherPlan {
        /// The file.
        path: PathBuf,
        /// What this plan has otherwise.
        differences: Vec<String>,
    },
    /// A line is not what was written there.
    #[error("{}:{line}: {problem}; delete the line to have its search done again", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The first line does not tell what the journal is of.
    #[error("{}:1: not a journal of `arena suite` or `arena sweep`: {problem}", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
}

impl Journal {
    /// Opens a plan's journal, or begins it where there is none, and gives the searches in it. A
    /// last line that was not written whole is cut off.
    ///
    /// # Errors
    /// When the journal belongs to another plan or process, is damaged, or cannot be read or
    /// written.
    pub fn open(
        path: &Path,
        plan: &Plan,
        facts: &PlanFacts,
    ) -> Result<(Journal, Records), JournalError> {
        let (mut lines, text) = JsonLines::open(path)?;
        let records = parse(path, &text, plan, facts)?;
        lines.go_on(facts)?;
        Ok((Journal { lines }, records))
    }

    /// Appends finished searches; when this returns they are on disk.
    ///
    /// # Errors
    /// When writing fails, as on a full disk.
    pub fn append<'a>(
        &mut self,
        records: impl Iterator<Item = &'a SearchRecord>,
    ) -> Result<(), JournalError> {
        Ok(self.lines.append(records)?)
    }
}

fn parse(
    path: &Path,
    text: &[u8],
    plan: &Plan,
    facts: &PlanFacts,
) -> Result<Records, JournalError> {
    let mut records = Records::new(plan);
    let mut lines = text.split(|&byte| byte == b'\n').zip(1..);
    let Some((header, _)) = lines.next().filter(|(header, _)| !header.is_empty()) else {
        return Ok(records);
    };
    let header: PlanFacts = serde_json::from_slice(header).map_err(|error| {
        JournalError::Header { path: path.to_owned(), problem: error.to_string() }
    })?;
    let differences = facts.differences(&header);
    if !differences.is_empty() {
        return Err(JournalError::OtherPlan { path: path.to_owned(), differences });
    }
    let places = places(plan);
    for (line, number) in lines.filter(|(line, _)| !line.is_empty()) {
        let error = |problem| JournalError::Line { path: path.to_owned(), line: number, problem };
        let record: SearchRecord =
            serde_json::from_slice(line).map_err(|problem| error(problem.to_string()))?;
        let place = (record.configuration.clone(), record.limit.clone(), record.position);
        let task = places.get(&place).copied();
        let task = task.ok_or_else(|| error("no search of this plan".to_owned()))?;
        if records.get(task).is_some() {
            return Err(error("a search that is there already".to_owned()));
        }
        records.insert(task, record);
    }
    Ok(records)
}

/// The tasks of a plan by what a record says of its task.
fn places(plan: &Plan) -> HashMap<(String, String, usize), Task> {
    let place = |task: Task| {
        let name = plan.configurations[task.configuration].name.clone();
        ((name, plan.limits[task.limit].to_string(), task.position + 1), task)
    };
    plan.tasks().map(place).collect()
}
