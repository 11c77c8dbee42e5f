//! The language of fastchess: its command line, read as it reads it, and its output, written as it
//! writes it, so that whoever starts fastchess today can start another match runner. No game is played
//! here.
//!
//! ```text
//! arguments -> Request: version, help, or a Command  ->  (a match runner)  ->  counts  ->  lines
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`arguments`] | the grammar of the command line, and the options there are |
//! | [`reader`] | from a command line to a request |
//! | [`command`] | what a command line asks for; [`engine_arguments`] what it says of an engine |
//! | [`cutechess`] | the same of cutechess-cli, as far as it means the same |
//! | [`checks`] | what is looked at when all options are read |
//! | [`state`] | the JSON file that a run is resumed from |
//! | [`book_order`] | which openings are played, in which order |
//! | [`counts`], [`numbers`], [`sprt`] | results, and what is computed from them |
//! | [`stream`], [`text`] | the lines on standard output; numbers as `printf` writes them |
//!
//! "The reference" is fastchess 1.8.2. Where its output is tested for equality, numbers are computed
//! in the same order of operations.

pub mod arguments;
pub mod book_order;
pub mod checks;
mod choices;
pub mod command;
pub mod counts;
pub mod cutechess;
mod defaults;
pub mod engine_arguments;
mod keys;
pub mod numbers;
pub mod reader;
pub mod scalar;
pub mod sprt;
pub mod state;
pub mod stream;
pub mod text;
