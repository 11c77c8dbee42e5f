//! The table `[adjudication]`.

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::chess::adjudication::TablebaseResults;
use crate::config::ranges::{DRAW_SCORE, MOVES, PIECES, RESIGN_SCORE};
use crate::config::reference::Absent::{Is, Nothing, Required, Words};
use crate::config::reference::{Key, Kind, Section};
use crate::config::values::{Paths, Rule, RuleTable, Whole};

/// `[adjudication]` as it is written; the reference describes its keys.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct AdjudicationTable {
    pub(crate) tablebase: Option<Spanned<Rule<TablebaseTable>>>,
    pub(crate) draw: Option<Rule<DrawTable>>,
    pub(crate) resign: Option<Rule<ResignTable>>,
    pub(crate) max_moves: Option<Spanned<Whole>>,
}

/// `[adjudication.tablebases]` as it is written; the reference describes its keys.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TablebaseTable {
    pub(crate) path: Option<Spanned<Paths>>,
    pub(crate) max_pieces: Option<Spanned<Whole>>,
    pub(crate) fifty_moves: Option<bool>,
    pub(crate) adjudicate: Option<Spanned<String>>,
}

/// `[adjudication.draw]` as it is written; the reference describes its keys.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DrawTable {
    pub(crate) score: Option<Spanned<Whole>>,
    pub(crate) moves: Option<Spanned<Whole>>,
    pub(crate) from_move: Option<Spanned<Whole>>,
}

/// `[adjudication.resign]` as it is written; the reference describes its keys.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ResignTable {
    pub(crate) score: Option<Spanned<Whole>>,
    pub(crate) moves: Option<Spanned<Whole>>,
    pub(crate) two_sided: Option<bool>,
}

impl RuleTable for TablebaseTable {
    const SECTION: &'static Section = &TABLEBASE;
}

impl RuleTable for DrawTable {
    const SECTION: &'static Section = &DRAW;
}

impl RuleTable for ResignTable {
    const SECTION: &'static Section = &RESIGN;
}

/// `[adjudication]` and its keys.
pub const ADJUDICATION: Section = Section {
    title: "[adjudication]",
    meaning: "How games are ended before the rules of chess do. All of it is off unless it is named; `true` \
              is a rule with its defaults.",
    keys: &[
        Key::new(
            "draw",
            Kind::Rule(&DRAW),
            Is("false"),
            "{ score = 20, moves = 8, from_move = 34 }",
            "A draw, once both sides have scored the game as level for some moves.",
        ),
        Key::new(
            "resign",
            Kind::Rule(&RESIGN),
            Is("false"),
            "{ score = 600, moves = 3, two_sided = false }",
            "A loss, once a side has scored the game as lost for some of its moves.",
        ),
        Key::new(
            "max_moves",
            Kind::Whole(MOVES),
            Nothing,
            "200",
            "Moves of each side, the opening's not counted, after which the game is a draw.",
        ),
        Key::new(
            "tablebase",
            Kind::Rule(&TABLEBASE),
            Is("false"),
            "{ path = \"syzygy\" }",
            "Syzygy endgame tables (WDL), asked after captures and pawn moves.",
        ),
    ],
};

pub(crate) const DRAW: Section = Section {
    title: "adjudication.draw",
    meaning: "Both sides' scores stay within `score` of 0 for `moves` moves of each; a capture or a pawn \
              move restarts the count.",
    keys: &[
        Key::new("score", Kind::Whole(DRAW_SCORE), Is("20"), "10", "Largest score, in centipawns."),
        Key::new("moves", Kind::Whole(MOVES), Is("8"), "8", "Moves of each side in a row."),
        Key::new(
            "from_move",
            Kind::Whole(MOVES),
            Is("34"),
            "34",
            "Not before both have made the move of this number, as the board counts it.",
        ),
    ],
};

pub(crate) const RESIGN: Section = Section {
    title: "adjudication.resign",
    meaning: "A side's own score stays at -`score` or worse for `moves` of its moves.",
    keys: &[
        Key::new("score", Kind::Whole(RESIGN_SCORE), Is("600"), "900", "The score, in centipawns."),
        Key::new("moves", Kind::Whole(MOVES), Is("3"), "4", "Moves of the side in a row."),
        Key::new(
            "two_sided",
            Kind::Switch,
            Is("false"),
            "true",
            "Whether the opponent's score must be at `score` or better for as many moves.",
        ),
    ],
};

pub(crate) const TABLEBASE: Section = Section {
    title: "adjudication.tablebase",
    meaning: "Endgame tables that end a game after the capture or pawn move that leads to them.",
    keys: &[
        Key::new(
            "path",
            Kind::Words("directory in quotes, or an array of them"),
            Required,
            "[\"syzygy/345\", \"syzygy/6\"]",
            "Where the tables are: beside this file, or else in the current directory.",
        ),
        Key::new(
            "max_pieces",
            Kind::Whole(PIECES),
            Words("as many as the largest table has"),
            "5",
            "Pieces of the positions that are looked up, at most.",
        ),
        Key::new(
            "fifty_moves",
            Kind::Switch,
            Is("true"),
            "false",
            "Whether a win that the fifty-move rule spoils is a draw.",
        ),
        Key::new(
            "adjudicate",
            Kind::OneOf(|| TablebaseResults::ALL.map(|results| results.name().to_owned()).into()),
            Is("\"both\""),
            "\"wins\"",
            "The results that the tables may decide.",
        ),
    ],
};
