//! The parts a report is made of, and how they look as text and as Markdown.

mod latex;

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::system::terminal;

/// Columns of text on a line, at most.
const WIDTH: usize = 100;
/// Columns of a cell as text, at most: of a name or a number, and of a column of words, which holds
/// every configuration there is.
const CELL: usize = 100;
const WORDS: usize = 2000;

/// A report: blocks from top to bottom.
#[derive(Clone, Debug, Default)]
pub(crate) struct Document(pub(crate) Vec<Block>);

/// A part of a report.
#[derive(Clone, Debug)]
pub(crate) enum Block {
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
pub(crate) struct Table {
    /// Whether the other columns have words and are aligned to the left too.
    pub(crate) of_words: bool,
    /// The heading of every column; the first one names the table.
    pub(crate) header: Vec<String>,
    /// The cells, as many in each row as in the header.
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub(crate) fn new<S: Into<String>>(header: impl IntoIterator<Item = S>) -> Table {
        Table {
            of_words: false,
            header: header.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// The same with words in all columns.
    pub(crate) fn of_words(self) -> Table {
        Table { of_words: true, ..self }
    }

    /// Adds a row.
    pub(crate) fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        let row: Vec<String> = cells.into_iter().map(Into::into).collect();
        debug_assert_eq!(row.len(), self.header.len(), "a row has a cell for every column");
        self.rows.push(row);
    }

    /// A cell as text has room for it.
    fn cut<'a>(&self, column: usize, cell: &'a str) -> Cow<'a, str> {
        terminal::cut(cell, if column > 0 && self.of_words { WORDS } else { CELL })
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
    pub(crate) fn text(&self) -> String {
        let blocks: Vec<String> = self
            .safe()
            .iter()
            .map(|block| match block {
                Block::Title(title) => {
                    let title = terminal::cut(title, 2 * WIDTH);
                    format!("{title}\n{}\n", "=".repeat(terminal::width(&title)))
                }
                Block::Paragraph(text) => wrapped(text),
                Block::Table(table) => text_table(table),
            })
            .collect();
        blocks.join("\n")
    }

    /// LaTeX, a `tabular` for each table.
    pub(crate) fn latex(&self) -> String {
        latex::of(self)
    }

    /// Markdown with tables as GitHub has them.
    pub(crate) fn markdown(&self) -> String {
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
    let rows: Vec<Vec<Cow<'_, str>>> = std::iter::once(&table.header)
        .chain(&table.rows)
        .map(|row| row.iter().enumerate().map(|(column, cell)| table.cut(column, cell)).collect())
        .collect();
    let mut widths = vec![0; table.header.len()];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(terminal::width(cell));
        }
    }
    let mut text = String::new();
    for (i, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            // Rows stand in below the table's name.
            line += &match (column, i) {
                (0, 0) => terminal::pad_right(cell, width) + "  ",
                (0, _) => format!("  {}", terminal::pad_right(cell, width)),
                _ if table.of_words => format!("  {}", terminal::pad_right(cell, width)),
                _ => format!("  {}", terminal::pad_left(cell, width)),
            };
        }
        text += line.trim_end();
        text.push('\n');
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
        let word = terminal::cut(word, WIDTH);
        let length = terminal::width(&word);
        if width > 0 && width + 1 + length > WIDTH {
            lines.push('\n');
            width = 0;
        } else if width > 0 {
            lines.push(' ');
            width += 1;
        }
        lines.push_str(&word);
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
    fn wide_characters_take_two_columns() {
        let mut table = Table::new(["Players", "games"]);
        table.row(["将棋", "8"]);
        table.row(["chess", "12"]);
        assert_eq!(text_table(&table), "Players    games\n  将棋         8\n  chess       12\n");
    }

    #[test]
    fn cells_of_any_length_are_cut_in_text_and_whole_elsewhere() {
        let long = "x".repeat(70_000);
        let (mut numbers, mut words) = (Table::new(["a", "b"]), Table::new(["a", "b"]).of_words());
        numbers.row([long.as_str(), "1"]);
        words.row(["question", &long]);
        let blocks = [
            Block::Title(long.clone()),
            Block::Table(numbers),
            Block::Table(words),
            Block::Paragraph(long),
        ];
        let document = Document(blocks.to_vec());
        let text = document.text();
        assert!(text.lines().all(|line| terminal::width(line) <= WORDS + CELL), "{text}");
        assert_eq!(text.matches('…').count(), 4);
        for text in [document.markdown(), document.latex()] {
            assert!(text.len() > 4 * 70_000 && !text.contains('…'));
        }
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
