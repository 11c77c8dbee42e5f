//! A match file as written: read with the place of every value, and written by the same types.

mod adjudication;
mod contender;
mod equal_cost;
mod explain;
mod limits;
mod openings;
mod stop;
mod supervision;

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::ranges::{CONCURRENCY, GAMES, SEED};
use super::reference::Absent::{Is, Nothing, Required, Words};
use super::reference::{Key, Kind, Section};
use super::values::{Command, Rule, Whole};
use crate::chess::pairings::Format;

pub use adjudication::{ADJUDICATION, AdjudicationTable, DrawTable, ResignTable, TablebaseTable};
pub use contender::{
    ARGS, BUILD, COMMAND, ContenderTable, DIR, ENGINE, ENV, EVALUATION, EngineKey, NETWORK,
    OPTIONS, ProgramKey, REPO, REVISION,
};
pub use equal_cost::EqualCostTable;
pub use explain::{EXPLAIN, ExplainTable};
pub use limits::{LIMITS, LimitsTable};
pub use openings::{OPENINGS, OpeningsTable};
pub use stop::{ESprtTable, SPRT, SprtTable, StopTable};
pub use supervision::{SUPERVISION, SupervisionTable};

pub use contender::{CONTENDER, EACH};
use equal_cost::EQUAL_COST;
use stop::STOP;

/// A match file, exactly as written; see [`crate::config`] for the meaning of the keys.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct MatchFile {
    pub(crate) question: Option<Spanned<String>>,
    pub(crate) games: Spanned<Whole>,
    pub(crate) format: Option<Spanned<String>>,
    pub(crate) seed: Option<Spanned<Whole>>,
    pub(crate) concurrency: Option<Spanned<Whole>>,
    pub(crate) pin: Option<bool>,
    #[serde(default)]
    pub(crate) supervision: SupervisionTable,
    pub(crate) limits: Option<Spanned<LimitsTable>>,
    pub(crate) equal_cost: Option<Spanned<Rule<EqualCostTable>>>,
    pub(crate) each: Option<Spanned<ContenderTable>>,
    pub(crate) openings: OpeningsTable,
    #[serde(default)]
    pub(crate) adjudication: AdjudicationTable,
    #[serde(default, skip_serializing_if = "StopTable::is_empty")]
    pub(crate) stop: StopTable,
    pub(crate) explain: Option<ExplainTable>,
    pub(crate) on_end: Option<Spanned<Command>>,
    pub(crate) contender: Vec<Spanned<ContenderTable>>,
}

/// A match file and its keys.
pub const MATCH_FILE: Section = Section {
    title: "",
    meaning: "A match file, in TOML, describes a match: `arena run FILE.toml`. Keys that belong to no table come first, at \
              the top.",
    keys: &[
        Key::new(
            "question",
            Kind::Text,
            Nothing,
            "\"Does the null move gain at 2000 nodes a move?\"",
            "The question that the match answers; shown in the report.",
        ),
        Key::new(
            "games",
            Kind::Whole(GAMES),
            Required,
            "1000",
            "Games, an even number, since every opening is played twice; of each pairing where there are \
             more than two contenders.",
        ),
        Key::new(
            "format",
            Kind::OneOf(|| Format::ALL.map(|format| format.name().to_owned()).into()),
            Is("\"round-robin\""),
            "\"gauntlet\"",
            "Of more than two contenders: everyone meets everyone, or the first all others.",
        ),
        Key::new("seed", Kind::Whole(SEED), Is("1"), "1", "Draws the order of a shuffled book."),
        Key::new(
            "concurrency",
            Kind::Whole(CONCURRENCY),
            Words(
                "the physical cores allowed to the process; where a contender ponders, divided by the cores of one game",
            ),
            "2",
            "Games at a time.",
        ),
        Key::new(
            "pin",
            Kind::Switch,
            Words("true where a contender is a program"),
            "true",
            "Whether each game at a time has a core of its own.",
        ),
        Key::new(
            "limits",
            Kind::Table(&LIMITS),
            Words("every contender has its own"),
            "{ nodes = 2000 }",
            "The limits of every contender's moves.",
        ),
        Key::new(
            "equal_cost",
            Kind::Rule(&EQUAL_COST),
            Is("false"),
            "true",
            "Two presets with the same nodes: the time of a node is measured before the first game, and the first contender \
             gets the nodes that take as long as the second's.",
        ),
        Key::new(
            "openings",
            Kind::Table(&OPENINGS),
            Required,
            "{ file = \"builtin:balanced\" }",
            "The opening book.",
        ),
        Key::new(
            "adjudication",
            Kind::Table(&ADJUDICATION),
            Words("games are played out"),
            "{ resign = true }",
            "How games are ended before the rules of chess do.",
        ),
        Key::new(
            "stop",
            Kind::Table(&STOP),
            Words("all games are played"),
            "{ sprt = [0, 5] }",
            "Rules that may end the match before its last game.",
        ),
        Key::new(
            "explain",
            Kind::Table(&EXPLAIN),
            Words("the match is not explained"),
            "{ positions = 50 }",
            "That the match is explained at its end, and how.",
        ),
        Key::new(
            "on_end",
            Kind::Words("program in quotes, or [\"program\", \"argument\", ..]"),
            Nothing,
            "[\"mail\", \"-s\", \"match ended\", \"me@example.org\"]",
            "A command that is run once when the match has ended: beside this file, or else in PATH. It has the verdict as \
             standard input, and ARENA_DIRECTORY, ARENA_VERDICT and ARENA_OUTCOME in its environment.",
        ),
        Key::new(
            "supervision",
            Kind::Table(&SUPERVISION),
            Words("as its keys say"),
            "{ startup = \"30\" }",
            "How programs are supervised.",
        ),
        Key::new(
            "each",
            Kind::Table(&EACH),
            Words("contenders share only [limits]"),
            "{ preset = \"default\", hash = 64 }",
            "Keys shared by all contenders.",
        ),
        Key::new(
            "contender",
            Kind::Tables(&CONTENDER),
            Required,
            "[{ name = \"a\", preset = \"default\" }, { name = \"b\", preset = \"none\" }]",
            "The players: two or more.",
        ),
    ],
};

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;

    use super::*;
    use crate::config::reference::held::{fields_by, fields_of, hold};

    fn hold_struct<T: DeserializeOwned>(section: &Section) {
        hold::<T>(section, &fields_of::<T>());
    }

    #[test]
    fn every_key_of_a_match_file_is_in_the_reference_with_an_example_that_is_read() {
        hold_struct::<MatchFile>(&MATCH_FILE);
        hold_struct::<LimitsTable>(&LIMITS);
        hold_struct::<EqualCostTable>(&EQUAL_COST);
        hold_struct::<OpeningsTable>(&OPENINGS);
        hold_struct::<AdjudicationTable>(&ADJUDICATION);
        let table = |title: &str| {
            let all = MATCH_FILE.all();
            *all.iter().find(|section| section.title == title).unwrap()
        };
        hold_struct::<DrawTable>(table("adjudication.draw"));
        hold_struct::<ResignTable>(table("adjudication.resign"));
        hold_struct::<TablebaseTable>(table("adjudication.tablebase"));
        hold_struct::<StopTable>(table("[stop]"));
        hold_struct::<SupervisionTable>(table("[supervision]"));
        hold_struct::<ExplainTable>(table("[explain]"));
        hold_struct::<ContenderTable>(table("[[contender]]"));
        // The table itself, and not the pair of numbers it may be.
        hold::<SprtTable>(&SPRT, &fields_by(|fields| SprtTable::deserialize(fields)));
        hold_struct::<ESprtTable>(table("e_sprt"));
        let mut shared = fields_of::<ContenderTable>();
        shared.remove("name");
        hold::<ContenderTable>(table("[each]"), &shared);
        assert_eq!(MATCH_FILE.all().len(), 15, "a table is not held against its type");
    }

    #[test]
    fn a_key_without_an_entry_is_found() {
        let short = Section { keys: &LIMITS.keys[1..], ..LIMITS };
        let fields = fields_of::<LimitsTable>();
        assert!(std::panic::catch_unwind(|| hold::<LimitsTable>(&short, &fields)).is_err());
    }
}
