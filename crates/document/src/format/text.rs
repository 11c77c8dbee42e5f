//! Plain text with aligned columns.

pub(crate) mod narrow;

use crate::{Align, Block, Table, terminal};

/// Columns of text on a line, at most.
const WIDTH: usize = 100;
/// Columns of a cell, at most: of a name or a number, and of words beyond the first column, which may
/// be a whole configuration.
const CELL: usize = 100;
const WORDS: usize = 2000;
/// Blanks between two columns.
const GAP: usize = 2;

pub(crate) fn block(block: &Block) -> String {
    match block {
        Block::Title(text) => underlined(text, "="),
        Block::Heading(text) => underlined(text, "-"),
        Block::Paragraph(text) => terminal::paragraph(text, WIDTH),
        Block::Table(table) => aligned(table),
    }
}

fn underlined(text: &str, mark: &str) -> String {
    let text = terminal::cut(text, 2 * WIDTH);
    format!("{text}\n{}\n", mark.repeat(terminal::width(&text)))
}

/// The whole table, with a line for each row.
fn aligned(table: &Table) -> String {
    let most = |column: usize| match table.columns()[column].align {
        Align::Left if column > 0 => WORDS,
        Align::Left | Align::Right => CELL,
    };
    let widths = widths(table).into_iter().enumerate();
    let columns: Vec<ShownColumn> =
        widths.map(|(place, width)| ShownColumn { place, width: width.min(most(place)) }).collect();
    of_columns(table, &columns, |cell, width| vec![terminal::cut(cell, width).into_owned()])
}

/// The columns of each column's widest cell.
fn widths(table: &Table) -> Vec<usize> {
    let headings = table.headings();
    let mut widths = vec![0; headings.len()];
    for row in std::iter::once(&headings).chain(table.rows()) {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(terminal::width(cell));
        }
    }
    widths
}

/// A column of a table, by its place from the left, and the columns of text that it has.
#[derive(Clone, Copy)]
struct ShownColumn {
    place: usize,
    width: usize,
}

/// Some columns of a table; `lines` makes lines of a cell that are no wider than its column.
fn of_columns(
    table: &Table,
    columns: &[ShownColumn],
    lines: impl Fn(&str, usize) -> Vec<String>,
) -> String {
    // Rows are indented below the table's name.
    let is_named = table.columns().first().is_some_and(|column| column.align == Align::Left);
    let indent = if is_named { GAP } else { 0 };
    let headings = table.headings();
    let mut text = String::new();
    for (number, row) in std::iter::once(&headings).chain(table.rows()).enumerate() {
        let cells: Vec<Vec<String>> =
            columns.iter().map(|column| lines(&row[column.place], column.width)).collect();
        for at in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let mut line = String::new();
            for (ShownColumn { place, width }, lines) in columns.iter().zip(&cells) {
                let (before, behind) = match (place, number) {
                    (0, 0) => (0, indent),
                    (0, _) => (indent, 0),
                    _ => (GAP, 0),
                };
                let piece = lines.get(at).map_or("", String::as_str);
                line += &" ".repeat(before);
                line += &match table.columns()[*place].align {
                    Align::Left => terminal::pad_right(piece, width + behind),
                    Align::Right => terminal::pad_left(piece, *width),
                };
            }
            text += line.trim_end();
            text.push('\n');
        }
    }
    text
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
