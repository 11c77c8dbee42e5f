//! Faults of programs in a plan's searches.

use document::{Block, Table};
use serde::Serialize;

use crate::suite::record::Records;

/// The number of faults listed one by one.
const TOLD: usize = 20;

/// A search in which a program failed.
#[derive(Clone, Debug, Serialize)]
pub(super) struct FaultRow {
    configuration: String,
    limit: String,
    position: String,
    fault: String,
}

/// All of them, in the order of the plan.
pub(super) fn faults(records: &Records) -> Vec<FaultRow> {
    let rows = records.all().filter_map(|record| {
        Some(FaultRow {
            configuration: record.configuration.clone(),
            limit: record.limit.clone(),
            position: record.position_in_words(),
            fault: record.fault.clone()?,
        })
    });
    rows.collect()
}

/// The faults as a table; empty if there are none.
pub(super) fn blocks(faults: &[FaultRow]) -> Vec<Block> {
    if faults.is_empty() {
        return Vec::new();
    }
    let mut table = Table::new(["ID", "Limit", "Position", "Fault"]).of_words();
    for FaultRow { configuration, limit, position, fault } in faults.iter().take(TOLD) {
        table.row([configuration, limit, position, fault]);
    }
    let count = faults.len();
    let more = if count > TOLD { format!(", the first {TOLD} above") } else { String::new() };
    let words = format!(
        "Searches in which a program failed, which count as not solved: {count}{more}. To have them done \
         again, delete their lines in searches.jsonl."
    );
    vec![Block::Table(table), Block::Paragraph(words)]
}
