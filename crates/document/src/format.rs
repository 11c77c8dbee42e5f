//! The formats of documents.

pub(crate) mod csv;
pub(crate) mod html;
pub(crate) mod latex;
pub(crate) mod markdown;
pub(crate) mod text;

use crate::{Block, Document};

/// An output format for documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Plain text with aligned columns.
    Text,
    /// Tables as GitHub has them.
    Markdown,
    /// A `tabular` for each table.
    Latex,
    /// The tables alone.
    Csv,
    /// A page of its own.
    Html,
}

/// All formats.
pub const FORMATS: [Format; 5] =
    [Format::Text, Format::Markdown, Format::Latex, Format::Csv, Format::Html];

impl Format {
    /// The name on a command line, the usual ending of a file's name, and its purpose.
    fn described(self) -> [&'static str; 3] {
        match self {
            Format::Text => ["text", "txt", "For reading on a terminal"],
            Format::Markdown => ["markdown", "md", "For reading on a page"],
            Format::Latex => ["latex", "tex", "The tables, each a tabular ready to paste"],
            Format::Csv => ["csv", "csv", "The tables for a spreadsheet, one below the other"],
            Format::Html => ["html", "html", "One file for a browser"],
        }
    }

    /// The name on a command line: lower case, no blanks.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.described()[0]
    }

    /// The usual ending of a file's name, without the dot.
    #[must_use]
    pub fn extension(self) -> &'static str {
        self.described()[1]
    }

    /// Its purpose, in a line of a command's help.
    #[must_use]
    pub fn purpose(self) -> &'static str {
        self.described()[2]
    }

    /// The document in this format. Whatever its texts contain, its only control characters are
    /// line breaks.
    #[must_use]
    pub fn render(self, document: &Document) -> String {
        let Document(blocks) = document.safe();
        let one_by_one = |block: fn(&Block) -> String| {
            blocks.iter().map(block).collect::<Vec<String>>().join("\n")
        };
        match self {
            Format::Text => one_by_one(text::block),
            Format::Markdown => one_by_one(markdown::block),
            Format::Latex => one_by_one(latex::block),
            Format::Csv => csv::tables(&blocks),
            Format::Html => html::page(&blocks),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Table;

    /// A document with text in it that a terminal obeys or a format takes for markup.
    fn hostile() -> Document {
        let mut table = Table::new(["engine", "games"]);
        table.row(["\x1b[2Jcheat\n<script>alert(1)</script>\\input{x}", "4"]);
        let mut document = Document::titled("\x07x");
        document.0.push(Block::Heading("a_b".to_owned()));
        document.paragraph("one\r\ntwo").table(table)
    }

    #[test]
    fn names_can_harm_neither_a_terminal_nor_a_table() {
        for format in FORMATS {
            let text = format.render(&hostile());
            assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text}");
            assert!(text.contains("1b"), "{text}");
        }
        let lines = |text: String| text.lines().count();
        assert_eq!([lines(hostile().text()), lines(Format::Markdown.render(&hostile()))], [10, 10]);
        let html = Format::Html.render(&hostile());
        assert!(
            !Format::Markdown.render(&hostile()).contains("<script>") && !html.contains("<script>")
        );
        assert!(!Format::Latex.render(&hostile()).contains("\\input{"));
    }

    #[test]
    fn every_format_has_a_name_and_an_ending_of_its_own() {
        for (i, one) in FORMATS.into_iter().enumerate() {
            for other in &FORMATS[..i] {
                assert!(one.name() != other.name() && one.extension() != other.extension());
            }
        }
    }

    #[test]
    fn cells_of_any_length_are_cut_in_text_and_whole_elsewhere() {
        let long = "x".repeat(70_000);
        let (mut numbers, mut words) = (Table::new(["a", "b"]), Table::new(["a", "b"]).of_words());
        numbers.row([long.as_str(), "1"]);
        words.row(["question", &long]);
        let document =
            Document::titled(&long).paragraph(&long).table(numbers).table(words).paragraph(&long);
        for format in FORMATS {
            let text = format.render(&document);
            match format.name() {
                "text" => {
                    assert!(text.lines().all(|line| crate::terminal::width(line) <= 2100));
                    assert_eq!(text.matches('…').count(), 5);
                }
                "csv" => assert!(text.len() > 2 * 70_000 && !text.contains('…')),
                _ => assert!(text.len() > 5 * 70_000 && !text.contains('…')),
            }
        }
    }
}
