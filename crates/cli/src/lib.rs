//! The program `arena`: its command line, the terminal while a match runs, and the live page.

#![forbid(unsafe_code)]
// A bug must not end a match: fallible code returns errors instead of panicking.
#![warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unimplemented)]

pub mod commands;
pub mod terminal_ui;
pub mod watch;
