//! Matches of chess engines: config -> schedule -> play -> record -> statistics -> report.
//!
//! ```
//! use arena::config;
//! use arena::report::ReportFormat;
//!
//! let text = r#"
//! games = 8
//! limits = { nodes = 100 }
//! openings = { file = "builtin:balanced" }
//! contender = [{ name = "null move", preset = "null-move" }, { name = "plain", preset = "none" }]
//! "#;
//! let directory = tempfile::tempdir()?;
//! let settings = config::load_text("match.toml".as_ref(), text.to_owned())?;
//! let report = arena::play(settings, &directory.path().join("games.pgn"))?;
//! println!("{}", report.render(ReportFormat::TEXT)?); // score, Elo and their intervals
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A match is resumed by the same call. Your own engine takes part by implementing the trait [`player::Player`]:
//! `examples/own_engine.rs` plays one against its older version.

#![forbid(unsafe_code)]
// A bug must not end a match: fallible code returns errors instead of panicking.
#![warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unimplemented)]

pub mod chess;
pub mod config;
mod play;
pub mod player;
pub mod report;
pub mod runner;
pub mod score;
pub mod storage;
pub mod system;

pub use play::{PlayError, play, play_with};
