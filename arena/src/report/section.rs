//! A report as values, made once from its numbers: a head, and sections of sentences, tables and plots. Every
//! format renders these.

pub mod plot;

use maud::Markup;
use serde::Serialize;

use document::{Block, Table};
use plot::{Key, Plot};
use stats::Interval;
use stats::headline::Answer;

/// The beginning of a report: its subject, the answer, and its qualifications.
#[derive(Clone, Debug, Default)]
pub(super) struct Head {
    /// The name of the whole.
    pub(super) title: String,
    /// The title of a browser's tab, which shows only its beginning.
    pub(super) tab: String,
    pub(super) question: Option<String>,
    /// The settings in which two contenders differ.
    pub(super) differs_in: Option<String>,
    /// Faults that could have decided the match.
    pub(super) faults: Option<String>,
    /// The answer; none where the tables alone tell it.
    pub(super) verdict: Option<Verdict>,
    /// The causes of the difference that the games show.
    pub(super) why: Option<String>,
    /// The page of its account, from the directory of the report; `None` where none was made.
    pub(super) account: Option<&'static str>,
    /// The numbers that people ask for first.
    pub(super) cards: Vec<Card>,
    pub(super) notices: Notices,
}

/// The answer of a report to the question which side is stronger.
#[derive(Clone, Debug)]
pub(super) struct Verdict {
    pub(super) answer: Answer,
    /// In one sentence.
    pub(super) sentence: String,
    /// Its beginning, without a full stop: the answer and the difference.
    pub(super) short: String,
    /// The rest: the interval, and the games behind it.
    pub(super) support: Option<String>,
}

/// Sentences that qualify the answer, each list in the order of their weight.
#[derive(Clone, Debug, Default)]
pub(super) struct Notices {
    /// About this match: the end of a run tells them too.
    pub(super) news: Vec<String>,
    /// True of all matches of its kind.
    pub(super) background: Vec<String>,
}

impl Notices {
    /// All of them.
    pub(super) fn all(&self) -> impl Iterator<Item = &String> {
        self.news.iter().chain(&self.background)
    }

    /// The sentences that there are.
    pub(super) fn of(
        news: impl IntoIterator<Item = Option<String>>,
        background: impl IntoIterator<Item = Option<String>>,
    ) -> Notices {
        Notices {
            news: news.into_iter().flatten().collect(),
            background: background.into_iter().flatten().collect(),
        }
    }
}

/// One of the numbers that lead a page: its name, its value, and a note.
pub(super) type Card = (&'static str, String, String);

/// A part of a report, which a link in the head of its page leads to.
#[derive(Clone, Debug)]
pub(super) struct Section {
    /// Its anchor.
    pub(super) id: &'static str,
    /// Its heading.
    pub(super) title: &'static str,
    pub(super) parts: Vec<Part>,
}

/// A part of a section.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// A sentence or two.
    Paragraph(String),
    /// A table.
    Table(Table),
    /// A table that shows this number of rows at first on a page, and another number in other formats.
    List { table: Table, on_page: usize, in_text: usize },
    /// Parts that a page shows when they are asked for by this name.
    Fold(String, Vec<Part>),
    /// How to read the parts around it, for a page.
    Note(String),
    /// Plots, for a page.
    Plots(Plots),
    /// Estimates with their intervals below each other, for a page.
    Forest(&'static str, Vec<ForestRow>),
    /// The games on a board, for a page; sentences on those that have no room there.
    Games(String),
    /// Anything else that only a page can show.
    Drawing(Markup),
}

/// Plots beside each other.
#[derive(Clone, Debug)]
pub struct Plots {
    /// The key of the colours, where this is the same for all.
    pub key: Key,
    /// The plots.
    pub plots: Vec<Plot>,
}

/// An estimate with its interval among others.
#[derive(Clone, Debug)]
pub(super) struct ForestRow {
    pub(super) name: String,
    /// In Elo; `None` where there is no number.
    pub(super) estimate: Option<f64>,
    /// Its 95 % interval.
    pub(super) interval: Option<Interval>,
}

impl Section {
    /// A section of these parts.
    pub(super) fn new(
        id: &'static str,
        title: &'static str,
        parts: impl IntoIterator<Item = Part>,
    ) -> Section {
        Section { id, title, parts: parts.into_iter().collect() }
    }
}

/// The answer of a report as `report.json` has it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Spoken {
    answer: Answer,
    /// With the reason that it is void, if it is.
    sentence: String,
    /// The account of the difference, or the line Why.
    why: Option<String>,
}

impl Head {
    /// The answer with its sentence; `None` where the tables alone tell it.
    pub(super) fn spoken(&self) -> Option<Spoken> {
        let answer = match (&self.faults, &self.verdict) {
            (Some(_), _) => Answer::Void,
            (None, verdict) => verdict.as_ref()?.answer,
        };
        let why = self.why.clone();
        Some(Spoken { answer, sentence: self.headlines().join(" "), why })
    }

    /// Faults that could have decided the match, and the answer.
    pub(super) fn headlines(&self) -> Vec<String> {
        let Some(Verdict { sentence, .. }) = &self.verdict else {
            return self.faults.iter().cloned().collect();
        };
        match &self.faults {
            Some(faults) => vec![faults.clone(), format!("As the games stand: {sentence}")],
            None => vec![sentence.clone()],
        }
    }

    /// Its title and sentences, for every format but a page.
    pub(super) fn blocks(&self) -> Vec<Block> {
        let notices = self.notices.all().cloned();
        let paragraphs = self.question.iter().chain(&self.differs_in).cloned();
        let paragraphs = paragraphs.chain(self.headlines()).chain(self.why.clone()).chain(notices);
        [Block::Title(self.title.clone())]
            .into_iter()
            .chain(paragraphs.map(Block::Paragraph))
            .collect()
    }
}

impl Part {
    /// The sentences and tables of these parts, for every format but a page.
    pub(super) fn blocks(parts: &[Part]) -> Vec<Block> {
        let blocks = |part: &Part| match part {
            Part::Paragraph(text) => vec![Block::Paragraph(text.clone())],
            Part::Table(table) => vec![Block::Table(table.clone())],
            Part::List { in_text: 0, .. } => Vec::new(),
            Part::List { table, in_text, .. } => {
                vec![Block::Table(table.clone().split_at(*in_text).0)]
            }
            Part::Fold(_, parts) => Part::blocks(parts),
            Part::Note(_)
            | Part::Plots(_)
            | Part::Forest(..)
            | Part::Games(_)
            | Part::Drawing(_) => Vec::new(),
        };
        parts.iter().flat_map(blocks).collect()
    }

    /// A table for each of these.
    pub(super) fn tables(tables: impl IntoIterator<Item = Table>) -> impl Iterator<Item = Part> {
        tables.into_iter().map(Part::Table)
    }
}
