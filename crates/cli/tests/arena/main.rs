//! The match runner as a whole.

#![allow(clippy::disallowed_methods)]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod binary;
mod books;
mod chess960;
mod common;
mod direct;
mod explain;
mod finding;
mod games;
mod hostile_peers;
mod house;
mod import;
mod journal;
mod lean_journal;
mod lines;
mod manual;
mod manual_commands;
mod match_file;
mod matches;
mod nats;
mod networks;
mod on_end;
mod one_system;
mod papers;
mod positions;
mod ratings;
mod reference;
mod remote;
mod remote_access;
mod remote_files;
mod repeats;
mod round_robins;
mod settings;
mod shards;
mod shell;
mod study;
mod timeless;
mod tuning;
mod watch;
#[path = "../without/mod.rs"]
mod without;
mod written;
