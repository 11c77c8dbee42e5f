//! The workbench beside the match: test suites and sweeps, opening books, tunings, and games to learn from.
//!
//! | module | subject |
//! |---|---|
//! | [`suite`] | configurations and programs on a test suite: nodes, and positions solved |
//! | [`book`] | opening books: made, filtered, measured |
//! | [`tune`] | values of parameters, found by games |
//! | [`datagen`] | games that an evaluation learns from |
//! | [`progress`] | the progress of all of them |

#![forbid(unsafe_code)]
// A run must not end by a bug: whatever can fail says so.
#![warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unimplemented)]

pub mod book;
pub mod datagen;
pub mod progress;
pub mod suite;
pub mod tune;
