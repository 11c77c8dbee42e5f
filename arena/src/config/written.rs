//! Writes a checked match as a match file with every default spelled out.

use engine::SearchOverrides;
use toml::Spanned;
use uci_client::{Program, Timeouts};

use super::file::{
    AdjudicationTable, ContenderTable, DrawTable, EqualCostTable, ExplainTable, LimitsTable,
    MatchFile, OpeningsTable, ResignTable, StopTable, SupervisionTable, TablebaseTable,
};
use super::values::{Command, OptionTable, Paths, Rule, TimeText, Whole};
use super::{
    ContenderSettings, EngineSettings, EqualCost, Match, Openings, Pinning, SearchSettings,
    Supervision, UciSettings,
};
use crate::chess::adjudication::{Adjudication, DrawRule, ResignRule, TablebaseRule};
use crate::chess::limits::PlayLimits;
use crate::chess::node_cost::NodeCost;
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
    fn from(settings: &Match) -> MatchFile {
        MatchFile {
            question: settings.question.clone().map(unplaced),
            games: whole(settings.games),
            format: Some(text(settings.format.name())),
            seed: Some(whole(settings.seed)),
            concurrency: Some(whole(settings.concurrency)),
            pin: Some(settings.pinning != Pinning::Free),
            supervision: SupervisionTable::from(&settings.supervision),
            limits: None,
            each: None,
            equal_cost: settings.equal_cost.map(|cost| unplaced(Rule(Some(cost.into())))),
            openings: OpeningsTable::from(&settings.openings),
            adjudication: AdjudicationTable::from(&settings.adjudication),
            stop: StopTable::from(&settings.stop),
            explain: settings.explain.map(|explain| ExplainTable {
                nodes: explain.nodes.map(whole),
                positions: explain.positions.map(whole),
            }),
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
    fn from(openings: &Openings) -> OpeningsTable {
        OpeningsTable {
            file: unplaced(book_file(&openings.book.path)),
            order: Some(text(openings.order.name())),
            plies: openings.plies.map(whole),
            start: Some(whole(openings.start)),
        }
    }
}

impl From<EqualCost> for EqualCostTable {
    fn from(cost: EqualCost) -> EqualCostTable {
        let EqualCost::Measured(NodeCost { ratio, low, high, turns }) = cost else {
            return EqualCostTable::default();
        };
        let [ratio, low, high] = [ratio, low, high].map(|number| Some(unplaced(number)));
        EqualCostTable { ratio, low, high, turns: Some(whole(turns)) }
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
            max_moves: adjudication.max_moves.map(whole),
        }
    }
}

impl From<&TablebaseRule> for TablebaseTable {
    fn from(rule: &TablebaseRule) -> TablebaseTable {
        TablebaseTable {
            path: Some(unplaced(Paths(
                rule.directories.iter().map(|path| absolute(path)).collect(),
            ))),
            max_pieces: Some(whole(rule.max_pieces)),
            fifty_moves: Some(rule.fifty_moves),
            adjudicate: Some(text(rule.adjudicate.name())),
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
    fn from(contender: &ContenderSettings) -> ContenderTable {
        let limits = Some(unplaced(LimitsTable::from(&contender.limits)));
        let engine = match &contender.engine {
            EngineSettings::InProcess(search) => ContenderTable::from(search),
            EngineSettings::Uci(program) => ContenderTable::from(program),
        };
        ContenderTable { name: Some(text(&contender.name)), limits, ..engine }
    }
}

impl From<&SearchSettings> for ContenderTable {
    fn from(settings: &SearchSettings) -> ContenderTable {
        ContenderTable {
            preset: Some(text(&settings.preset)),
            hash: Some(whole(settings.hash)),
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
            time_control: time_control.map(time),
            movetime: move_time.map(|seconds| time(Seconds(seconds))),
            nodes: nodes.map(whole),
            soft_nodes: soft_nodes.map(whole),
            depth: depth.map(whole),
            time_margin: Some(time(Seconds(margin))),
            overhead: Some(time(Seconds(overhead))),
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

/// A number of a checked match; it always fits, since it was read from such a number.
pub(super) fn whole<T: TryInto<i64>>(number: T) -> Spanned<Whole> {
    unplaced(Whole(number.try_into().unwrap_or(i64::MAX)))
}

/// The book's name, valid from any directory.
fn book_file(path: &std::path::Path) -> String {
    if is_built_in(path) { path.to_string_lossy().into_owned() } else { absolute(path) }
}

fn absolute(path: &std::path::Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    path.to_string_lossy().into_owned()
}
