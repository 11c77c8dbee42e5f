//! A match file as written: read with the place of every value, and written by the same types.

mod adjudication;
mod contender;
mod explain;
mod limits;
mod openings;
mod own;
mod stop;
mod supervision;

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::ranges::{Concurrency, Seed};
use super::reference::Absent::{Is, Nothing, Required, Words};
use super::reference::Kind;
use super::values::{Command, Games, Named, names};
use crate::chess::pairings::Format;
use crate::file_table;

pub use adjudication::{ADJUDICATION, AdjudicationTable, DrawTable, ResignTable, TablebaseTable};
pub use contender::{
    ARGS, BUILD, COMMAND, ContenderTable, DIR, ENGINE, ENV, EVALUATION, EngineKey, NETWORK,
    OPTIONS, ProgramKey, REPO, REVISION,
};
pub use explain::{EXPLAIN, ExplainSettings};
pub use limits::{LIMITS, LimitsTable};
pub use openings::{OPENINGS, OpeningsTable};
pub use own::OwnEngine;
pub use stop::{SPRT, SprtTable, StopTable};
pub use supervision::{SUPERVISION, Supervision};

pub use contender::{CONTENDER, EACH};
use stop::STOP;

file_table! {
    /// A match file, exactly as written; see [`crate::config`] for the meaning of the keys.
    #[derive(Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    pub struct MatchFile;

    /// A match file and its keys.
    pub const MATCH_FILE =
        "",
        "A match file, in TOML, describes a match: `arena run FILE.toml`. Keys that belong to no table come first, at \
         the top.";

    /// The question that the match answers; shown in the report.
    pub(crate) question: Option<Spanned<String>> =
        Kind::Text, Nothing, "\"Does the null move gain at 2000 nodes a move?\"";

    /// Games, an even number, since every opening is played twice; of each pairing where there are more than two
    /// contenders.
    pub(crate) games: Games = Kind::Whole(Games::RANGE), Required, "1000";

    /// Of more than two contenders: everyone meets everyone, or the first all others.
    pub(crate) format: Option<Named<Format>> = Kind::OneOf(names::<Format>), Is("\"round-robin\""),
        "\"gauntlet\"";

    /// Draws the order of a shuffled book.
    pub(crate) seed: Option<Seed> = Kind::Whole(Seed::RANGE), Is("1"), "1";

    /// Games at a time.
    pub(crate) concurrency: Option<Concurrency> =
        Kind::Whole(Concurrency::RANGE),
        Words("the physical cores allowed to the process; where a contender ponders, divided by the cores of one game"),
        "2";

    /// Whether each game at a time has a core of its own.
    pub(crate) pin: Option<bool> = Kind::Switch, Words("true where a contender is a program"), "true";

    /// How programs are supervised.
    #[serde(default)]
    pub(crate) supervision: Supervision =
        Kind::Table(&SUPERVISION), Words("as its keys say"), "{ startup = \"30\" }";

    /// The limits of every contender's moves.
    pub(crate) limits: Option<Spanned<LimitsTable>> =
        Kind::Table(&LIMITS), Words("every contender has its own"), "{ nodes = 2000 }";

    /// That contenders may be the same but for their names, to check a setup; without it such a match is refused.
    pub(crate) same: Option<bool> = Kind::Switch, Is("false"), "true";

    /// Keys shared by all contenders.
    pub(crate) each: Option<Spanned<ContenderTable>> =
        Kind::Table(&EACH), Words("contenders share only [limits]"), "{ preset = \"default\", hash = 64 }";

    /// The opening book.
    pub(crate) openings: OpeningsTable = Kind::Table(&OPENINGS), Required, "{ file = \"builtin:balanced\" }";

    /// How games are ended before the rules of chess do.
    #[serde(default)]
    pub(crate) adjudication: AdjudicationTable =
        Kind::Table(&ADJUDICATION), Words("games are played out"), "{ resign = true }";

    /// Rules that may end the match before its last game.
    #[serde(default, skip_serializing_if = "StopTable::is_empty")]
    pub(crate) stop: StopTable = Kind::Table(&STOP), Words("all games are played"), "{ sprt = [0, 5] }";

    /// That the match is explained at its end, and how.
    pub(crate) explain: Option<ExplainSettings> =
        Kind::Table(&EXPLAIN), Words("the match is not explained"), "{ positions = 50 }";

    /// A command that is run whenever a run ends: beside this file, or else in PATH. It has the verdict as standard input,
    /// and ARENA_REASON, ARENA_DIRECTORY, ARENA_VERDICT and ARENA_OUTCOME in its environment.
    pub(crate) on_end: Option<Spanned<Command>> =
        Kind::Words("program in quotes, or [\"program\", \"argument\", ..]"),
        Nothing,
        "[\"mail\", \"-s\", \"match ended\", \"me@example.org\"]";

    /// The players: two or more.
    pub(crate) contender: Vec<Spanned<ContenderTable>> =
        Kind::Tables(&CONTENDER),
        Required,
        "[{ name = \"a\", preset = \"default\" }, { name = \"b\", preset = \"none\" }]";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::reference::held::hold;
    use crate::config::reference::{Key, Section};

    #[test]
    fn the_examples_of_all_keys_of_a_match_file_are_read() {
        let table = |title: &str| {
            let all = MATCH_FILE.all();
            *all.iter().find(|section| section.title == title).unwrap()
        };
        hold::<MatchFile>(&MATCH_FILE);
        hold::<LimitsTable>(&LIMITS);
        hold::<OpeningsTable>(&OPENINGS);
        hold::<AdjudicationTable>(&ADJUDICATION);
        hold::<DrawTable>(table("adjudication.draw"));
        hold::<ResignTable>(table("adjudication.resign"));
        hold::<TablebaseTable>(table("adjudication.tablebase"));
        hold::<StopTable>(table("[stop]"));
        hold::<Supervision>(table("[supervision]"));
        hold::<ExplainSettings>(table("[explain]"));
        hold::<ContenderTable>(table("[[contender]]"));
        hold::<ContenderTable>(table("[each]"));
        hold::<OwnEngine>(table("own"));
        hold::<SprtTable>(&SPRT);
        assert_eq!(MATCH_FILE.all().len(), 14, "a table is not held against its type");
    }

    #[test]
    #[should_panic(expected = "[limits]")]
    fn an_example_that_is_not_read_is_found() {
        const KEYS: &[Key] = &[Key::new(
            "nodes",
            Kind::Whole(Games::RANGE),
            Nothing,
            "\"many\"",
            "Nodes for each move.",
        )];
        hold::<LimitsTable>(&Section { keys: KEYS, ..LIMITS });
    }
}
