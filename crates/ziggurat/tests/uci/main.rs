//! The program, used as a GUI or a match runner uses it.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod commands;
mod conversation;
mod faults;
mod options;
mod search;

use conversation::Conversation;
