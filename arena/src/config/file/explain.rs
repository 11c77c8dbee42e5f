//! The table `[explain]`.

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::config::ranges::{EXPLAINED, NODES};
use crate::config::reference::Absent::{Is, Words};
use crate::config::reference::{Key, Kind, Section};
use crate::config::values::Whole;

/// `[explain]` as it is written; the reference describes its keys.
#[expect(missing_docs, reason = "the reference describes every key")]
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ExplainTable {
    pub nodes: Option<Spanned<Whole>>,
    pub positions: Option<Spanned<Whole>>,
}

/// `[explain]` and its keys.
pub const EXPLAIN: Section = Section {
    title: "[explain]",
    meaning: "The match is explained at its end, as `arena explain` does it: the choices in which its contenders differ are \
              judged by a reference with many times their nodes.",
    keys: &[
        Key::new(
            "nodes",
            Kind::Whole(NODES),
            Words("50 times those of the match, or 1,000,000 where nodes do not limit it"),
            "1000000",
            "Nodes of a judge's search of each move.",
        ),
        Key::new(
            "positions",
            Kind::Whole(EXPLAINED),
            Is("200"),
            "200",
            "Positions that are judged, at most.",
        ),
    ],
};
