//! Games to counts: of a match, and of the PGN files of any match runner.

pub mod encounter;
pub mod pgn_scores;
pub mod tally;
