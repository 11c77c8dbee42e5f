//! The journal of a plan: finished searches as JSON lines, only ever appended to.
//!
//! The first line is the plan's [`PlanFacts`], each further one a [`SearchRecord`] in the order
//! the searches were finished in. A line is on disk before its search counts as finished.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::plan::{Plan, PlanFacts, Task};
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
    let lines = JsonLines::open(path, facts, take)?;
    Ok((lines, records))
}

/// The tasks of a plan, by the fields of a record that identify its task.
fn places(plan: &Plan) -> HashMap<(String, String, usize), Task> {
    let place = |task: Task| {
        let name = plan.configurations[task.configuration].name.clone();
        ((name, plan.limits[task.limit].to_string(), task.position + 1), task)
    };
    plan.tasks().map(place).collect()
}
