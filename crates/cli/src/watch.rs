//! `arena watch`: the report of a match as a page that is updated while the match runs.
//!
//! The server is a process of its own. It reads the journal, and the small file that a running match
//! keeps of its games in progress. It writes nothing, so it can be started and stopped at any time.
//! Browsers receive updates as server-sent events. While no page is open, nothing is read; between two
//! updates there is a pause, so that they take a small share of one core in a match of any length.
//!
//! What is shown is kept once, as bytes that all browsers share: memory grows with the match and not
//! with the number of browsers, also where a browser does not read what it is sent.

mod access;
mod connections;
mod follower;
mod hub;
mod patience;
mod server;
mod shown;

pub use access::Access;
pub use server::{ServeError, bind, serve};
