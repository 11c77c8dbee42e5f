//! The match runner as a whole.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod binary;
mod books;
mod chess960;
mod common;
mod games;
mod journal;
mod manual;
mod manual_commands;
mod match_file;
mod matches;
mod papers;
mod round_robins;
mod shards;
mod shell;
mod tuning;
mod watch;
