//! The match runner: config -> schedule -> play -> record -> statistics -> report.

pub mod calculator;
pub mod facts;
pub mod record;
pub mod report;
pub mod stats;
pub mod tally;
