//! The contents of a report of each kind, and the sections that several kinds have.

mod counts;
mod course;
pub(super) mod differences;
mod efforts;
mod lines;
pub(super) mod of_match;
pub(super) mod pgn_results;
mod players;
mod results;
mod search;
mod setting;
pub(super) mod tournament;
pub(super) mod two_players;
mod why;
