//! `arena watch`: the report of a match as a page that is updated while the match runs.
//!
//! The server is a separate process. It reads the journal, and the small file in which a running
//! match describes its games in progress. It writes nothing, so it can be started and stopped at
//! any time. Browsers receive updates as server-sent events. While no page is open, nothing is
//! read; between two updates there is a pause, so that they take a small share of one core in a
//! match of any length.
//!
//! The page is kept once, as bytes that all browsers share: memory grows with the match and not
//! with the number of browsers, even if a browser stops reading.

mod access;
mod connections;
mod follower;
mod hub;
mod kept;
mod overview;
mod server;
mod shown;

pub use access::Access;
pub use overview::{has_results, last_match};
pub use server::{bind, serve};
