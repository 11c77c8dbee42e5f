//! The table `[explain]`.

use serde::{Deserialize, Serialize};

use crate::config::ranges::{JudgedPositions, Nodes};
use crate::config::reference::Absent::{Is, Words};
use crate::config::reference::Kind;
use crate::file_table;

file_table! {
    /// How a match is explained at its end, as far as its file says.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    pub struct ExplainSettings;

    /// `[explain]` and its keys.
    pub const EXPLAIN =
        "[explain]",
        "The match is explained at its end, as `arena explain` does it: the choices in which its contenders differ \
         are judged by a reference with many times their nodes.";

    /// Nodes of a judge's search of each move.
    pub nodes: Option<Nodes> =
        Kind::Whole(Nodes::RANGE), Words("50 times those of the match, or 1,000,000 where nodes do not limit it"), "1000000";

    /// Positions that are judged, at most.
    pub positions: Option<JudgedPositions> = Kind::Whole(JudgedPositions::RANGE), Is("200"), "200";
}
