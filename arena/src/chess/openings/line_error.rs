//! A mistake in a book, with its line.

use std::fmt;

/// The problem in one line of a book.
#[derive(Debug)]
pub(super) struct LineError {
    pub(super) line: usize,
    pub(super) problem: String,
}

impl LineError {
    pub(super) fn new(line: usize, problem: impl fmt::Display) -> LineError {
        LineError { line, problem: problem.to_string() }
    }
}
