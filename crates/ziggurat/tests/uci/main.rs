//! The binary, spoken to as a GUI or a match runner would.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod commands;
mod conversation;
mod faults;
mod options;
mod search;

use conversation::Conversation;
