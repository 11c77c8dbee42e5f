//! The table `[adjudication]`.

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::chess::adjudication::{DrawRule, ResignRule, TablebaseResults};
use crate::config::ranges::{DrawScore, Moves, Pieces, ResignScore};
use crate::config::reference::Absent::{Is, Nothing, Required, Words};
use crate::config::reference::{Kind, Section};
use crate::config::values::{As, Named, Paths, Rule, RuleTable, names};
use crate::file_table;

file_table! {
    /// `[adjudication]` as it is written.
    #[derive(Debug, Default, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    pub struct AdjudicationTable;

    /// `[adjudication]` and its keys.
    pub const ADJUDICATION =
        "[adjudication]",
        "How games are ended before the rules of chess do. All of it is off unless it is named; `true` is a rule with \
         its defaults.";

    /// Syzygy endgame tables (WDL), asked after captures and pawn moves.
    pub(crate) tablebase: Option<Spanned<Rule<TablebaseTable>>> =
        Kind::Rule(&TABLEBASE), Is("false"), "{ path = \"syzygy\" }";

    /// A draw, once both sides have scored the game as level for some moves.
    #[serde(default)]
    pub(crate) draw: Rule<DrawTable> =
        Kind::Rule(&DRAW), Is("false"), "{ score = 20, moves = 8, from_move = 34 }";

    /// A loss, once a side has scored the game as lost for some of its moves.
    #[serde(default)]
    pub(crate) resign: Rule<ResignTable> =
        Kind::Rule(&RESIGN), Is("false"), "{ score = 600, moves = 3, two_sided = false }";

    /// Moves of each side, the opening's not counted, after which the game is a draw.
    #[serde(default, with = "As::<Option<Moves>>")]
    pub(crate) max_moves: Option<u32> = Kind::Whole(Moves::RANGE), Nothing, "200";
}

file_table! {
    /// `[adjudication.tablebases]` as it is written.
    #[derive(Debug, Default, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    pub struct TablebaseTable;

    pub(crate) const TABLEBASE =
        "adjudication.tablebase",
        "Endgame tables that end a game after the capture or pawn move that leads to them.";

    /// Where the tables are: beside this file, or else in the current directory.
    pub(crate) path: Option<Spanned<Paths>> =
        Kind::Words("directory in quotes, or an array of them"), Required, "[\"syzygy/345\", \"syzygy/6\"]";

    /// Pieces of the positions that are looked up, at most.
    pub(crate) max_pieces: Option<Pieces> = Kind::Whole(Pieces::RANGE), Words("as many as the largest table has"), "5";

    /// Whether a win that the fifty-move rule spoils is a draw.
    pub(crate) fifty_moves: Option<bool> = Kind::Switch, Is("true"), "false";

    /// The results that the tables may decide.
    pub(crate) adjudicate: Option<Named<TablebaseResults>> = Kind::OneOf(names::<TablebaseResults>), Is("\"both\""),
        "\"wins\"";
}

/// `[adjudication.draw]` as it is written: the rule itself.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(transparent)]
pub struct DrawTable(#[serde(with = "DrawKeys")] pub(crate) DrawRule);

file_table! {
    #[derive(Deserialize, Serialize)]
    #[serde(remote = "DrawRule", default = "DrawRule::default", deny_unknown_fields)]
    struct DrawKeys;

    pub(crate) const DRAW =
        "adjudication.draw",
        "Both sides' scores stay within `score` of 0 for `moves` moves of each; a capture or a pawn move restarts the \
         count.";

    /// Largest score, in centipawns.
    #[serde(with = "As::<DrawScore>")]
    score: i32 = Kind::Whole(DrawScore::RANGE), Is("20"), "10";

    /// Moves of each side in a row.
    #[serde(with = "As::<Moves>")]
    moves: u32 = Kind::Whole(Moves::RANGE), Is("8"), "8";

    /// Not before both have made the move of this number, as the board counts it.
    #[serde(with = "As::<Moves>")]
    from_move: u32 = Kind::Whole(Moves::RANGE), Is("34"), "34";
}

/// `[adjudication.resign]` as it is written: the rule itself.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(transparent)]
pub struct ResignTable(#[serde(with = "ResignKeys")] pub(crate) ResignRule);

file_table! {
    #[derive(Deserialize, Serialize)]
    #[serde(remote = "ResignRule", default = "ResignRule::default", deny_unknown_fields)]
    struct ResignKeys;

    pub(crate) const RESIGN =
        "adjudication.resign",
        "A side's own score stays at -`score` or worse for `moves` of its moves.";

    /// The score, in centipawns.
    #[serde(with = "As::<ResignScore>")]
    score: i32 = Kind::Whole(ResignScore::RANGE), Is("600"), "900";

    /// Moves of the side in a row.
    #[serde(with = "As::<Moves>")]
    moves: u32 = Kind::Whole(Moves::RANGE), Is("3"), "4";

    /// Whether the opponent's score must be at `score` or better for as many moves.
    two_sided: bool = Kind::Switch, Is("false"), "true";
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
