//! The results of a plan in the forms of the papers.

mod charts;
mod comparison;
mod depths;
mod experiment;
mod faults;
mod multi_cut;
mod page;
mod plot;
mod row;
mod sweep;

use document::{Block, Document, FORMATS, Format, number};
use serde::Serialize;

use comparison::Comparison;
use depths::Depths;
pub use experiment::ExperimentReport;
use sweep::Sweep;

use super::plan::{Plan, PlanFacts};
use super::record::Records;
use arena::report::RenderError;
use arena::storage::results::{Results, ResultsError};
use charts::Charts;
use row::Searched;

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

/// A plan's results in the form of the papers' tables that suits it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanReport<'a> {
    /// Configurations under one limit.
    Comparison(Comparison<'a>),
    /// Nodes by depth.
    Depths(Depths<'a>),
    /// A row for each combination of parameters.
    Sweep(Box<Sweep<'a>>),
}

/// A form of a plan's results: its searches, and their charts, tables and rows.
trait View {
    /// The searches.
    fn searched(&self) -> &Searched<'_>;

    /// The answer, and the numbers that a page draws.
    fn charts(&self) -> Charts;

    /// Tables and sentences.
    fn blocks(&self) -> Vec<Block>;

    /// A row for every number's setting, below a row of names.
    fn csv(&self) -> Vec<Vec<String>>;
}

impl<'a> PlanReport<'a> {
    /// The results of a block.
    #[must_use]
    pub fn new(
        block: &'a super::experiment::Block,
        facts: &'a PlanFacts,
        records: &'a Records,
    ) -> PlanReport<'a> {
        let plan: &'a Plan = &block.plan;
        let searched = Searched::new(facts, records);
        match &block.grid {
            Some(grid) => PlanReport::Sweep(Box::new(Sweep::new(grid, searched))),
            None if plan.limits.len() > 1 => PlanReport::Depths(Depths::new(searched)),
            None => PlanReport::Comparison(Comparison::new(plan, searched)),
        }
    }

    /// The name of its files.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            PlanReport::Comparison(_) => "suite",
            PlanReport::Depths(_) => "depths",
            PlanReport::Sweep(_) => "sweep",
        }
    }

    /// The results in every form.
    ///
    /// # Errors
    /// Only on a bug.
    pub fn render(&self) -> Result<Rendering, RenderError> {
        match self {
            PlanReport::Comparison(view) => Rendering::of_view(view),
            PlanReport::Depths(view) => Rendering::of_view(view),
            PlanReport::Sweep(view) => Rendering::of_view(&**view),
        }
    }

    /// The picture of a sweep.
    ///
    /// # Errors
    /// Only on a bug.
    pub fn picture(&self, title: &str) -> Result<Option<String>, RenderError> {
        match self {
            PlanReport::Sweep(sweep) => plot::of_sweep(sweep, title).map(Some),
            PlanReport::Comparison(_) | PlanReport::Depths(_) => Ok(None),
        }
    }

    fn view(&self) -> &dyn View {
        match self {
            PlanReport::Comparison(view) => view,
            PlanReport::Depths(view) => view,
            PlanReport::Sweep(view) => &**view,
        }
    }
}

impl Rendering {
    fn of_view(view: &(impl View + Serialize)) -> Result<Rendering, RenderError> {
        let title = title(view.searched().plan);
        Rendering::new(&title, None, view.blocks(), &view.charts(), &view.csv(), view)
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
        let html = page::page(question, &document, charts);
        Ok(Rendering { document, csv: document::csv_rows(csv), json, html })
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
        let is_document = |format: &Format| !matches!(format, Format::Csv | Format::Html);
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

/// Per cent with one decimal.
fn percent(value: f64) -> String {
    number::percent(value / 100.0)
}

/// Solved positions out of the solvable ones; `-` for a suite without best moves.
fn solved(solved: u64, solvable: u64) -> String {
    if solvable == 0 { "-".to_owned() } else { format!("{solved}/{solvable}") }
}
