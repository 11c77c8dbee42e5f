//! Why a match ended as it did: an account of its Elo difference, by terms that are measured.
//!
//! ```text
//! journal --Evidence--> depths, positions --Nodes--> log2 of the nodes at equal depth  \
//!                              |                                                        > Account --> sentence, tables
//!                              +--games::{at_depth, doubling}--> Elo of each term      /
//! ```
//!
//! | module | subject |
//! |---|---|
//! | [`account`] | the terms, their sum and the rest; whether the account closes; the price of a narrower one |
//! | [`evidence`] | a match's own games: depths, nodes, times, and positions drawn at random |
//! | [`nodes`] | nodes at equal depth, by both contenders' searches of these positions |
//! | [`games`] | the matches at equal depth and of a doubling |
//! | [`course`] | from the games of a match to the files |
//! | [`explanation`], [`report`] | all of it as one value, and its forms |

#![forbid(unsafe_code)]
// A run must not end by a bug: whatever can fail says so.
#![warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unimplemented)]

pub mod account;
pub mod course;
pub mod evidence;
pub mod explanation;
pub mod games;
pub mod nodes;
pub mod report;

/// The directory of an account, in that of its match.
pub const DIRECTORY: &str = "explain";
