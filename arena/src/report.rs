//! The report: numbers computed once, and renderers that turn them into text.
//!
//! Everything that any format shows is in the serialisable value behind [`Report`]; its JSON is the
//! layout that the manual documents.

pub mod analysis;
mod books;
mod builder;
pub(crate) mod colours;
mod comparison;
mod contents;
pub(crate) mod document;
pub mod effort;
pub mod estimates;
pub mod figure;
pub mod games_digest;
mod games_table;
pub mod headline;
pub(crate) mod html;
mod origin;
pub mod pairs;
mod progress;
pub(crate) mod rows;
pub mod standings;
pub mod stopped;
pub mod summary;
pub mod tournament;
pub mod words;

use clap::ValueEnum;
use serde::Serialize;

use crate::system::terminal;

pub use books::{BookGames, Books, Measured, MeasuredBook};
pub use builder::{Appendix, MatchReport, ReportBuilder, StandingsReport, read};
pub use comparison::Comparison;
pub use estimates::Estimates;
pub use figure::Figure;
pub use games_digest::GamesDigest;
pub use html::live;
pub use origin::Origin;
pub use progress::{progress, standings};
pub use standings::Standings;
pub use summary::Summary;
pub use tournament::TournamentSummary;

use document::{Block, Document};

/// A report of any kind.
#[derive(Clone, Debug)]
pub enum Report {
    /// Of a journal of two contenders.
    Match(Box<MatchReport>),
    /// Of a journal of more.
    Standings(Box<StandingsReport>),
    /// Of the games of any match runner.
    Tournament(Box<TournamentSummary>),
    /// Of several matches, side by side.
    Comparison(Box<Comparison>),
    /// Of one question on several books, side by side.
    Books(Box<Books>),
}

/// How a report is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For reading on a terminal
    #[default]
    Text,
    /// For reading on a page
    Markdown,
    /// The tables, each a tabular ready to paste
    Latex,
    /// A row a game; of foreign PGN files a row for every two players, with --compare a row a match
    Csv,
    /// For programs: every number; the manual documents the layout
    Json,
    /// One file for a browser, with plots and every game on a board
    Html,
    /// Of a journal: the results of its pairs in the order of the schedule, a character each
    Pairs,
    /// Of a journal: its games in the order of the schedule, without times and dates; two runs with
    /// the same games print the same
    Canonical,
}

impl Format {
    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

/// A report cannot be written in this format; a defect, for it is written into memory.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// As JSON.
    #[error("cannot write the report as JSON")]
    Json(#[from] serde_json::Error),
    /// As CSV.
    #[error("cannot write the report as CSV")]
    Csv(#[from] csv::Error),
    /// A picture.
    #[error("cannot draw a plot: {0}")]
    Plot(String),
    /// In a format of games, and not of numbers.
    #[error("this format is of the games of one journal, and there is a report here")]
    OfGames,
}

impl Report {
    /// The report in a format. Whatever was in names, no control character is in it but line
    /// breaks, so that it can be shown on a terminal.
    ///
    /// # Errors
    /// By a defect alone.
    pub fn render(&self, format: Format) -> Result<String, RenderError> {
        Ok(match format {
            Format::Text => terminal::lines(&self.document().text()).into_owned(),
            Format::Markdown => terminal::lines(&self.document().markdown()).into_owned(),
            Format::Latex => terminal::lines(&self.document().latex()).into_owned(),
            Format::Csv => terminal::lines(&self.csv()?).into_owned(),
            Format::Json => self.json()?,
            Format::Html => html::page(self)?,
            Format::Pairs | Format::Canonical => return Err(RenderError::OfGames),
        })
    }

    /// The positions a user may want to look into, as a test suite; `None` where there are none.
    #[must_use]
    pub fn positions(&self) -> Option<String> {
        match self {
            Report::Match(report) => Some(terminal::lines(&analysis::suite(report)).into_owned()),
            _ => None,
        }
    }

    fn document(&self) -> Document {
        match self {
            Report::Match(report) => contents::of_match(report).followed_by(&report.appendix),
            Report::Standings(report) => report.standings.document().followed_by(&report.appendix),
            Report::Tournament(summary) => summary.document(),
            Report::Comparison(comparison) => comparison.document(),
            Report::Books(books) => books.document(),
        }
    }

    fn csv(&self) -> Result<String, RenderError> {
        match self {
            Report::Match(report) => games_table::csv(&report.appendix.replays),
            Report::Standings(report) => games_table::csv(&report.appendix.replays),
            Report::Tournament(summary) => summary.csv(),
            Report::Comparison(comparison) => comparison.csv(),
            Report::Books(books) => books.csv(),
        }
    }

    fn json(&self) -> Result<String, RenderError> {
        Ok(match self {
            Report::Match(report) => json(report),
            Report::Standings(report) => json(report),
            Report::Tournament(summary) => json(summary),
            Report::Comparison(comparison) => json(comparison),
            Report::Books(books) => json(books),
        }?)
    }
}

impl Document {
    /// This document, and after it what its games are known by, and what was left out.
    fn followed_by(mut self, appendix: &Appendix) -> Document {
        self.0.extend(appendix.left_out().map(Block::Paragraph));
        self.0.extend(appendix.games_digest.as_ref().map(|of| Block::Paragraph(of.sentence())));
        self
    }
}

/// The tables of a summary alone, as text.
#[must_use]
pub fn text(summary: &Summary) -> String {
    terminal::lines(&contents::of(summary).text()).into_owned()
}

/// The tables of a summary alone, as Markdown.
#[must_use]
pub fn markdown(summary: &Summary) -> String {
    terminal::lines(&contents::of(summary).markdown()).into_owned()
}

/// Any value as JSON with a line break at its end. Control characters are escaped, those of the
/// second set too, which some terminals obey.
///
/// # Errors
/// None in practice: reports have only numbers, texts and lists.
pub fn json(value: &impl Serialize) -> serde_json::Result<String> {
    let text = serde_json::to_string_pretty(value)? + "\n";
    Ok(terminal::json(&text).into_owned())
}
