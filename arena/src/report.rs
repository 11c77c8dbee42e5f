//! The report: a [`Summary`] of numbers computed once, and renderers that turn it into text.

mod contents;
mod document;
pub mod estimates;
pub mod figure;
pub mod headline;
mod progress;
pub mod standings;
pub mod stopped;
pub mod summary;
pub mod tournament;
pub mod words;

use serde::Serialize;

use document::Document;

pub use estimates::Estimates;
pub use figure::Figure;
pub use progress::{progress, standings};
pub use standings::Standings;
pub use summary::Summary;
pub use tournament::TournamentSummary;

/// The report of a match.
#[derive(Clone, Debug)]
pub enum Report {
    /// Of two contenders.
    Match(Box<Summary>),
    /// Of more.
    Standings(Box<Standings>),
}

impl Report {
    /// The report for the screen and for report.txt.
    #[must_use]
    pub fn text(&self) -> String {
        self.document().text()
    }

    /// The report for report.md.
    #[must_use]
    pub fn markdown(&self) -> String {
        self.document().markdown()
    }

    fn document(&self) -> Document {
        match self {
            Report::Match(summary) => contents::of(summary),
            Report::Standings(standings) => standings.document(),
        }
    }

    /// The report for report.json.
    ///
    /// # Errors
    ///
    /// None in practice: see [`json`].
    pub fn json(&self) -> serde_json::Result<String> {
        match self {
            Report::Match(summary) => json(summary),
            Report::Standings(standings) => json(standings),
        }
    }
}

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
pub fn json(summary: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string_pretty(summary).map(|text| text + "\n")
}
