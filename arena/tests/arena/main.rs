//! The match runner as a whole.

mod binary;
mod common;
mod games;
mod journal;
mod match_file;
mod matches;
