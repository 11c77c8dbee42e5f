//! The report: a [`Summary`] of numbers computed once, and renderers that turn it into text.

mod contents;
mod document;
pub mod estimates;
pub mod figure;
pub mod headline;
mod progress;
pub mod stopped;
pub mod summary;
pub mod tournament;
pub mod words;

pub use estimates::Estimates;
pub use figure::Figure;
pub use progress::progress;
pub use summary::Summary;
pub use tournament::TournamentSummary;
/// The report for the screen and for report.txt.
#[must_use]
pub fn text(summary: &Summary) -> String {
    contents::of(summary).text()
}

/// The report for report.md.
#[must_use]
pub fn markdown(summary: &Summary) -> String {
    contents::of(summary).markdown()
}

/// The report for report.json: every number of the summary.
///
/// # Errors
///
/// None in practice: a summary has only numbers, texts and lists.
pub fn json(summary: &Summary) -> serde_json::Result<String> {
    serde_json::to_string_pretty(summary).map(|text| text + "\n")
}
