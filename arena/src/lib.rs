//! The match runner: config -> schedule -> play -> record -> statistics -> report.

#![forbid(unsafe_code)]
// A match must not end by a bug: whatever can fail says so.
#![warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unimplemented)]

pub mod chess;
pub mod config;
pub mod player;
pub mod report;
pub mod runner;
pub mod score;
pub mod storage;
pub mod system;
