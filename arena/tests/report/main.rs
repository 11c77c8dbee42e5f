//! Reports of small matches, from records to text.

#![allow(clippy::disallowed_methods)]
#![expect(clippy::unwrap_used, reason = "a match that cannot be told of fails the test")]

mod common;
mod formats;
mod json;
mod one_verdict;
mod other_runners;
mod scored_positions;
mod scores;
mod verdicts;
