//! The facts of the opening book.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::saturated;
use crate::config::Openings;

/// The facts of the opening book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookFacts {
    /// The file's name.
    pub file: String,
    /// The number of openings.
    pub openings: u32,
    /// `sequential` or `shuffled`.
    pub order: String,
    /// The plies its openings were cut to.
    pub plies: Option<u32>,
    /// The opening of the order the match began with, from 1.
    pub start: u32,
}

impl BookFacts {
    /// The facts of these openings.
    #[must_use]
    pub fn of(openings: &Openings) -> BookFacts {
        let file = openings.book.path.file_name().unwrap_or_default();
        BookFacts {
            file: file.to_string_lossy().into_owned(),
            openings: saturated(openings.book.len()),
            order: openings.order.name().to_owned(),
            plies: openings.plies.map(saturated),
            start: saturated(openings.start),
        }
    }
}

/// The book and how it is gone through, on one line.
impl fmt::Display for BookFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BookFacts { file, openings, order, plies, start } = self;
        write!(f, "{file} ({openings} openings, {order}")?;
        if let Some(plies) = plies {
            write!(f, ", {plies} plies")?;
        }
        if *start > 1 {
            write!(f, ", from number {start}")?;
        }
        write!(f, ")")
    }
}
