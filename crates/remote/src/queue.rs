//! Many matches on one set of workers: a directory of matches, and a server that has a coordinator for
//! each of them.
//!
//! The directory is all there is: a directory of its own for each match, with the match file, the
//! user's wish (`wanted.json`, written by `arena queue`), its state (`standing.json`, written by `arena queue
//! serve`), its coordinator's messages (`log.txt`) and its results. So the queue can be looked at
//! and changed while nobody serves it, and goes on where it was. Which match is played is up to the
//! workers: they take the one of the highest priority.

mod serve;
mod store;

pub use serve::{Served, serve};
pub use store::{Entry, Queue, Standing, Wanted};
