//! `arena watch`: the report of a match as a page that grows while the match runs.
//!
//! A server of its own reads the journal, and the small file in which a running match tells of its
//! games in progress; it writes nothing, so that it may be started and stopped at any time. Browsers
//! hear of what is new by server-sent events. While nobody looks nothing is read, and updates are
//! spaced so that they take a small share of one core however long the match is.

mod access;
mod events;
mod follower;
mod hub;
mod server;

pub use access::Access;
pub use server::{ServeError, bind, serve};
