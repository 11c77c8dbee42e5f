//! Games to counts: of a match, and of the PGN files of any match runner.

pub mod tally;
pub mod tournament;
