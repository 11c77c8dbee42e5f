//! The curve of expected scores of a match: fitted to its own games where they suffice.

use std::path::Path;

use arena::storage::journal::{JournalReader, ReadError};
use lab::book::observations::Observer;
use lab::judging::curve::Curve;

/// Plies after the opening whose values are taken.
const PLIES: usize = 60;

/// The curve of a match.
///
/// # Errors
/// When the journal cannot be read.
pub fn of_match(journal: &Path) -> Result<Curve, ReadError> {
    let mut observer = Observer::new(PLIES);
    let mut reader = JournalReader::open(journal)?;
    while let Some(game) = reader.next_game()? {
        observer.add(&game);
    }
    Ok(Curve::of_games(&observer))
}
