//! The parts a report is made of, and how they look as text and as Markdown.

mod latex;

use std::fmt::Write as _;

use crate::terminal;

/// Columns of text on a line, at most.
const WIDTH: usize = 100;

/// A report: blocks from top to bottom.
#[derive(Clone, Debug, Default)]
pub(super) struct Document(pub(super) Vec<Block>);

/// A part of a report.
#[derive(Clone, Debug)]
pub(super) enum Block {
    /// The name of the whole.
    Title(String),
    /// A sentence or two, broken into lines.
    Paragraph(String),
    /// A table. Numbers stand below each other.
    Table(Table),
}

/// Rows below a heading. The first column is aligned to the left; the others, of numbers, to the
/// right.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// Whether the other columns have words and are aligned to the left too.
    pub(super) of_words: bool,
    /// The heading of every column; the first one names the table.
    pub(super) header: Vec<String>,
    /// The cells, as many in each row as in the header.
    pub(super) rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub(super) fn new<S: Into<String>>(header: impl IntoIterator<Item = S>) -> Table {
        Table {
            of_words: false,
            header: header.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// The same with words in all columns.
    pub(super) fn of_words(self) -> Table {
        Table { of_words: true, ..self }
    }

    /// Adds a row.
    pub(super) fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        let row: Vec<String> = cells.into_iter().map(Into::into).collect();
        debug_assert_eq!(row.len(), self.header.len(), "a row has a cell for every column");
        self.rows.push(row);
    }

    fn widths(&self) -> Vec<usize> {
        let mut widths = vec![0; self.header.len()];
        for row in std::iter::once(&self.header).chain(&self.rows) {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        widths
    }
}

impl Document {
    /// The same with nothing in its names that could harm a terminal.
    fn safe(&self) -> Vec<Block> {
        let safe = |text: &String| terminal::line(text).into_owned();
        let block = |block: &Block| match block {
            Block::Title(title) => Block::Title(safe(title)),
            Block::Paragraph(text) => Block::Paragraph(terminal::lines(text).into_owned()),
            Block::Table(table) => Block::Table(Table {
                of_words: table.of_words,
                header: table.header.iter().map(safe).collect(),
                rows: table.rows.iter().map(|row| row.iter().map(safe).collect()).collect(),
            }),
        };
        self.0.iter().map(block).collect()
    }

    /// Plain text with aligned columns.
    pub(super) fn text(&self) -> String {
        let blocks: Vec<String> = self
            .safe()
            .iter()
            .map(|block| match block {
                Block::Title(title) => {
                    format!("{title}\n{}\n", "=".repeat(title.chars().count()))
                }
                Block::Paragraph(text) => wrapped(text),
                Block::Table(table) => text_table(table),
            })
            .collect();
        blocks.join("\n")
    }

    /// LaTeX, a `tabular` for each table.
    pub(super) fn latex(&self) -> String {
        latex::of(self)
    }

    /// Markdown with tables as GitHub has them.
    pub(super) fn markdown(&self) -> String {
        let blocks: Vec<String> = self
            .safe()
            .iter()
            .map(|block| match block {
                Block::Title(title) => format!("# {}\n", escaped(title)),
                Block::Paragraph(text) => escaped(text) + "\n",
                Block::Table(table) => markdown_table(table),
            })
            .collect();
        blocks.join("\n")
    }
}

fn text_table(table: &Table) -> String {
    let widths = table.widths();
    let mut text = String::new();
    for (i, row) in std::iter::once(&table.header).chain(&table.rows).enumerate() {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            // Rows stand in below the table's name.
            let _ = match (column, i) {
                (0, 0) => write!(line, "{cell:<width$}  "),
                (0, _) => write!(line, "  {cell:<width$}"),
                _ if table.of_words => write!(line, "  {cell:<width$}"),
                _ => write!(line, "  {cell:>width$}"),
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

fn markdown_table(table: &Table) -> String {
    let mut text = String::new();
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    text.push_str(&line(&table.header));
    let rules: Vec<&str> = (0..table.header.len())
        .map(|column| if column == 0 || table.of_words { "---" } else { "---:" })
        .collect();
    let _ = writeln!(text, "| {} |", rules.join(" | "));
    for row in &table.rows {
        text.push_str(&line(row));
    }
    text
}

/// Text in which Markdown reads no markup.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '|' | '*' | '_' | '`' | '<' | '>' | '\\' | '[' | ']' | '#') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// The text broken into lines between words.
fn wrapped(text: &str) -> String {
    let (mut lines, mut width) = (String::new(), 0);
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            lines.push('\n');
            width = 0;
        } else if width > 0 {
            lines.push(' ');
            width += 1;
        }
        lines.push_str(word);
        width += length;
    }
    lines + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_whatever_the_script() {
        let mut table = Table::new(["Elo", "estimate"]);
        table.row(["±", "41 ± 34"]);
        table.row(["pairs", "8.5"]);
        assert_eq!(text_table(&table), "Elo      estimate\n  ±       41 ± 34\n  pairs       8.5\n");
    }

    #[test]
    fn markdown_does_not_take_names_for_markup() {
        let mut table = Table::new(["a", "b"]);
        table.row(["null_move", "1 | 2"]);
        assert_eq!(
            markdown_table(&table),
            "| a | b |\n| --- | ---: |\n| null\\_move | 1 \\| 2 |\n"
        );
    }

    #[test]
    fn names_can_harm_neither_a_terminal_nor_a_table() {
        let mut table = Table::new(["engine", "games"]);
        table.row(["\x1b[2Jcheat\n<script>alert(1)</script>", "4"]);
        let document = Document(vec![Block::Title("\x07x".to_owned()), Block::Table(table)]);
        for text in [document.text(), document.markdown()] {
            assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text}");
            assert!(text.contains("u{1b}") && text.lines().count() <= 6, "{text}");
        }
        assert!(!document.markdown().contains("<script>"));
    }

    #[test]
    fn long_paragraphs_are_broken_between_words() {
        let text = wrapped(&"word ".repeat(50));
        assert!(text.lines().all(|line| line.len() <= WIDTH && !line.ends_with(' ')));
        assert_eq!(text.split_whitespace().count(), 50);
    }
}
