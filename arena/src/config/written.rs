//! Writes a checked match as a match file with every default spelled out.

use engine::SearchOverrides;
use toml::Spanned;
use uci_client::Program;

use super::file::{
    AdjudicationTable, ContenderTable, DrawTable, LimitsTable, MatchFile, OpeningsTable,
    ResignTable, StopTable, TablebaseTable,
};
use super::values::{Command, Form as _, Games, Named, OptionTable, Paths, Rule, Whole};
use super::{
    ContenderSettings, EngineSettings, Match, Openings, Pinning, SearchSettings, UciSettings,
};
use crate::chess::adjudication::{Adjudication, TablebaseRule};
use crate::chess::openings::is_built_in;

impl Match {
    /// The match as a match file that needs no default and no preset.
    #[must_use]
    pub fn to_toml(&self) -> String {
        // Every type of a match file has a form in TOML.
        toml::to_string(&MatchFile::from(self)).unwrap_or_default()
    }
}

impl From<&Match> for MatchFile {
    fn from(settings: &Match) -> MatchFile {
        MatchFile {
            question: settings.question.clone().map(unplaced),
            games: Games::of_checked(settings.games),
            format: Some(Named(settings.format)),
            seed: Some(Whole::of(&settings.seed)),
            concurrency: Some(Whole::of(&settings.concurrency)),
            pin: Some(settings.pinning != Pinning::Free),
            supervision: settings.supervision,
            limits: None,
            each: None,
            same: settings.same.then_some(true),
            openings: OpeningsTable::from(&settings.openings),
            adjudication: AdjudicationTable::from(&settings.adjudication),
            stop: StopTable::from(&settings.stop),
            explain: settings.explain,
            on_end: settings.on_end.as_ref().map(|command| {
                unplaced(Command {
                    program: command.path.to_string_lossy().into_owned(),
                    arguments: command.arguments.clone(),
                })
            }),
            contender: settings.contenders.iter().map(ContenderTable::from).map(unplaced).collect(),
        }
    }
}

impl From<&Openings> for OpeningsTable {
    fn from(openings: &Openings) -> OpeningsTable {
        OpeningsTable {
            file: unplaced(book_file(&openings.book.path)),
            order: Some(Named(openings.order)),
            plies: openings.plies.as_ref().map(Whole::of),
            start: Some(unplaced(Whole::of(&openings.start))),
        }
    }
}

impl From<&Adjudication> for AdjudicationTable {
    fn from(adjudication: &Adjudication) -> AdjudicationTable {
        let tablebase =
            adjudication.tablebase.as_ref().map(|tables| TablebaseTable::from(tables.rule()));
        AdjudicationTable {
            tablebase: Some(unplaced(Rule(tablebase))),
            draw: Rule(adjudication.draw.map(DrawTable)),
            resign: Rule(adjudication.resign.map(ResignTable)),
            max_moves: adjudication.max_moves,
        }
    }
}

impl From<&TablebaseRule> for TablebaseTable {
    fn from(rule: &TablebaseRule) -> TablebaseTable {
        TablebaseTable {
            path: Some(unplaced(Paths(
                rule.directories.iter().map(|path| absolute(path)).collect(),
            ))),
            max_pieces: Some(Whole::of(&rule.max_pieces)),
            fifty_moves: Some(rule.fifty_moves),
            adjudicate: Some(Named(rule.adjudicate)),
        }
    }
}

impl From<&ContenderSettings> for ContenderTable {
    fn from(contender: &ContenderSettings) -> ContenderTable {
        let limits = Some(unplaced(LimitsTable(contender.limits)));
        let engine = match &contender.engine {
            EngineSettings::InProcess(search) => ContenderTable::from(search),
            EngineSettings::Own(own) => {
                ContenderTable { own: Some(unplaced(own.clone())), ..ContenderTable::default() }
            }
            EngineSettings::Uci(program) => ContenderTable::from(program),
        };
        ContenderTable { name: Some(text(&contender.name)), limits, ..engine }
    }
}

impl From<&SearchSettings> for ContenderTable {
    fn from(settings: &SearchSettings) -> ContenderTable {
        ContenderTable {
            preset: Some(text(&settings.preset)),
            hash: Some(unplaced(Whole::of(&settings.hash))),
            search: Some(unplaced(SearchOverrides::from(settings.search))),
            evaluation: Some(text(settings.evaluation.name())),
            network: settings.network.as_ref().map(|file| text(&absolute(file))),
            ..ContenderTable::default()
        }
    }
}

impl From<&UciSettings> for ContenderTable {
    fn from(settings: &UciSettings) -> ContenderTable {
        let Program { path, arguments, directory, environment } = &settings.program;
        let command =
            Command { program: path.to_string_lossy().into_owned(), arguments: Vec::new() };
        let options = settings
            .options
            .iter()
            .map(|option| (option.name.clone(), unplaced(option.value.clone())));
        let dir = directory.as_ref().map(|dir| text(&dir.to_string_lossy()));
        ContenderTable {
            command: Some(unplaced(command)),
            args: Some(unplaced(arguments.clone())),
            dir,
            env: Some(unplaced(environment.iter().cloned().collect())),
            options: Some(unplaced(OptionTable(options.collect()))),
            restart: Some(unplaced(settings.restart)),
            trim_history: Some(unplaced(settings.trim_history)),
            ponder: Some(unplaced(settings.ponder)),
            ..ContenderTable::default()
        }
    }
}

/// A value that was read from no file.
pub(super) fn unplaced<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}

fn text(text: &str) -> Spanned<String> {
    unplaced(text.to_owned())
}

/// The book's name, valid from any directory.
fn book_file(path: &std::path::Path) -> String {
    if is_built_in(path) { path.to_string_lossy().into_owned() } else { absolute(path) }
}

fn absolute(path: &std::path::Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    path.to_string_lossy().into_owned()
}
