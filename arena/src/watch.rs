//! `arena watch`: the report of a match as a page that grows while the match runs.
//!
//! A server of its own reads the journal, and the small file in which a running match tells of its
//! games in progress; it writes nothing, so that it may be started and stopped at any time. Browsers
//! hear of what is new by server-sent events. While nobody looks nothing is read, and updates are
//! spaced so that they take a small share of one core however long the match is.
//!
//! What is shown is kept once, as bytes that all browsers share: memory grows with the match and
//! not with those who look at it, whether they read what they are sent or not.

mod access;
mod connections;
mod follower;
mod hub;
mod patience;
mod server;
mod shown;

pub use access::Access;
pub use server::{ServeError, bind, serve};
