//! The journal of a plan: finished searches as JSON lines, only ever appended to.
//!
//! The first line is the plan's [`PlanFacts`], each further one a [`SearchRecord`] in the order
//! the searches were finished in. A line is on disk before its search counts as finished.

use std::collections::HashMap;
use std::path::Path;

use super::plan::{Plan, PlanFacts, Task};
use super::record::{Records, SearchRecord};
use arena::storage::json_lines::{JournalKind, JsonLines, JsonLinesError};

const KIND: JournalKind = JournalKind {
    commands: "`arena suite` or `arena sweep`",
    other: "results of another command",
    keep: "to keep them, choose another directory with --out DIR",
    mend: "delete the line to have its search done again",
};

/// A plan's journal that is open for writing. While it is, no other process can open it so.
#[derive(Debug)]
pub struct SuiteJournal(JsonLines);

impl SuiteJournal {
    /// Opens or creates a plan's journal, and returns its searches. An incomplete last line is cut
    /// off.
    ///
    /// # Errors
    /// The journal belongs to another plan or process, is damaged, or cannot be read or written.
    pub fn open(
        path: &Path,
        plan: &Plan,
        facts: &PlanFacts,
    ) -> Result<(SuiteJournal, Records), JsonLinesError> {
        let mut records = Records::new(plan);
        let places = places(plan);
        let take = |record: SearchRecord| {
            let place = (record.configuration.clone(), record.limit.clone(), record.position);
            let task = places.get(&place).copied().ok_or("no search of this plan")?;
            if records.get(task).is_some() {
                return Err("a search that is there already".to_owned());
            }
            records.insert(task, record);
            Ok(())
        };
        let lines = JsonLines::open(path, &KIND, facts, |other| facts.differences(other), take)?;
        Ok((SuiteJournal(lines), records))
    }

    /// Appends finished searches; when this returns they are on disk.
    ///
    /// # Errors
    /// When writing fails, as on a full disk.
    pub fn append<'a>(
        &mut self,
        records: impl Iterator<Item = &'a SearchRecord>,
    ) -> Result<(), JsonLinesError> {
        self.0.append(records)
    }
}

/// The tasks of a plan, by the fields of a record that identify its task.
fn places(plan: &Plan) -> HashMap<(String, String, usize), Task> {
    let place = |task: Task| {
        let name = plan.configurations[task.configuration].name.clone();
        ((name, plan.limits[task.limit].to_string(), task.position + 1), task)
    };
    plan.tasks().map(place).collect()
}
