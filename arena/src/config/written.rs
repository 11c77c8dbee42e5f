//! Writes a checked match as a match file with every default spelled out.

use engine::SearchOverrides;
use toml::Spanned;
use uci_client::{Program, Timeouts};

use super::file::{
    AdjudicationTable, ContenderTable, DrawTable, EqualCostTable, LimitsTable, MatchFile,
    OpeningsTable, ResignTable, StopTable, SupervisionTable, TablebaseTable,
};
use super::values::{Command, Games, Named, OptionTable, Paths, Rule, TimeText, Whole};
use super::{
    ContenderSettings, EngineSettings, EqualCost, Match, Openings, Pinning, SearchSettings,
    Supervision, UciSettings,
};
use crate::chess::adjudication::{Adjudication, DrawRule, ResignRule, TablebaseRule};
use crate::chess::limits::PlayLimits;
use crate::chess::node_cost::NodeCost;
use crate::chess::openings::is_built_in;
use crate::chess::time_control::{PositiveSeconds, Seconds};

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
            seed: Some(Whole::of_checked(settings.seed)),
            concurrency: Some(Whole::of_checked(settings.concurrency)),
            pin: Some(settings.pinning != Pinning::Free),
            supervision: SupervisionTable::from(&settings.supervision),
            limits: None,
            each: None,
            equal_cost: settings.equal_cost.map(|cost| unplaced(Rule(Some(cost.into())))),
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

impl From<&Supervision> for SupervisionTable {
    fn from(supervision: &Supervision) -> SupervisionTable {
        let Supervision { timeouts, on_suspect, faults_in_a_row } = *supervision;
        let time = |time| Some(TimeText(PositiveSeconds(time)));
        let Timeouts { startup, ready, new_game, hang, grace } = timeouts;
        SupervisionTable {
            startup: time(startup),
            ready: time(ready),
            new_game: time(new_game),
            hang: time(hang),
            grace: time(grace),
            on_suspect: Some(unplaced(Named(on_suspect))),
            faults_in_a_row: Some(unplaced(Whole::of_checked(faults_in_a_row))),
        }
    }
}

impl From<&Openings> for OpeningsTable {
    fn from(openings: &Openings) -> OpeningsTable {
        OpeningsTable {
            file: unplaced(book_file(&openings.book.path)),
            order: Some(Named(openings.order)),
            plies: openings.plies.map(Whole::of_checked),
            start: Some(unplaced(Whole::of_checked(openings.start))),
        }
    }
}

impl From<EqualCost> for EqualCostTable {
    fn from(cost: EqualCost) -> EqualCostTable {
        let EqualCost::Measured(NodeCost { ratio, low, high, turns }) = cost else {
            return EqualCostTable::default();
        };
        let [ratio, low, high] = [ratio, low, high].map(|number| Some(unplaced(number)));
        EqualCostTable { ratio, low, high, turns: Some(Whole::of_checked(turns)) }
    }
}

impl From<&Adjudication> for AdjudicationTable {
    fn from(adjudication: &Adjudication) -> AdjudicationTable {
        let tablebase =
            adjudication.tablebase.as_ref().map(|tables| TablebaseTable::from(tables.rule()));
        AdjudicationTable {
            tablebase: Some(unplaced(Rule(tablebase))),
            draw: Some(Rule(adjudication.draw.as_ref().map(DrawTable::from))),
            resign: Some(Rule(adjudication.resign.as_ref().map(ResignTable::from))),
            max_moves: adjudication.max_moves.map(Whole::of_checked),
        }
    }
}

impl From<&TablebaseRule> for TablebaseTable {
    fn from(rule: &TablebaseRule) -> TablebaseTable {
        TablebaseTable {
            path: Some(unplaced(Paths(
                rule.directories.iter().map(|path| absolute(path)).collect(),
            ))),
            max_pieces: Some(Whole::of_checked(rule.max_pieces)),
            fifty_moves: Some(rule.fifty_moves),
            adjudicate: Some(Named(rule.adjudicate)),
        }
    }
}

impl From<&DrawRule> for DrawTable {
    fn from(&DrawRule { score, moves, from_move }: &DrawRule) -> DrawTable {
        DrawTable {
            score: Some(Whole::of_checked(score)),
            moves: Some(Whole::of_checked(moves)),
            from_move: Some(Whole::of_checked(from_move)),
        }
    }
}

impl From<&ResignRule> for ResignTable {
    fn from(&ResignRule { score, moves, two_sided }: &ResignRule) -> ResignTable {
        ResignTable {
            score: Some(Whole::of_checked(score)),
            moves: Some(Whole::of_checked(moves)),
            two_sided: Some(two_sided),
        }
    }
}

impl From<&ContenderSettings> for ContenderTable {
    fn from(contender: &ContenderSettings) -> ContenderTable {
        let limits = Some(unplaced(LimitsTable::from(&contender.limits)));
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
            hash: Some(unplaced(Whole::of_checked(settings.hash))),
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

impl From<&PlayLimits> for LimitsTable {
    fn from(limits: &PlayLimits) -> LimitsTable {
        let PlayLimits { time_control, move_time, nodes, soft_nodes, depth, margin, overhead } =
            *limits;
        LimitsTable {
            time_control: time_control.map(TimeText),
            movetime: move_time.map(|time| unplaced(TimeText(PositiveSeconds(time)))),
            nodes: nodes.map(Whole::of_checked),
            soft_nodes: soft_nodes.map(|nodes| unplaced(Whole::of_checked(nodes))),
            depth: depth.map(Whole::of_checked),
            time_margin: Some(TimeText(Seconds(margin))),
            overhead: Some(TimeText(Seconds(overhead))),
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
