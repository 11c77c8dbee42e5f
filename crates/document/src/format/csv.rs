//! CSV with cells that spreadsheets do not take for formulas.

use std::borrow::Cow;

use crate::Block;

/// The tables of a document, one below the other.
pub(crate) fn tables(blocks: &[Block]) -> String {
    let text = |block: &Block| match block {
        Block::Table(table) => Some(rows(std::iter::once(&table.headings()).chain(table.rows()))),
        Block::Title(_) | Block::Heading(_) | Block::Paragraph(_) => None,
    };
    blocks.iter().filter_map(text).collect::<Vec<String>>().join("\n")
}

/// A list of records as CSV, each of the same columns with their headings.
#[must_use]
pub fn records<H: AsRef<str>, R: IntoIterator<Item = (H, String)>>(
    records: impl IntoIterator<Item = R>,
) -> String {
    let mut writer = Writer::new();
    for (number, record) in records.into_iter().enumerate() {
        let (headings, cells): (Vec<H>, Vec<String>) = record.into_iter().unzip();
        if number == 0 {
            writer.row(&headings);
        }
        writer.row(cells);
    }
    writer.text()
}

/// Rows of numbers and texts as CSV.
#[must_use]
pub fn rows<S: AsRef<str>>(rows: impl IntoIterator<Item = impl IntoIterator<Item = S>>) -> String {
    let mut writer = Writer::new();
    rows.into_iter().for_each(|row| writer.row(row));
    writer.text()
}

/// Writes into memory, where nothing fails.
struct Writer(csv::Writer<Vec<u8>>);

impl Writer {
    fn new() -> Writer {
        Writer(csv::WriterBuilder::new().flexible(true).from_writer(Vec::new()))
    }

    fn row<S: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = S>) {
        for cell in cells {
            let _ = self.0.write_field(plain(cell.as_ref()).as_bytes());
        }
        let _ = self.0.write_record(None::<&[u8]>);
    }

    fn text(self) -> String {
        String::from_utf8_lossy(&self.0.into_inner().unwrap_or_default()).into_owned()
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
    use crate::Table;

    #[test]
    fn names_are_no_formulas_and_numbers_stay_numbers() {
        let rows = [
            ["=HYPERLINK(\"x\")", "+1+2", "-2+3", "@SUM(1)", "\tx", "a=b"],
            ["-12.5", "+2.81", "-", "-inf", "", "1-0"],
        ];
        let expected =
            "\"'=HYPERLINK(\"\"x\"\")\",'+1+2,'-2+3,'@SUM(1),'\tx,a=b\n-12.5,+2.81,-,-inf,,1-0\n";
        assert_eq!(super::rows(rows), expected);
    }

    #[test]
    fn the_tables_of_a_document_stand_one_below_the_other() {
        let mut table = Table::new(["a", "b"]);
        table.row(["x, y", "1"]);
        let document =
            crate::Document::titled("t").table(table.clone()).paragraph("p").table(table);
        assert_eq!(crate::Format::Csv.render(&document), "a,b\n\"x, y\",1\n\na,b\n\"x, y\",1\n");
    }
}
