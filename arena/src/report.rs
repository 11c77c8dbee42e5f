//! The report: numbers computed once, and renderers that turn them into text.
//!
//! Everything that any format shows is in the serialisable value behind [`Report`]; its JSON is the
//! layout that the manual documents.

pub mod analysis;
mod brief;
mod builder;
mod comparison;
mod contents;
mod differs_in;
pub mod effort;
mod ends;
mod format;
mod from_counts;
pub mod games_digest;
mod games_table;
mod glossary;
pub mod html;
mod machine;
mod notices;
mod openbench;
mod ordo;
mod origin;
mod outlook;
pub mod pairs;
pub mod pgn_results;
mod progress;
pub mod scored_positions;
pub mod section;
pub mod stopped;
pub mod summary;
pub mod technique_uses;
pub mod tournament;
pub mod validity;

use document::{Document, csv_records, terminal};
use serde::Serialize;

use analysis::Replays;
use pgn_results::{Anchor, AnchorError, EncounterSummary, Standings};
use section::{Head, Part, Section, Spoken};

pub use crate::storage::differences::DifferingSetting;
pub use builder::{Appendix, MatchReport, ReportBuilder, TournamentReport, read};
pub use comparison::{ComparedMatch, Comparison, Difference};
pub use format::ReportFormat;
pub use from_counts::CountsReport;
pub use games_digest::GamesDigest;
pub use glossary::GLOSSARY;
pub use html::live;
pub use html::overview::{OverviewRow, page as overview_page};
pub use origin::{Fault, FaultEvidence, Origin};
pub use outlook::outlook_lines;
pub use pgn_results::PgnResults;
pub use progress::{incident, progress, standings};
pub use summary::Summary;
pub use tournament::Tournament;

/// A report of any kind.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Report {
    /// Of a journal of two contenders.
    Match(Box<MatchReport>),
    /// Of a journal of more.
    Tournament(Box<TournamentReport>),
    /// Of the games of any match runner.
    PgnResults(Box<PgnResults>),
    /// Of several matches, side by side.
    Comparison(Box<Comparison>),
}

/// A report cannot be written in this format; a bug, for it is written into memory.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// As JSON.
    #[error("cannot write the report as JSON")]
    Json(#[from] serde_json::Error),
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
    /// On a bug, and in a format of games.
    pub fn render(&self, format: ReportFormat) -> Result<String, RenderError> {
        Ok(match format {
            ReportFormat::Document(format) => format.render(&self.document()),
            ReportFormat::Csv => terminal::lines(&self.csv()).into_owned(),
            ReportFormat::Json => self.json()?,
            ReportFormat::Html => html::page(self)?.render(),
            ReportFormat::OpenBench => terminal::lines(&openbench::text(self)).into_owned(),
            ReportFormat::Ordo => terminal::lines(&ordo::text(self)).into_owned(),
            ReportFormat::Pairs
            | ReportFormat::Canonical
            | ReportFormat::Pgn
            | ReportFormat::Positions => return Err(RenderError::OfGames),
        })
    }

    /// The last lines of a run on a terminal of this width in columns: a dozen lines, the verdict last.
    #[must_use]
    pub fn brief(&self, columns: usize) -> String {
        terminal::lines(&brief::text(self, columns)).into_owned()
    }

    /// The verdict in lines, with its qualifications first.
    #[must_use]
    pub fn verdict(&self) -> String {
        terminal::lines(&brief::verdict(self)).into_owned()
    }

    /// The positions a user may want to look into, as a test suite; `None` where there are none.
    #[must_use]
    pub fn positions(&self) -> Option<String> {
        match self {
            Report::Match(report) => {
                Some(terminal::lines(&contents::differences::suite(report)).into_owned())
            }
            _ => None,
        }
    }

    /// The report as titles, tables and paragraphs.
    #[must_use]
    pub fn document(&self) -> Document {
        let mut blocks = self.head().blocks();
        blocks.extend(self.sections().iter().flat_map(|section| Part::blocks(&section.parts)));
        Document(blocks)
    }

    fn sections(&self) -> Vec<Section> {
        match self {
            Report::Match(report) => contents::of_match::sections(report),
            Report::Tournament(report) => contents::tournament::sections(report),
            Report::PgnResults(results) => contents::pgn_results::sections(results),
            Report::Comparison(comparison) => comparison.sections(),
        }
    }

    /// Its beginning.
    fn head(&self) -> Head {
        match self {
            Report::Match(report) => contents::of_match::head(report),
            Report::Tournament(report) => report.tournament.head(),
            Report::PgnResults(results) => contents::pgn_results::head(results),
            Report::Comparison(comparison) => comparison.head(),
        }
    }

    /// The players and their encounters, where there may be more than two.
    fn standings(&self) -> Option<&Standings> {
        match self {
            Report::Tournament(report) => Some(&report.tournament.standings),
            Report::PgnResults(results) => Some(&results.standings),
            Report::Match(_) | Report::Comparison(_) => None,
        }
    }

    /// The same, with ratings relative to these players.
    ///
    /// # Errors
    /// There are no ratings, or an anchor is no player with one.
    pub fn anchored(mut self, anchors: &[Anchor]) -> Result<Report, AnchorError> {
        let standings = match &mut self {
            Report::Tournament(report) => &mut report.tournament.standings,
            Report::PgnResults(results) => &mut results.standings,
            Report::Match(_) | Report::Comparison(_) => {
                return Err(AnchorError::NoRatings);
            }
        };
        standings.anchor(anchors.to_vec())?;
        Ok(self)
    }

    /// The games, where they were read.
    fn replays(&self) -> Option<&Replays> {
        match self {
            Report::Match(report) => Some(&report.appendix.replays),
            Report::Tournament(report) => Some(&report.appendix.replays),
            Report::PgnResults(results) => Some(&results.moves.replays),
            Report::Comparison(_) => None,
        }
    }

    fn csv(&self) -> String {
        match self {
            Report::Match(report) => games_table::csv(&report.appendix.replays),
            Report::Tournament(report) => games_table::csv(&report.appendix.replays),
            Report::PgnResults(results) => {
                csv_records(results.standings.encounters.iter().map(EncounterSummary::record))
            }
            Report::Comparison(comparison) => {
                csv_records(comparison.matches.iter().map(ComparedMatch::record))
            }
        }
    }

    /// The report led by its verdict, where it has one.
    fn json(&self) -> Result<String, RenderError> {
        #[derive(Serialize)]
        struct Led<'a> {
            #[serde(skip_serializing_if = "Option::is_none")]
            verdict: Option<Spoken>,
            #[serde(flatten)]
            report: &'a Report,
        }
        Ok(json(&Led { verdict: self.head().spoken(), report: self })?)
    }
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
