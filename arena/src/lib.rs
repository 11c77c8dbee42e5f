//! The match runner: config -> schedule -> play -> record -> statistics -> report.

pub mod record;
pub mod stats;
pub mod tally;
