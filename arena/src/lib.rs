//! Matches of chess engines: config -> schedule -> play -> record -> statistics -> report.
//!
//! ```
//! use arena::ReportFormat;
//!
//! let text = r#"
//! games = 8
//! limits = { nodes = 100 }
//! openings = { file = "builtin:balanced" }
//! contender = [{ name = "null move", preset = "null-move" }, { name = "plain", preset = "none" }]
//! "#;
//! let directory = tempfile::tempdir()?;
//! let settings = arena::load_text("match.toml".as_ref(), text.to_owned())?;
//! let report = arena::play(settings, &directory.path().join("games.pgn"))?;
//! println!("{}", report.render(ReportFormat::TEXT)?); // score, Elo and their intervals
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A match is resumed by the same call. Your own engine takes part by implementing the trait [`Player`]:
//! `examples/own_engine.rs` plays one against its older version, or against a program.
//!
//! The items below are the library. The modules are open to the other crates of the project and promise nothing.

#![cfg_attr(test, allow(clippy::disallowed_methods))]
#![forbid(unsafe_code)]
// A bug must not end a match: fallible code returns errors instead of panicking.
#![warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unimplemented)]

#[doc(hidden)]
pub mod chess;
#[doc(hidden)]
pub mod config;
mod play;
#[doc(hidden)]
pub mod player;
#[doc(hidden)]
pub mod report;
#[doc(hidden)]
pub mod runner;
#[doc(hidden)]
pub mod score;
#[doc(hidden)]
pub mod storage;
#[doc(hidden)]
pub mod system;

pub use chess::limits::PlayLimits;
pub use chess::openings::{Book, Opening};
pub use chess::record::{Contender, GameRecord, GameSpec, MoveRecord, Termination};
pub use config::{
    ConfigError, ContenderSettings, EngineSettings, Match, Overrides, OwnEngine, load, load_text,
};
pub use engine::Stop;
pub use play::{play, play_with};
pub use player::{Fault, MoveRequest, Player, PlayerFailure, SearchResult};
pub use report::{Report, ReportFormat, Summary, Tournament};
pub use storage::facts::{ContenderFacts, EngineFacts, MatchFacts};
pub use storage::journal::{JournalGame, JournalReader, ReadError};
