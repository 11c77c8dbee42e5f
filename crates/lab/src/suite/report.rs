//! The results of a plan in the forms of the papers.

mod charts;
mod comparison;
mod depths;
mod experiment;
mod faults;
mod multi_cut;
mod page;
pub mod plot;
mod row;
mod sweep;

use document::{Block, Document, FORMATS, Format, Rows, number};
use serde::Serialize;

pub use comparison::Comparison;
pub use depths::Depths;
pub use experiment::ExperimentReport;
pub use multi_cut::{MultiCutColumns, multi_cut_columns};
pub use sweep::Sweep;

use super::plan::PlanFacts;
use arena::report::RenderError;
use arena::storage::results::{Results, ResultsError};
use charts::Charts;

/// Results in every format, ready to be written.
#[derive(Clone, Debug)]
pub struct Rendering {
    document: Document,
    /// A row for every number's setting, for other programs' tables.
    csv: String,
    /// Everything.
    json: String,
    /// The page.
    html: String,
}

impl Rendering {
    /// The results of one plan.
    fn of_plan(
        facts: &PlanFacts,
        blocks: Vec<Block>,
        charts: &Charts,
        csv: &[Vec<String>],
        json: &impl Serialize,
    ) -> Result<Rendering, RenderError> {
        Rendering::new(&title(facts), None, blocks, charts, csv, json)
    }

    fn new(
        title: &str,
        question: Option<&str>,
        blocks: Vec<Block>,
        charts: &Charts,
        csv: &[Vec<String>],
        json: &impl Serialize,
    ) -> Result<Rendering, RenderError> {
        let mut document = Document::titled(title);
        document.0.extend(question.map(|question| Block::Paragraph(question.to_owned())));
        let warning = charts.warning.map(str::to_owned);
        let above = charts.answer.clone().into_iter().chain(warning);
        document.0.extend(above.map(Block::Paragraph));
        document.0.extend(blocks);
        let json = serde_json::to_string_pretty(json)? + "\n";
        let html = page::page(question, &document, charts)?;
        Ok(Rendering { document, csv: csv_text(csv)?, json, html })
    }

    /// Titles, tables and paragraphs.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Writes them in every form, as `NAME.txt`, `NAME.md` and so on.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, results: &Results, name: &str) -> Result<(), ResultsError> {
        let write =
            |extension: &str, text: &str| results.write(&format!("{name}.{extension}"), text);
        let is_document = |format: &&dyn Format| !matches!(format.name(), "csv" | "html");
        for format in FORMATS.into_iter().filter(is_document) {
            write(format.extension(), &format.render(&self.document))?;
        }
        write("csv", &self.csv)?;
        write("json", &self.json)?;
        write("html", &self.html)
    }
}

/// The title: the suite and the limits, in a line.
fn title(facts: &PlanFacts) -> String {
    let PlanFacts { suite, positions, hash_mebibytes, .. } = facts;
    let limits = facts.limits_text();
    let has_preset = facts.configurations.iter().any(|configuration| !configuration.is_program);
    let hash = if has_preset { format!(", hash {hash_mebibytes} MiB") } else { String::new() };
    format!("{suite}: {positions} positions, {limits}{hash}")
}

fn csv_text(rows: &[Vec<String>]) -> Result<String, RenderError> {
    let mut table = Rows::new();
    for row in rows {
        table.row(row)?;
    }
    Ok(table.text()?)
}

/// Per cent with one decimal.
fn percent(value: f64) -> String {
    number::percent(value / 100.0)
}

/// Solved positions out of the solvable ones; `-` for a suite without best moves.
fn solved(solved: u64, solvable: u64) -> String {
    if solvable == 0 { "-".to_owned() } else { format!("{solved}/{solvable}") }
}
