//! The table `[openings]`.

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::chess::openings::Order;
use crate::config::ranges::{Plies, Start};
use crate::config::reference::Absent::{Is, Required, Words};
use crate::config::reference::Kind;
use crate::config::values::{Named, names};
use crate::file_table;

file_table! {
    /// `[openings]` as it is written.
    #[derive(Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    pub struct OpeningsTable;

    /// `[openings]` and its keys.
    pub const OPENINGS =
        "[openings]",
        "The opening book: PGN or EPD, plain or compressed. Every opening is played twice, colours reversed; of \
         openings that lead to one position the first is played.";

    /// The book: beside this file, or else in the current directory.
    pub(crate) file: Spanned<String> = Kind::Text, Required, "\"builtin:balanced\"";

    /// The order of the openings: that of the book, or one drawn by `seed`.
    pub(crate) order: Option<Named<Order>> = Kind::OneOf(names::<Order>), Is("\"sequential\""),
        "\"shuffled\"";

    /// Plies that are played of each opening of a PGN book, at most.
    pub(crate) plies: Option<Plies> = Kind::Whole(Plies::RANGE), Words("all"), "8";

    /// The opening of the order to begin with, from 1 to the length of the book.
    pub(crate) start: Option<Spanned<Start>> = Kind::Whole(Start::RANGE), Is("1"), "1";
}
