//! Tables as plain text and as Markdown.

use std::borrow::Cow;

use crate::system::terminal;

/// Columns of a cell as text, at most.
const CELL: usize = 100;

/// Rows below a heading. Columns of numbers are aligned to the right, others to the left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    #[must_use]
    pub fn new<S: Into<String>>(header: impl IntoIterator<Item = S>) -> Table {
        Table { header: header.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row with a cell for every column.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        let row: Vec<String> = cells.into_iter().map(Into::into).collect();
        debug_assert_eq!(row.len(), self.header.len(), "a row has a cell for every column");
        self.rows.push(row);
    }

    /// The table with aligned columns.
    #[must_use]
    pub fn text(&self) -> String {
        let columns = self.columns();
        let line = |row: &[String]| {
            let cells = row.iter().zip(&columns);
            let cells: Vec<String> = cells.map(|(cell, column)| column.pad(&shown(cell))).collect();
            format!("{}\n", cells.join("  ").trim_end())
        };
        let width: usize = columns.iter().map(|column| column.width + 2).sum();
        let rule = format!("{}\n", "-".repeat(width.saturating_sub(2)));
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        line(&self.header) + &rule + &rows
    }

    /// The table in Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let columns = self.columns();
        let line = |row: &[String]| {
            let cells = row.iter().zip(&columns);
            let cells: Vec<String> =
                cells.map(|(cell, column)| column.pad(&escaped(cell))).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule = |column: &Column| {
            let dashes = "-".repeat(column.width.max(2) - usize::from(column.right));
            if column.right { dashes + ":" } else { dashes }
        };
        let rules: Vec<String> = columns.iter().map(rule).collect();
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        line(&self.header) + &format!("| {} |\n", rules.join(" | ")) + &rows
    }

    fn columns(&self) -> Vec<Column> {
        let column = |index: usize| {
            let cells = || self.rows.iter().map(move |row| row[index].as_str());
            let cells_and_heading = cells().chain([self.header[index].as_str()]);
            let widest = cells_and_heading.map(|cell| terminal::width(&shown(cell)));
            Column { width: widest.max().unwrap_or(0), right: cells().all(is_numeric) }
        };
        (0..self.header.len()).map(column).collect()
    }
}

/// How a column is laid out.
struct Column {
    width: usize,
    right: bool,
}

impl Column {
    fn pad(&self, cell: &str) -> String {
        let pad = if self.right { terminal::pad_left } else { terminal::pad_right };
        pad(cell, self.width)
    }
}

/// A cell as text has room for it: on one line, safe for a terminal.
fn shown(cell: &str) -> Cow<'_, str> {
    match terminal::line(cell) {
        Cow::Borrowed(cell) => terminal::cut(cell, CELL),
        Cow::Owned(cell) => Cow::Owned(terminal::cut(&cell, CELL).into_owned()),
    }
}

fn is_numeric(cell: &str) -> bool {
    let unsigned = cell.trim_start_matches(['+', '-']);
    cell == "-" || unsigned.starts_with(|c: char| c.is_ascii_digit())
}

fn escaped(cell: &str) -> String {
    cell.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(["R", "Apply at", "Nodes", "ID"]);
        table.row(["-", "-", "1,991,573,761", "z-none"]);
        table.row(["2", "Cut", "548,886,666", "z|thesis"]);
        table
    }

    #[test]
    fn text_columns_are_aligned() {
        let expected = "\
R  Apply at          Nodes  ID
------------------------------------
-  -         1,991,573,761  z-none
2  Cut         548,886,666  z|thesis
";
        assert_eq!(table().text(), expected);
    }

    #[test]
    fn cells_are_as_wide_as_on_a_terminal_and_never_too_long() {
        let mut table = Table::new(["ID", "Nodes"]);
        table.row(["将棋", "12"]);
        assert_eq!(table.text(), "ID    Nodes\n-----------\n将棋     12\n");
        let long = "x".repeat(70_000);
        table.row([long.as_str(), "1"]);
        assert!(table.text().lines().all(|line| terminal::width(line) <= CELL + 10));
        assert!(table.markdown().contains(&long));
    }

    #[test]
    fn markdown_says_how_columns_are_aligned_and_escapes_bars() {
        let markdown = table().markdown();
        let lines: Vec<&str> = markdown.lines().collect();
        assert_eq!(lines[1], "| -: | -------- | ------------: | -------- |");
        assert!(lines[3].ends_with("| z\\|thesis |"), "{markdown}");
    }
}
