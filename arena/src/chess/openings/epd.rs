//! EPD books: one position a line.

use super::Opening;
use super::line_error::LineError;
use crate::chess::epd;

pub(super) fn parse(bytes: &[u8]) -> Result<Vec<Opening>, LineError> {
    let openings = epd::lines(bytes).map(|(number, line)| {
        let line = line.map_err(|problem| LineError::new(number, problem))?;
        let (eco, name) = (line.text("eco"), line.text("id"));
        let mut opening = Opening::new(line.position, number);
        opening.eco = eco;
        opening.name = name;
        Ok(opening)
    });
    openings.collect()
}
