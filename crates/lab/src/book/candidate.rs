//! The finding for one candidate: a line of the journal.

use serde::{Deserialize, Serialize};

/// A candidate and the finding for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// Its number, from 0.
    pub number: u64,
    /// The finding.
    #[serde(flatten)]
    pub finding: Finding,
}

/// A judge's finding. Values are in centipawns from the mover's view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "finding")]
pub enum Finding {
    /// The game is over, in the position or before it.
    Over,
    /// The side to move is in check.
    Check,
    /// The value is outside the window.
    Outside {
        /// The value; if it is far outside, that of a shorter search.
        value: i32,
    },
    /// A capture, a promotion or a check is worth more than every quiet move.
    Unquiet {
        /// The value.
        value: i32,
    },
    /// A position for the book.
    Fit {
        /// The value.
        value: i32,
        /// Nominal depth of the search that found it, in plies.
        depth: u32,
        /// Number of the start position in Chess960; absent for a given candidate.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        start: Option<u32>,
        /// The moves from there, as UCI writes them in Chess960.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        moves: Vec<String>,
    },
}

impl Finding {
    /// The value, if there was a search.
    #[must_use]
    pub fn value(&self) -> Option<i32> {
        match self {
            Finding::Over | Finding::Check => None,
            Finding::Outside { value }
            | Finding::Unquiet { value }
            | Finding::Fit { value, .. } => Some(*value),
        }
    }
}
