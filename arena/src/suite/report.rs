//! The results of a plan in the forms of the papers.

mod comparison;
mod depths;
mod experiment;
mod multi_cut;
pub mod plot;
mod sweep;

use serde::Serialize;

pub use comparison::Comparison;
pub use depths::Depths;
pub use experiment::ExperimentReport;
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
enum Item {
    /// The heading of what follows.
    Heading(String),
    Sentence(String),
    Table(Table),
}

impl Rendering {
    /// The results of one plan.
    fn of_plan(
        facts: &PlanFacts,
        items: &[Item],
        csv: &[Vec<String>],
        json: &impl Serialize,
    ) -> Result<Rendering, RenderError> {
        Rendering::new(&title(facts), items, csv, json)
    }

    fn new(
        title: &str,
        items: &[Item],
        csv: &[Vec<String>],
        json: &impl Serialize,
    ) -> Result<Rendering, RenderError> {
        let render = |title: String, mark: &str, table: fn(&Table) -> String| {
            items.iter().fold(title, |text, item| match item {
                Item::Heading(heading) => format!("{text}\n{mark}{heading}\n"),
                Item::Sentence(sentence) => format!("{text}\n{sentence}\n"),
                Item::Table(of) => format!("{text}\n{}", table(of)),
            })
        };
        Ok(Rendering {
            text: render(format!("{title}\n"), "", Table::text),
            markdown: render(format!("# {title}\n"), "## ", Table::markdown),
            csv: csv_text(csv)?,
            json: serde_json::to_string_pretty(json)? + "\n",
        })
    }
}

/// What was searched, in a line.
fn title(facts: &PlanFacts) -> String {
    let PlanFacts { suite, positions, hash_mebibytes, .. } = facts;
    let limits = facts.limits_text();
    format!("{suite}: {positions} positions, {limits}, hash {hash_mebibytes} MiB")
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
