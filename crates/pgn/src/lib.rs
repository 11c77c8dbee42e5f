#![doc = include_str!("../README.md")]
//!
//! # Why not another crate
//!
//! pgn-reader 0.29.1, the fastest and best maintained, ends a movetext at a blank line, joins tag
//! sections without movetext, ends the tags at a quote within a value, limits the size of tag lines
//! and comments, and skips unknown words. shakmaty reads moves and positions but not files, and the
//! other crates are built on pgn-reader or hold a whole file. Here a lexer finds the tokens, and
//! shakmaty reads the moves.

#![forbid(unsafe_code)]

mod encoding;
pub mod epd;
mod fault;
mod input;
mod moves;
mod outcome;
mod reader;
mod tag;
mod token;

pub use encoding::decode;
pub use fault::{Fault, FaultKind};
pub use moves::{MoveError, WrittenMove};
pub use outcome::{Settled, outcome, settle};
pub use reader::{LONGEST_COMMENT, LONGEST_TAG, LONGEST_WORD, Reader};
pub use token::{Comment, Token};
