//! Converts a command line to a match.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::Dialect;
use crate::language::checks::program;
use crate::language::command::{
    BookOrder, BookSettings, Command, Format, TableResults, Tournament,
};
use crate::language::cutechess::schedule;
use crate::language::engine_arguments::{EngineArguments, Limit};
use uci_client::{EngineOption, OptionValue, Program};

use arena::chess::adjudication::{
    Adjudication, DrawRule, ResignRule, Tablebase, TablebaseResults, TablebaseRule,
};
use arena::chess::limits::PlayLimits;
use arena::chess::openings::Order;
use arena::chess::pairings;
use arena::chess::time_control::{Stage, TimeControl};
use arena::config::pairing_order::{PairingOrder, Rounds};
use arena::config::{
    ContenderSettings, EngineSettings, Match, Openings, Origin, Pinning, Supervision, UciSettings,
};
use stats::stop::StopRules;
use system::files;

/// The match of a command line, with these openings and tables; `played` of its games are finished.
///
/// # Errors
/// The runner cannot play it; the error says why.
pub(super) fn of(
    command: &Command,
    openings: Openings,
    tables: Option<Arc<Tablebase>>,
    played: u64,
) -> Result<Match, String> {
    let tournament = &command.tournament;
    let number = |count: i64| u32::try_from(count).ok().filter(|count| *count > 0);
    let invalid = "Invalid number of players, rounds, or games per round";
    let (rounds, games) = number(tournament.rounds).zip(number(tournament.games)).ok_or(invalid)?;
    let games_of_pairing = rounds.checked_mul(games).ok_or(invalid)?;
    let contenders: Vec<ContenderSettings> = command.engines.iter().map(contender).collect();
    let mut settings = Match {
        path: PathBuf::from("fastchess"),
        name: "fastchess".to_owned(),
        question: None,
        games: games_of_pairing,
        seed: tournament.seed,
        concurrency: usize::try_from(tournament.concurrency).unwrap_or(1).max(1),
        pinning: pinning(tournament, &contenders),
        supervision: supervision(tournament),
        contenders,
        format: match tournament.format {
            Format::RoundRobin => pairings::Format::RoundRobin,
            Format::Gauntlet => pairings::Format::Gauntlet,
        },
        pairings: pairings_of(command),
        openings,
        adjudication: adjudication(tournament, tables),
        stop: StopRules::default(),
        leaves_model_open: false,
        same: false,
        explain: None,
        on_end: None,
        strict: false,
        patience: None,
        shard: None,
        runner_rules: tournament.unsaved.dialect.rules(),
        pairing_order: match tournament.unsaved.encounters {
            Some(encounters) => PairingOrder::Encounters(encounters),
            None => PairingOrder::Rounds(Rounds {
                games,
                swaps: !tournament.noswap,
                played: u32::try_from(played).unwrap_or(u32::MAX),
            }),
        },
    };
    // fastchess plays a program against itself; a match file says that this is meant.
    settings.same = settings.nothing_differs().is_some();
    Ok(settings)
}

/// fastchess leaves games on the cores that the system chooses. Where no clock runs, games on cores of their own are
/// faster, and there is no time to be measured fairly.
fn pinning(tournament: &Tournament, contenders: &[ContenderSettings]) -> Pinning {
    if tournament.affinity {
        Pinning::Wanted
    } else if contenders.iter().any(|contender| contender.limits.is_timed()) {
        Pinning::Free
    } else {
        Pinning::IfPossible
    }
}

/// The pairings; reversed, the second engine has White first.
fn pairings_of(command: &Command) -> Vec<[usize; 2]> {
    let count = command.engines.len();
    if command.tournament.unsaved.encounters.is_some() {
        return schedule::pairings(&command.tournament, count);
    }
    let seeds = usize::try_from(command.tournament.gauntlet_seeds).unwrap_or(1);
    let firsts = match command.tournament.format {
        Format::RoundRobin => count.saturating_sub(1),
        Format::Gauntlet => seeds.min(count.saturating_sub(1)),
    };
    let order = |first, second| match command.tournament.reverse {
        true => [second, first],
        false => [first, second],
    };
    (0..firsts)
        .flat_map(|first| (first + 1..count).map(move |second| order(first, second)))
        .collect()
}

fn contender(engine: &EngineArguments) -> ContenderSettings {
    ContenderSettings {
        name: engine.name.clone(),
        engine: EngineSettings::Uci(process(engine)),
        limits: limits(&engine.limit),
    }
}

/// The start of an engine's process.
pub(super) fn process(engine: &EngineArguments) -> UciSettings {
    let option = |(name, value): &(String, String)| EngineOption {
        name: name.clone(),
        value: match value.parse() {
            Ok(number) => OptionValue::Number(number),
            Err(_) => OptionValue::Text(value.clone()),
        },
    };
    let origin =
        |(name, value): &(String, String)| Origin::Option(format!("option.{name}={value}"));
    let directory = Path::new(&engine.dir);
    UciSettings {
        program: Program {
            arguments: system::shell::words(&engine.args).unwrap_or_default(),
            directory: (!engine.dir.is_empty()).then(|| absolute(directory)),
            ..Program::new(executable(engine))
        },
        options: engine.options.iter().map(option).collect(),
        option_origins: engine.options.iter().map(origin).collect(),
        restart: engine.restart,
        ..UciSettings::default()
    }
}

/// The program: in PATH where its name has no slash, else in its directory.
fn executable(engine: &EngineArguments) -> PathBuf {
    let in_path =
        std::env::var_os("PATH").filter(|_| !engine.cmd.contains(std::path::is_separator));
    let found = in_path.and_then(|path| {
        std::env::split_paths(&path)
            .flat_map(|place| files::programs_named(place.join(&engine.cmd)))
            .find(|program| program.is_file())
    });
    let beside = || files::programs_named(absolute(&program(engine)));
    let found = found.or_else(|| beside().into_iter().find(|program| program.is_file()));
    found.unwrap_or_else(|| absolute(&program(engine)))
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The limits of an engine's moves.
fn limits(limit: &Limit) -> PlayLimits {
    let time = |milliseconds: i64| Duration::from_millis(milliseconds.max(0).unsigned_abs());
    let tc = &limit.tc;
    let has_clock = tc.time + tc.increment > 0;
    PlayLimits {
        time_control: tc.stages.or_else(|| {
            let moves = u32::try_from(tc.moves).ok().and_then(NonZeroU32::new);
            let (base, increment) = (time(tc.time), time(tc.increment));
            has_clock.then(|| TimeControl::of(Stage { moves, base, increment }))
        }),
        movetime: (tc.fixed_time > 0).then(|| time(tc.fixed_time)),
        nodes: (limit.nodes > 0).then_some(limit.nodes),
        depth: u32::try_from(limit.plies).ok().filter(|plies| *plies > 0),
        time_margin: time(tc.timemargin),
        overhead: Duration::ZERO,
        ..PlayLimits::default()
    }
}

fn supervision(tournament: &Tournament) -> Supervision {
    let unsaved = &tournament.unsaved;
    let time = Duration::from_millis;
    Supervision {
        startup: time(unsaved.startup),
        ready: time(unsaved.ping),
        new_game: time(unsaved.new_game),
        faults_in_a_row: 0,
        ..Supervision::default()
    }
}

fn adjudication(tournament: &Tournament, tablebase: Option<Arc<Tablebase>>) -> Adjudication {
    let number = |count: i32| u32::try_from(count).unwrap_or(0);
    let Tournament { draw, resign, maxmoves, .. } = tournament;
    // For cutechess-cli a rule that asks for no move is none.
    let is_cutechess = tournament.unsaved.dialect == Dialect::Cutechess;
    let counts = |moves: i32| !is_cutechess || moves > 0;
    let has_draws = draw.enabled && (!is_cutechess || draw.move_number > 0);
    Adjudication {
        tablebase,
        draw: has_draws.then(|| DrawRule {
            score: draw.score,
            moves: number(draw.move_count),
            from_move: draw.move_number,
        }),
        resign: (resign.enabled && counts(resign.move_count)).then(|| ResignRule {
            score: resign.score,
            moves: number(resign.move_count),
            two_sided: resign.twosided,
        }),
        max_moves: (maxmoves.enabled && counts(maxmoves.move_count))
            .then(|| number(maxmoves.move_count)),
    }
}

/// The rule of the tables.
pub(super) fn table_rule(tournament: &Tournament) -> TablebaseRule {
    let tables = &tournament.tb_adjudication;
    let most = usize::try_from(tables.max_pieces).ok().filter(|pieces| *pieces > 0);
    TablebaseRule {
        directories: tables.syzygy_dirs.split(':').map(PathBuf::from).collect(),
        max_pieces: most.unwrap_or(TablebaseRule::MOST_PIECES),
        fifty_moves: !tables.ignore_50_move_rule,
        adjudicate: match tournament.unsaved.table_results {
            TableResults::Both => TablebaseResults::Both,
            TableResults::WinLoss => TablebaseResults::Wins,
            TableResults::Draw => TablebaseResults::Draws,
        },
    }
}

/// The tables of all directories that have any; the reference ignores the other directories.
///
/// # Errors
/// None has any; in the reference's words.
pub(super) fn tables(tournament: &Tournament) -> Result<Option<Arc<Tablebase>>, String> {
    if !tournament.tb_adjudication.enabled {
        return Ok(None);
    }
    let rule = table_rule(tournament);
    let open = |directories| Tablebase::open(TablebaseRule { directories, ..rule.clone() }).ok();
    let has_tables = |directory: &&PathBuf| open(vec![(*directory).clone()]).is_some();
    let usable: Vec<PathBuf> = rule.directories.iter().filter(has_tables).cloned().collect();
    let opened = (!usable.is_empty()).then_some(usable).and_then(open);
    opened.map(Arc::new).map(Some).ok_or_else(|| {
        format!(
            "Error: Failed to load Syzygy tablebases from the following directories: {}",
            tournament.tb_adjudication.syzygy_dirs
        )
    })
}

/// The openings with the order, the plies and the start that the command line asks for, where those of the match that is
/// played are drawn already.
pub(super) fn as_asked_for(mut openings: Openings, asked: &BookSettings) -> Openings {
    let number = |count: i32| usize::try_from(count).ok().filter(|count| *count > 0);
    openings.order = match asked.order {
        BookOrder::Random => Order::Shuffled,
        BookOrder::Sequential => Order::Sequential,
    };
    openings.plies = number(asked.plies);
    openings.start = number(asked.start).unwrap_or(1);
    openings
}
