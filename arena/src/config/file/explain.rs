//! The table `[explain]`.

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::config::ranges::{EXPLAINED, NODES};
use crate::config::reference::Absent::{Is, Words};
use crate::config::reference::Kind;
use crate::config::values::Whole;
use crate::file_table;

file_table! {
    /// `[explain]` as it is written.
    #[derive(Debug, Default, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    pub struct ExplainTable;

    /// `[explain]` and its keys.
    pub const EXPLAIN =
        "[explain]",
        "The match is explained at its end, as `arena explain` does it: the choices in which its contenders differ \
         are judged by a reference with many times their nodes.";

    /// Nodes of a judge's search of each move.
    pub nodes: Option<Spanned<Whole>> =
        Kind::Whole(NODES), Words("50 times those of the match, or 1,000,000 where nodes do not limit it"), "1000000";

    /// Positions that are judged, at most.
    pub positions: Option<Spanned<Whole>> = Kind::Whole(EXPLAINED), Is("200"), "200";
}
