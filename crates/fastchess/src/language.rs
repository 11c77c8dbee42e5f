//! The language of fastchess: its command line, read as it reads it, and its output, written as it
//! writes it, so that another match runner can replace it. No game is played here.
//!
//! ```text
//! arguments -> Request: version, help, or a Command  ->  (a match runner)  ->  counts  ->  lines
//! ```
//!
//! | module | content |
//! |---|---|
//! | [`arguments`] | the grammar of the command line, and all its options |
//! | [`reader`] | reads a command line into a request |
//! | [`command`] | the command; [`engine_arguments`] its settings of an engine |
//! | [`cutechess`] | the part of cutechess-cli's command line with the same meaning |
//! | [`checks`] | the checks after all options are read |
//! | [`state`] | the JSON file from which a run is resumed |
//! | [`book_order`] | the order of openings |
//! | [`counts`], [`numbers`], [`sprt`] | results, and the statistics of them |
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
