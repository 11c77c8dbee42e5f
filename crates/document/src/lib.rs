//! One model of a report for all formats: a [`Document`] is headings, paragraphs and tables, and a
//! [`Format`] writes it.
//!
//! ```
//! use document::{Document, Table};
//!
//! let mut table = Table::new(["Match", "games", "Elo"]);
//! table.row(["A - B", "1,200", "8.5"]);
//! let document = Document::titled("A vs B").paragraph("A played B.").table(table);
//! assert_eq!(
//!     document.text(),
//!     "A vs B\n======\n\nA played B.\n\nMatch    games  Elo\n  A - B  1,200  8.5\n"
//! );
//! assert!(document::Format::Markdown.render(&document).starts_with("# A vs B\n"));
//! ```
//!
//! A new format is a file in `format`, a variant of [`Format`] and its place in [`FORMATS`]; every
//! document can then be written in it.
//!
//! Texts may come from any source: names of engines, paths, lines of other programs.
//! [`Format::render`] removes control characters that could harm a terminal, and escapes markup.
//! [`terminal`] does the same for text outside documents.

#![forbid(unsafe_code)]

mod format;
pub mod number;
mod table;
pub mod terminal;

pub use format::csv::{records as csv_records, rows as csv_rows};
pub use format::html::{
    STYLE as PAGE_STYLE, fragment as html_fragment, table as html_table, words as html_words,
};
pub use format::{FORMATS, Format};
pub use table::{Align, Column, Link, Table};

/// Blocks from top to bottom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document(pub Vec<Block>);

/// A part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// The name of the whole.
    Title(String),
    /// A heading.
    Heading(String),
    /// A sentence or two.
    Paragraph(String),
    /// A table.
    Table(Table),
}

impl Document {
    /// A document with a title and nothing below it.
    #[must_use]
    pub fn titled(title: impl Into<String>) -> Document {
        Document(vec![Block::Title(title.into())])
    }

    /// The same with a paragraph at its end.
    #[must_use]
    pub fn paragraph(self, text: impl Into<String>) -> Document {
        self.with(Block::Paragraph(text.into()))
    }

    /// The same with a table at its end.
    #[must_use]
    pub fn table(self, table: Table) -> Document {
        self.with(Block::Table(table))
    }

    fn with(mut self, block: Block) -> Document {
        self.0.push(block);
        self
    }

    /// As plain text with aligned columns.
    #[must_use]
    pub fn text(&self) -> String {
        Format::Text.render(self)
    }

    /// The same for a terminal of this width, in columns: tables that are wider are divided.
    #[must_use]
    pub fn text_within(&self, columns: usize) -> String {
        format::text::narrow::text(self, columns)
    }

    /// The same with no control character in its texts.
    fn safe(&self) -> Document {
        let line = |text: &String| terminal::line(text).into_owned();
        let block = |block: &Block| match block {
            Block::Title(text) => Block::Title(line(text)),
            Block::Heading(text) => Block::Heading(line(text)),
            Block::Paragraph(text) => Block::Paragraph(terminal::lines(text).into_owned()),
            Block::Table(table) => Block::Table(table.map(line)),
        };
        Document(self.0.iter().map(block).collect())
    }
}
