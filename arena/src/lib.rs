//! The match runner: config -> schedule -> play -> record -> statistics -> report.

#![forbid(unsafe_code)]
// A match must not end by a defect: whatever can fail says so.
#![warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unimplemented)]

pub mod adjudication;
pub mod calculator;
mod causes;
pub mod check;
pub mod cli;
pub mod clock;
pub mod config;
mod durable;
pub mod epd;
pub mod facts;
pub mod faults;
mod fen;
pub mod game;
mod hexadecimal;
pub mod host;
pub mod in_progress;
pub mod journal;
mod json_lines;
pub mod limits;
pub mod openings;
pub mod pairings;
pub mod plan;
pub mod player;
pub mod record;
pub mod referee;
pub mod report;
pub mod reporter;
pub mod results;
pub mod runner;
pub mod schedule;
pub mod shard;
pub mod simulate;
pub mod stats;
pub mod stop;
pub mod suite;
pub mod tally;
pub mod terminal;
pub mod tournament;
pub mod tune;
pub mod watch;
