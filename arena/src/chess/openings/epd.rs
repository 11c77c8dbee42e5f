//! EPD books: one position a line.

use super::Opening;
use super::line_error::LineError;
use crate::chess::epd;

/// Hands each line's place and opening over.
pub(super) fn each(
    bytes: &[u8],
    mut take: impl FnMut(usize, Opening) -> Result<(), LineError>,
) -> Result<(), LineError> {
    pgn::epd::placed(bytes).try_for_each(|(number, at, line)| {
        let line = epd::line(&line).map_err(|problem| LineError::new(number, problem))?;
        let (eco, name) = (line.text("eco"), line.text("id"));
        take(at, Opening { eco, name, ..Opening::new(line.position, number) })
    })
}
