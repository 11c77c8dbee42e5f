//! Plain text with aligned columns.

pub(crate) mod narrow;

use std::borrow::Cow;

use crate::{Align, Block, Format, Table, terminal};

/// Columns of text on a line, at most.
const WIDTH: usize = 100;
/// Columns of a cell, at most: of a name or a number, and of words beyond the first column, which may
/// be a whole configuration.
const CELL: usize = 100;
const WORDS: usize = 2000;

/// For reading on a terminal.
#[derive(Clone, Copy, Debug)]
pub struct Text;

impl Format for Text {
    fn name(&self) -> &'static str {
        "text"
    }

    fn purpose(&self) -> &'static str {
        "For reading on a terminal"
    }

    fn extension(&self) -> &'static str {
        "txt"
    }

    fn block(&self, block: &Block) -> String {
        match block {
            Block::Title(text) => underlined(text, "="),
            Block::Heading(text) => underlined(text, "-"),
            Block::Paragraph(text) => terminal::paragraph(text, WIDTH),
            Block::Table(table) => aligned(table),
        }
    }
}

fn underlined(text: &str, mark: &str) -> String {
    let text = terminal::cut(text, 2 * WIDTH);
    format!("{text}\n{}\n", mark.repeat(terminal::width(&text)))
}

fn aligned(table: &Table) -> String {
    let headings = table.headings();
    let rows: Vec<Vec<Cow<'_, str>>> = std::iter::once(&headings)
        .chain(table.rows())
        .map(|row| row.iter().enumerate().map(|(i, cell)| cut(table, i, cell)).collect())
        .collect();
    let mut widths = vec![0; headings.len()];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(terminal::width(cell));
        }
    }
    let is_named = table.columns().first().is_some_and(|column| column.align == Align::Left);
    let mut text = String::new();
    for (i, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let cell = match table.columns()[column].align {
                Align::Left => terminal::pad_right(cell, width),
                Align::Right => terminal::pad_left(cell, width),
            };
            // Rows are indented below the table's name.
            line += &match (column, i) {
                (0, 0) if is_named => cell + "  ",
                (0, _) if !is_named => cell,
                _ => format!("  {cell}"),
            };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// A cell as there is room for it.
fn cut<'a>(table: &Table, column: usize, cell: &'a str) -> Cow<'a, str> {
    let has_words = column > 0 && table.columns()[column].align == Align::Left;
    terminal::cut(cell, if has_words { WORDS } else { CELL })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_whatever_the_script() {
        let mut table = Table::new(["Elo", "estimate"]);
        table.row(["±", "41 ± 34"]);
        table.row(["pairs", "8.5"]);
        assert_eq!(aligned(&table), "Elo      estimate\n  ±       41 ± 34\n  pairs       8.5\n");
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let mut table = Table::new(["Players", "games"]);
        table.row(["将棋", "8"]);
        table.row(["chess", "12"]);
        assert_eq!(aligned(&table), "Players    games\n  将棋         8\n  chess       12\n");
    }

    #[test]
    fn columns_of_words_stand_among_columns_of_numbers() {
        let mut table = Table::new(["d", "ID", "nodes"]);
        table.row(["8", "z-none", "1,200"]);
        table.row(["10", "z", "9"]);
        let expected = " d  ID      nodes\n 8  z-none  1,200\n10  z           9\n";
        assert_eq!(aligned(&table.aligned_by_cells()), expected);
    }

    #[test]
    fn long_paragraphs_are_broken_between_words() {
        let text = terminal::paragraph(&"word ".repeat(50), WIDTH);
        assert!(text.lines().all(|line| line.len() <= WIDTH && !line.ends_with(' ')));
        assert_eq!(text.split_whitespace().count(), 50);
    }
}
