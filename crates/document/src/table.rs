//! Tables, independent of their output format.

/// Rows below a heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
    /// The links of each row.
    links: Vec<Vec<Link>>,
}

/// A link in a cell, for formats that can have one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The column, from 0.
    pub column: usize,
    /// Its text.
    pub text: String,
    /// The address that it leads to.
    pub address: String,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The heading; above the first column the name of the table.
    pub heading: String,
    /// The alignment of its cells.
    pub align: Align,
}

/// The side to which the cells of a column are aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

impl Table {
    /// A table without rows. Its first column has words, the others numbers.
    #[must_use]
    pub fn new<S: Into<String>>(headings: impl IntoIterator<Item = S>) -> Table {
        let align = |i| if i == 0 { Align::Left } else { Align::Right };
        let column = |(i, heading): (usize, S)| Column { heading: heading.into(), align: align(i) };
        let columns = headings.into_iter().enumerate().map(column).collect();
        Table { columns, ..Table::default() }
    }

    /// The same with words in all columns.
    #[must_use]
    pub fn of_words(mut self) -> Table {
        self.columns.iter_mut().for_each(|column| column.align = Align::Left);
        self
    }

    /// The same, every column aligned by its cells: to the right where each begins as a number does, or
    /// is a dash for a missing one.
    #[must_use]
    pub fn aligned_by_cells(mut self) -> Table {
        for (i, column) in self.columns.iter_mut().enumerate() {
            let is_right = self.rows.iter().all(|row| is_numeric(&row[i]));
            column.align = if is_right { Align::Right } else { Align::Left };
        }
        self
    }

    /// Adds a row with a cell for every column.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        let row: Vec<String> = cells.into_iter().map(Into::into).collect();
        debug_assert_eq!(row.len(), self.columns.len(), "a row has a cell for every column");
        self.rows.push(row);
        self.links.push(Vec::new());
    }

    /// Adds a link to a cell of the last row. In a format with links those of a cell stand in place of its text.
    pub fn link(&mut self, column: usize, text: impl Into<String>, address: impl Into<String>) {
        if let Some(links) = self.links.last_mut() {
            links.push(Link { column, text: text.into(), address: address.into() });
        }
    }

    /// The same table in two: up to this row, and the rows behind.
    #[must_use]
    pub fn split_at(mut self, row: usize) -> (Table, Table) {
        let row = row.min(self.rows.len());
        let (rows, links) = (self.rows.split_off(row), self.links.split_off(row));
        let rest = Table { columns: self.columns.clone(), rows, links };
        (self, rest)
    }

    /// The columns from left to right.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The rows from top to bottom.
    #[must_use]
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// The links of a row, those of one cell in their order.
    #[must_use]
    pub fn links(&self, row: usize) -> &[Link] {
        self.links.get(row).map_or(&[], Vec::as_slice)
    }

    /// The headings of the columns.
    #[must_use]
    pub fn headings(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.heading.clone()).collect()
    }

    /// The same table with other texts.
    pub(crate) fn map(&self, text: impl Fn(&String) -> String) -> Table {
        let column =
            |column: &Column| Column { heading: text(&column.heading), align: column.align };
        Table {
            columns: self.columns.iter().map(column).collect(),
            rows: self.rows.iter().map(|row| row.iter().map(&text).collect()).collect(),
            links: self.links.clone(),
        }
    }
}

fn is_numeric(cell: &str) -> bool {
    let unsigned = cell.trim_start_matches(['+', '-']);
    cell == "-" || unsigned.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_by_what_is_in_them() {
        let mut table = Table::new(["R", "Apply at", "Nodes", "ID"]);
        table.row(["-", "-", "1,991,573,761", "z-none"]);
        table.row(["+2", "Cut", "548,886,666", "2z"]);
        let align =
            |table: &Table| table.columns().iter().map(|column| column.align).collect::<Vec<_>>();
        let (left, right) = (Align::Left, Align::Right);
        assert_eq!(align(&table), [left, right, right, right]);
        assert_eq!(align(&table.clone().of_words()), [left; 4]);
        assert_eq!(align(&table.aligned_by_cells()), [right, left, right, left]);
    }
}
