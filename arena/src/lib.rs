//! The match runner: config -> schedule -> play -> record -> statistics -> report.

pub mod adjudication;
pub mod clock;
pub mod config;
pub mod facts;
pub mod limits;
pub mod openings;
pub mod record;
pub mod schedule;
