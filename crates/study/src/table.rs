//! Tables of the page in Markdown, made column by column.

use std::fmt::Display;

use super::words::NOTHING;

/// A table with a row for each `T`.
pub struct Table<T> {
    rows: Vec<T>,
    /// Head, rule and cells of each column.
    columns: Vec<(String, &'static str, Vec<String>)>,
}

impl<T> Table<T> {
    /// A table without columns.
    pub fn of(rows: impl IntoIterator<Item = T>) -> Table<T> {
        Table { rows: rows.into_iter().collect(), columns: Vec::new() }
    }

    /// Adds a column of words.
    pub fn words<C: Display>(self, head: &str, cell: impl FnMut(&T) -> C) -> Table<T> {
        self.column(head, "---|", cell)
    }

    /// Adds a column of numbers.
    pub fn numbers<C: Display>(self, head: &str, cell: impl FnMut(&T) -> C) -> Table<T> {
        self.column(head, "---:|", cell)
    }

    fn column<C: Display>(
        mut self,
        head: &str,
        rule: &'static str,
        mut cell: impl FnMut(&T) -> C,
    ) -> Table<T> {
        let cells = self.rows.iter().map(|row| cell(row).to_string()).collect();
        self.columns.push((head.to_owned(), rule, cells));
        self
    }

    /// The table; the text that replaces it without a row.
    pub fn text(self) -> String {
        if self.rows.is_empty() {
            return NOTHING.to_owned();
        }
        let heads = self.columns.iter().map(|(head, ..)| match head.as_str() {
            "" => " |".to_owned(),
            head => format!(" {head} |"),
        });
        let rules: String = self.columns.iter().map(|(_, rule, _)| *rule).collect();
        let mut text = format!("|{}\n|{rules}\n", heads.collect::<String>());
        for row in 0..self.rows.len() {
            let cells: Vec<&str> =
                self.columns.iter().map(|(.., cells)| cells[row].as_str()).collect();
            text += &format!("| {} |\n", cells.join(" | "));
        }
        text
    }
}
