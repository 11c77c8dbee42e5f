//! CSV with cells that spreadsheets do not take for formulas.

use std::borrow::Cow;

use crate::{Block, Format, Table};

/// The error of a failed CSV.
pub use csv::Error;

/// For spreadsheets.
pub(crate) struct Csv;

impl Format for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn purpose(&self) -> &'static str {
        "The tables for a spreadsheet, one below the other"
    }

    fn extension(&self) -> &'static str {
        "csv"
    }

    fn block(&self, block: &Block) -> String {
        match block {
            Block::Table(table) => written(table).unwrap_or_default(),
            Block::Title(_) | Block::Heading(_) | Block::Paragraph(_) => String::new(),
        }
    }

    fn join(&self, blocks: &[String]) -> String {
        let tables = blocks.iter().filter(|block| !block.is_empty());
        tables.map(String::as_str).collect::<Vec<_>>().join("\n")
    }
}

fn written(table: &Table) -> Result<String, Error> {
    let mut rows = Rows::new();
    rows.row(table.headings())?;
    for row in table.rows() {
        rows.row(row)?;
    }
    rows.text()
}

/// Rows of numbers and texts, written one after the other.
#[derive(Debug)]
pub struct Rows(csv::Writer<Vec<u8>>);

impl Default for Rows {
    fn default() -> Rows {
        Rows::new()
    }
}

/// A list of records as CSV, each of the same columns with their headings.
///
/// # Errors
/// Records differ in their number of columns.
pub fn records<const N: usize>(
    records: impl IntoIterator<Item = [(&'static str, String); N]>,
) -> Result<String, Error> {
    let mut rows = Rows::new();
    for (number, record) in records.into_iter().enumerate() {
        if number == 0 {
            rows.row(record.each_ref().map(|(heading, _)| *heading))?;
        }
        rows.row(record.map(|(_, cell)| cell))?;
    }
    rows.text()
}

impl Rows {
    /// None yet.
    #[must_use]
    pub fn new() -> Rows {
        Rows(csv::Writer::from_writer(Vec::new()))
    }

    /// Adds a row.
    ///
    /// # Errors
    /// It has more or fewer cells than the rows before.
    pub fn row<S: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = S>) -> Result<(), Error> {
        for cell in cells {
            self.0.write_field(plain(cell.as_ref()).as_bytes())?;
        }
        self.0.write_record(None::<&[u8]>)
    }

    /// All rows as one text.
    ///
    /// # Errors
    /// On a bug: they are written into memory.
    pub fn text(self) -> Result<String, Error> {
        let bytes = self.0.into_inner().map_err(|error| error.into_error())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// A cell that begins like a formula, and is not a number, gets an apostrophe before it:
/// spreadsheets then show it as text.
fn plain(cell: &str) -> Cow<'_, str> {
    let begins_so = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if begins_so && cell.len() > 1 && cell.parse::<f64>().is_err() {
        return Cow::Owned(format!("'{cell}"));
    }
    Cow::Borrowed(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_formulas_and_numbers_stay_numbers() {
        let mut rows = Rows::new();
        rows.row(["=HYPERLINK(\"x\")", "+1+2", "-2+3", "@SUM(1)", "\tx", "a=b"]).unwrap();
        rows.row(["-12.5", "+2.81", "-", "-inf", "", "1-0"]).unwrap();
        let expected =
            "\"'=HYPERLINK(\"\"x\"\")\",'+1+2,'-2+3,'@SUM(1),'\tx,a=b\n-12.5,+2.81,-,-inf,,1-0\n";
        assert_eq!(rows.text().unwrap(), expected);
    }

    #[test]
    fn the_tables_of_a_document_stand_one_below_the_other() {
        let mut table = Table::new(["a", "b"]);
        table.row(["x, y", "1"]);
        let document =
            crate::Document::titled("t").table(table.clone()).paragraph("p").table(table);
        assert_eq!(Csv.render(&document), "a,b\n\"x, y\",1\n\na,b\n\"x, y\",1\n");
    }
}
