//! The table `[openings]`.

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::chess::openings::Order;
use crate::config::ranges::{PLIES, START};
use crate::config::reference::Absent::{Is, Required, Words};
use crate::config::reference::{Key, Kind, Section};
use crate::config::values::Whole;

/// `[openings]` as it is written; the reference describes its keys.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningsTable {
    pub(crate) file: Spanned<String>,
    pub(crate) order: Option<Spanned<String>>,
    pub(crate) plies: Option<Spanned<Whole>>,
    pub(crate) start: Option<Spanned<Whole>>,
}

/// `[openings]` and its keys.
pub const OPENINGS: Section = Section {
    title: "[openings]",
    meaning: "The opening book: PGN or EPD, plain or compressed. Every opening is played twice, colours \
              reversed; of openings that lead to one position the first is played.",
    keys: &[
        Key::new(
            "file",
            Kind::Text,
            Required,
            "\"builtin:balanced\"",
            "The book: beside this file, or else in the current directory.",
        ),
        Key::new(
            "order",
            Kind::OneOf(|| {
                [Order::Sequential, Order::Shuffled].map(|order| order.name().to_owned()).into()
            }),
            Is("\"sequential\""),
            "\"shuffled\"",
            "The order of the openings: that of the book, or one drawn by `seed`.",
        ),
        Key::new(
            "plies",
            Kind::Whole(PLIES),
            Words("all"),
            "8",
            "Plies that are played of each opening of a PGN book, at most.",
        ),
        Key::new(
            "start",
            Kind::Whole(START),
            Is("1"),
            "1",
            "The opening of the order to begin with, from 1 to the length of the book.",
        ),
    ],
};
