//! Rows of CSV that no spreadsheet takes for formulas.

use std::borrow::Cow;

/// Rows, as they are written one after the other.
pub(crate) struct Rows(csv::Writer<Vec<u8>>);

impl Rows {
    /// None yet.
    pub(crate) fn new() -> Rows {
        Rows(csv::Writer::from_writer(Vec::new()))
    }

    /// Adds a row.
    ///
    /// # Errors
    /// When it has more or less cells than those before.
    pub(crate) fn row<S: AsRef<str>>(
        &mut self,
        cells: impl IntoIterator<Item = S>,
    ) -> Result<(), csv::Error> {
        for cell in cells {
            self.0.write_field(plain(cell.as_ref()).as_bytes())?;
        }
        self.0.write_record(None::<&[u8]>)
    }

    /// All rows as one text.
    ///
    /// # Errors
    /// On a bug: they are written into memory.
    pub(crate) fn text(self) -> Result<String, csv::Error> {
        let bytes = self.0.into_inner().map_err(|error| error.into_error())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// A cell that begins as a formula does, and is no number, gets an apostrophe before it: spreadsheets
/// then show it as the text it is.
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
}
