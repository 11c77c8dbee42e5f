//! The journal of a plan: finished searches as JSON lines, only ever appended to.
//!
//! The first line is the plan's [`PlanFacts`], each further one a [`SearchRecord`] in the order
//! the searches were finished in. A line is on disk before its search counts as finished.

use std::path::{Path, PathBuf};

use super::plan::{ConfigurationFacts, Plan, PlanFacts, Task};
use super::record::{Records, SearchRecord};
use arena::storage::json_lines::{JsonLines, JsonLinesError};
use arena::storage::results::Results;

/// The journal in the directory of the results.
pub const JOURNAL: &str = "searches.jsonl";

/// The journal of a block of an experiment, by its index: the first has the plan's.
#[must_use]
pub fn of_block(results: &Results, index: usize) -> PathBuf {
    match index {
        0 => results.directory().join(JOURNAL),
        _ => results.directory().join(format!("searches-{}.jsonl", index + 1)),
    }
}

/// Opens or creates a plan's journal, and returns its searches. An incomplete last line is cut
/// off.
///
/// # Errors
/// The journal belongs to another plan or process, is damaged, or cannot be read or written.
pub fn open(
    path: &Path,
    plan: &Plan,
    facts: &PlanFacts,
) -> Result<(JsonLines, Records), JsonLinesError> {
    let mut records = Records::default();
    let take = |record: SearchRecord| {
        let task = task_of(&record, plan, facts).ok_or("no search of this plan")?;
        match records.insert(task, record) {
            None => Ok(()),
            Some(_) => Err("a search that is there already".to_owned()),
        }
    };
    let lines = JsonLines::open(path, facts, take)?;
    Ok((lines, records))
}

/// The task of a plan that a record is of.
fn task_of(record: &SearchRecord, plan: &Plan, facts: &PlanFacts) -> Option<Task> {
    let is_its = |facts: &ConfigurationFacts| facts.name == record.configuration;
    let position = record.position.checked_sub(1)?;
    Some(Task {
        configuration: facts.configurations.iter().position(is_its)?,
        limit: facts.limits.iter().position(|limit| *limit == record.limit)?,
        position: (position < plan.suite.positions.len()).then_some(position)?,
    })
}
