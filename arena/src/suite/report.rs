//! The results of a plan in the forms of the papers.

mod comparison;
mod depths;
mod multi_cut;
mod sweep;

use serde::Serialize;

pub use comparison::Comparison;
pub use depths::Depths;
pub use multi_cut::{MultiCutColumns, multi_cut_columns};
pub use sweep::Sweep;

use super::plan::PlanFacts;
use super::table::Table;
use crate::report::rows::Rows;

/// Results in one form each, ready to be written.
#[derive(Clone, Debug)]
pub struct Rendering {
    /// For the terminal.
    pub text: String,
    /// The same in Markdown.
    pub markdown: String,
    /// The numbers, for other programs' tables.
    pub csv: String,
    /// All there is.
    pub json: String,
}

/// Why results have no form; a defect, for they are made of plain numbers and texts.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// No JSON.
    #[error("cannot make JSON of the results")]
    Json(#[from] serde_json::Error),
    /// No CSV.
    #[error("cannot make CSV of the results")]
    Csv(#[from] csv::Error),
}

/// Parts of a report from top to bottom.
enum Block {
    Sentence(String),
    Table(Table),
}

impl Rendering {
    fn new(
        facts: &PlanFacts,
        blocks: &[Block],
        csv: &[Vec<String>],
        json: &impl Serialize,
    ) -> Result<Rendering, RenderError> {
        let PlanFacts { suite, positions, hash_mebibytes, .. } = facts;
        let limits = facts.limits_text();
        let title = format!("{suite}: {positions} positions, {limits}, hash {hash_mebibytes} MiB");
        let render = |title: String, table: fn(&Table) -> String| {
            blocks.iter().fold(title, |text, block| match block {
                Block::Sentence(sentence) => format!("{text}\n{sentence}\n"),
                Block::Table(of) => format!("{text}\n{}", table(of)),
            })
        };
        Ok(Rendering {
            text: render(format!("{title}\n"), Table::text),
            markdown: render(format!("# {title}\n"), Table::markdown),
            csv: csv_text(csv)?,
            json: serde_json::to_string_pretty(json)? + "\n",
        })
    }
}

fn csv_text(rows: &[Vec<String>]) -> Result<String, RenderError> {
    let mut table = Rows::new();
    for row in rows {
        table.row(row)?;
    }
    Ok(table.text()?)
}

fn percent(value: f64) -> String {
    format!("{value:.1}%")
}

/// Solved of those that can be; `-` for a suite that names no moves.
fn solved(solved: u64, solvable: u64) -> String {
    if solvable == 0 { "-".to_owned() } else { format!("{solved}/{solvable}") }
}
