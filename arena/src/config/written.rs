//! A checked match as a match file that names every default.

use engine::SearchOverrides;
use toml::Spanned;
use uci_client::{Program, Timeouts};

use super::file::{
    AdjudicationTable, ContenderTable, DrawTable, ExplainTable, LimitsTable, MatchFile,
    OpeningsTable, ResignTable, StopTable, SupervisionTable, TablebaseTable,
};
use super::values::{Command, OptionTable, Paths, Rule, TimeText, Whole};
use super::{
    ContenderSettings, EngineSettings, Match, Openings, SearchSettings, Supervision, UciSettings,
};
use crate::chess::adjudication::{Adjudication, DrawRule, ResignRule, TablebaseRule};
use crate::chess::limits::PlayLimits;
use crate::chess::openings::is_built_in;
use crate::chess::time_control::Seconds;

impl Match {
    /// The match as a match file that needs no default and no preset.
    #[must_use]
    pub fn to_toml(&self) -> String {
        // Every type of a match file has a form in TOML.
        toml::to_string(&MatchFile::from(self)).unwrap_or_default()
    }
}

impl From<&Match> for MatchFile {
    fn from(of: &Match) -> MatchFile {
        MatchFile {
            question: of.question.clone().map(unplaced),
            games: whole(of.games),
            format: Some(text(of.format.name())),
            seed: Some(whole(of.seed)),
            concurrency: Some(whole(of.concurrency)),
            pin: Some(of.pin),
            supervision: SupervisionTable::from(&of.supervision),
            limits: None,
            each: None,
            openings: OpeningsTable::from(&of.openings),
            adjudication: AdjudicationTable::from(&of.adjudication),
            stop: StopTable::from(&of.stop),
            explain: of.explain.map(|explain| ExplainTable {
                nodes: explain.nodes.map(whole),
                positions: explain.positions.map(whole),
            }),
            contender: of.contenders.iter().map(ContenderTable::from).map(unplaced).collect(),
        }
    }
}

impl From<&Supervision> for SupervisionTable {
    fn from(of: &Supervision) -> SupervisionTable {
        let Supervision { timeouts, on_suspect, faults_in_a_row } = *of;
        let Timeouts { startup, ready, new_game, hang, grace } = timeouts;
        SupervisionTable {
            startup: Some(time(Seconds(startup))),
            ready: Some(time(Seconds(ready))),
            new_game: Some(time(Seconds(new_game))),
            hang: Some(time(Seconds(hang))),
            grace: Some(time(Seconds(grace))),
            on_suspect: Some(text(on_suspect.name())),
            faults_in_a_row: Some(whole(faults_in_a_row)),
        }
    }
}

impl From<&Openings> for OpeningsTable {
    fn from(of: &Openings) -> OpeningsTable {
        OpeningsTable {
            file: unplaced(book_file(&of.book.path)),
            order: Some(text(of.order.name())),
            plies: of.plies.map(whole),
            start: Some(whole(of.start)),
        }
    }
}

impl From<&Adjudication> for AdjudicationTable {
    fn from(of: &Adjudication) -> AdjudicationTable {
        let tablebase = of.tablebase.as_ref().map(|of| TablebaseTable::from(of.rule()));
        AdjudicationTable {
            tablebase: Some(unplaced(Rule(tablebase))),
            draw: Some(Rule(of.draw.as_ref().map(DrawTable::from))),
            resign: Some(Rule(of.resign.as_ref().map(ResignTable::from))),
            max_moves: of.max_moves.map(whole),
        }
    }
}

impl From<&TablebaseRule> for TablebaseTable {
    fn from(of: &TablebaseRule) -> TablebaseTable {
        TablebaseTable {
            path: Some(unplaced(Paths(of.directories.iter().map(|path| absolute(path)).collect()))),
            max_pieces: Some(whole(of.max_pieces)),
            fifty_moves: Some(of.fifty_moves),
            adjudicate: Some(text(of.adjudicate.name())),
        }
    }
}

impl From<&DrawRule> for DrawTable {
    fn from(&DrawRule { score, moves, from_move }: &DrawRule) -> DrawTable {
        DrawTable {
            score: Some(whole(score)),
            moves: Some(whole(moves)),
            from_move: Some(whole(from_move)),
        }
    }
}

impl From<&ResignRule> for ResignTable {
    fn from(&ResignRule { score, moves, two_sided }: &ResignRule) -> ResignTable {
        ResignTable {
            score: Some(whole(score)),
            moves: Some(whole(moves)),
            two_sided: Some(two_sided),
        }
    }
}

impl From<&ContenderSettings> for ContenderTable {
    fn from(of: &ContenderSettings) -> ContenderTable {
        let limits = Some(unplaced(LimitsTable::from(&of.limits)));
        let engine = match &of.engine {
            EngineSettings::InProcess(search) => ContenderTable::from(search),
            EngineSettings::Uci(program) => ContenderTable::from(program),
        };
        ContenderTable { name: Some(text(&of.name)), limits, ..engine }
    }
}

impl From<&SearchSettings> for ContenderTable {
    fn from(of: &SearchSettings) -> ContenderTable {
        ContenderTable {
            preset: Some(text(&of.preset)),
            hash: Some(whole(of.hash)),
            search: Some(unplaced(SearchOverrides::from(of.search))),
            evaluation: Some(text(of.evaluation.name())),
            network: of.network.as_ref().map(|file| text(&absolute(file))),
            ..ContenderTable::default()
        }
    }
}

impl From<&UciSettings> for ContenderTable {
    fn from(of: &UciSettings) -> ContenderTable {
        let Program { path, arguments, directory, environment } = &of.program;
        let command =
            Command { program: path.to_string_lossy().into_owned(), arguments: Vec::new() };
        let options = of.options.iter().map(|of| (of.name.clone(), unplaced(of.value.clone())));
        let dir = directory.as_ref().map(|dir| text(&dir.to_string_lossy()));
        ContenderTable {
            command: Some(unplaced(command)),
            args: Some(unplaced(arguments.clone())),
            dir,
            env: Some(unplaced(environment.iter().cloned().collect())),
            options: Some(unplaced(OptionTable(options.collect()))),
            restart: Some(unplaced(of.restart)),
            trim_history: Some(unplaced(of.trim_history)),
            ponder: Some(unplaced(of.ponder)),
            ..ContenderTable::default()
        }
    }
}

impl From<&PlayLimits> for LimitsTable {
    fn from(of: &PlayLimits) -> LimitsTable {
        LimitsTable {
            time_control: of.time_control.map(time),
            movetime: of.move_time.map(|of| time(Seconds(of))),
            nodes: of.nodes.map(whole),
            depth: of.depth.map(whole),
            time_margin: Some(time(Seconds(of.margin))),
            overhead: Some(time(Seconds(of.overhead))),
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

fn time(time: impl ToString) -> Spanned<TimeText> {
    unplaced(TimeText(time.to_string()))
}

/// A number of a checked match, all of which come from such numbers.
pub(super) fn whole<T: TryInto<i64>>(number: T) -> Spanned<Whole> {
    unplaced(Whole(number.try_into().unwrap_or(i64::MAX)))
}

/// The book's name from wherever the match file may be moved to.
fn book_file(path: &std::path::Path) -> String {
    if is_built_in(path) { path.to_string_lossy().into_owned() } else { absolute(path) }
}

fn absolute(path: &std::path::Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    path.to_string_lossy().into_owned()
}
