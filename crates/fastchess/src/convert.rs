//! Writes the match of a command line as a match file, and lists the parts without an equivalent. The file has the keys
//! that a person would write, and neither the engines nor the book nor the tables need to be there.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};
use std::path::{Path, PathBuf};

use toml::Value;
use uci_client::{OptionValue, Timeouts};

use crate::language::checks::program;
use crate::language::command::{BookOrder, Command, Sprt, TableResults, Tournament, Variant};
use crate::language::engine_arguments::{EngineArguments, Extra};
use crate::settings;
use arena::chess::adjudication::Adjudication;
use arena::chess::limits::PlayLimits;
use arena::chess::openings::{Book, Order};
use arena::chess::pairings::Format;
use arena::chess::time_control::Seconds;
use arena::config::{ContenderSettings, EngineSettings, Match, Openings, Pinning, UciSettings};

/// A match file equivalent to a command line, with its journal in `directory` if that is given.
/// Differences are listed at its head.
///
/// # Errors
/// The command line asks for no games.
pub(super) fn match_file(command: &Command, directory: Option<&Path>) -> Result<String, String> {
    let tournament = &command.tournament;
    let settings = settings::of(command, book(tournament), None, 0)?;
    let mut file = String::new();
    for note in notes(command) {
        let _ = writeln!(file, "# {note}");
    }
    if let Some(directory) = directory {
        let _ = writeln!(file, "# -ziggurat: `arena run --out {}`.", directory.display());
    }
    let mut key = |name: &str, value: &dyn Display| {
        let _ = writeln!(file, "{name} = {value}");
    };
    key("games", &settings.games.max(2).next_multiple_of(2));
    if settings.format == Format::Gauntlet && settings.contenders.len() > 2 {
        key("format", &text("gauntlet"));
    }
    if tournament.unsaved.has_seed {
        key("seed", &folded(tournament.seed));
    }
    key("concurrency", &settings.concurrency);
    if settings.same {
        key("same", &true);
    }
    if settings.pinning == Pinning::Wanted {
        key("pin", &true);
    }
    let tables = [
        ("openings", openings(&settings.openings)),
        ("adjudication", adjudication(&settings.adjudication, tournament)),
        ("stop", test(&tournament.sprt).into_iter().collect()),
        ("supervision", timeouts(settings.supervision.timeouts())),
    ];
    tables.iter().for_each(|(name, keys)| table(&mut file, &format!("[{name}]"), keys));
    contenders(&mut file, &settings, &command.engines);
    Ok(file)
}

/// A key with its value, as TOML.
type Key = (String, String);

/// Writes a table, unless it is empty.
fn table(file: &mut String, head: &str, keys: &[Key]) {
    if !keys.is_empty() {
        let _ = writeln!(file, "\n{head}");
    }
    for (name, value) in keys {
        let _ = writeln!(file, "{name} = {value}");
    }
}

/// Keys and values in one line.
fn inline(keys: &[Key]) -> String {
    let keys: Vec<String> = keys.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    format!("{{ {} }}", keys.join(", "))
}

fn key(name: &str, value: impl Display) -> Key {
    (name.to_owned(), value.to_string())
}

/// The book of a command line, by its name alone.
fn book(tournament: &Tournament) -> Openings {
    let asked = &tournament.opening;
    let path = if asked.file.is_empty() { "builtin:start" } else { &asked.file };
    let book = Book::of(path.into(), [0; 32], BTreeMap::new());
    settings::as_asked_for(Openings::new(book, Order::Sequential, None, 1, 0), asked)
}

fn openings(openings: &Openings) -> Vec<Key> {
    let mut keys = vec![key("file", text(&openings.book.path.to_string_lossy()))];
    keys.extend((openings.order == Order::Shuffled).then(|| key("order", text("shuffled"))));
    keys.extend(openings.plies.map(|plies| key("plies", plies)));
    keys.extend((openings.start > 1).then(|| key("start", openings.start)));
    keys
}

fn adjudication(rules: &Adjudication, tournament: &Tournament) -> Vec<Key> {
    let draw = rules.draw.as_ref().map(|draw| {
        let (moves, from) = (draw.moves.max(1), draw.from_move.max(1));
        let keys = [key("score", draw.score), key("moves", moves), key("from_move", from)];
        key("draw", inline(&keys))
    });
    let resign = rules.resign.as_ref().map(|resign| {
        let mut keys = vec![key("score", resign.score.max(1)), key("moves", resign.moves.max(1))];
        keys.extend(resign.two_sided.then(|| key("two_sided", true)));
        key("resign", inline(&keys))
    });
    let most = rules.max_moves.map(|moves| key("max_moves", moves.max(1)));
    let tables = tournament.tb_adjudication.enabled.then(|| key("tablebase", tables(tournament)));
    [draw, resign, most, tables].into_iter().flatten().collect()
}

fn tables(tournament: &Tournament) -> String {
    let rule = settings::table_rule(tournament);
    let path = rule.directories.iter().map(|directory| text(&directory.to_string_lossy()));
    let mut keys = vec![key("path", format!("[{}]", path.collect::<Vec<_>>().join(", ")))];
    let pieces = tournament.tb_adjudication.max_pieces;
    keys.extend((pieces > 0).then(|| key("max_pieces", pieces)));
    keys.extend((!rule.fifty_moves).then(|| key("fifty_moves", false)));
    match tournament.unsaved.table_results {
        TableResults::Both => {}
        TableResults::WinLoss => keys.push(key("adjudicate", text("wins"))),
        TableResults::Draw => keys.push(key("adjudicate", text("draws"))),
    }
    inline(&keys)
}

/// The test, if there is one; a match file has no BayesElo.
fn test(sprt: &Sprt) -> Option<Key> {
    let number = |name, number| key(name, Value::Float(number));
    let model = match sprt.model.as_str() {
        _ if !sprt.enabled => return None,
        "bayesian" => return None,
        Sprt::CUTECHESS => "logistic",
        other => other,
    };
    let keys = [
        number("elo0", sprt.elo0),
        number("elo1", sprt.elo1),
        number("alpha", sprt.alpha),
        number("beta", sprt.beta),
        key("model", text(model)),
    ];
    Some(key("sprt", inline(&keys)))
}

/// The waits that are not those of a match file without them.
fn timeouts(timeouts: Timeouts) -> Vec<Key> {
    let unnamed = Timeouts::default();
    let all = [
        ("startup", timeouts.startup, unnamed.startup),
        ("ready", timeouts.ready, unnamed.ready),
        ("new_game", timeouts.new_game, unnamed.new_game),
    ];
    let named = all.into_iter().filter(|(_, time, unnamed)| time != unnamed);
    named.map(|(name, time, _)| key(name, text(&Seconds(time).to_string()))).collect()
}

/// The contenders. Keys that all of them share stand once.
fn contenders(file: &mut String, settings: &Match, engines: &[EngineArguments]) {
    let limits: Vec<Vec<Key>> = settings.contenders.iter().map(|one| limits(&one.limits)).collect();
    let options: Vec<Vec<Key>> = settings.contenders.iter().map(options).collect();
    let are_shared = limits.windows(2).all(|pair| pair[0] == pair[1]);
    if are_shared {
        table(file, "[limits]", &limits[0]);
    }
    let is_shared = |option: &&Key| options.iter().all(|all| all.contains(option));
    let shared: Vec<Key> = options[0].iter().filter(is_shared).cloned().collect();
    table(file, "[each.options]", &shared);
    for (at, (contender, engine)) in settings.contenders.iter().zip(engines).enumerate() {
        let EngineSettings::Uci(UciSettings { program, restart, .. }) = &contender.engine else {
            continue;
        };
        let mut keys = vec![
            key("name", text(&contender.name)),
            key("command", text(&command(engine).to_string_lossy())),
        ];
        if !program.arguments.is_empty() {
            let words: Vec<String> = program.arguments.iter().map(|word| text(word)).collect();
            keys.push(key("args", format!("[{}]", words.join(", "))));
        }
        keys.extend((!engine.dir.is_empty()).then(|| key("dir", text(&engine.dir))));
        keys.extend(restart.then(|| key("restart", true)));
        keys.extend((!are_shared).then(|| key("limits", inline(&limits[at]))));
        let own: Vec<Key> =
            options[at].iter().filter(|option| !shared.contains(option)).cloned().collect();
        keys.extend((!own.is_empty()).then(|| key("options", inline(&own))));
        table(file, "[[contender]]", &keys);
    }
}

/// The program as the command line names it: a match file finds it beside itself or in PATH.
fn command(engine: &EngineArguments) -> PathBuf {
    let has_place = engine.cmd.contains('/') || !engine.dir.is_empty();
    // Without the points that stand between two slashes.
    if has_place { program(engine).components().collect() } else { engine.cmd.clone().into() }
}

/// The options in their order; one that is repeated, by `-each`, keeps the last value.
fn options(contender: &ContenderSettings) -> Vec<Key> {
    let options = contender.program().map_or(&[][..], |program| &program.options);
    let is_last = |at: usize| {
        let name = &options[at].name;
        !options[at + 1..].iter().any(|later| later.name.eq_ignore_ascii_case(name))
    };
    let value = |value: &OptionValue| match value {
        OptionValue::Number(number) => number.to_string(),
        OptionValue::Flag(flag) => flag.to_string(),
        OptionValue::Text(value) => {
            value.parse::<bool>().map_or_else(|_| text(value), |flag| flag.to_string())
        }
    };
    let kept = options.iter().enumerate().filter(|(at, _)| is_last(*at));
    kept.map(|(_, option)| key(&text(&option.name), value(&option.value))).collect()
}

fn limits(limits: &PlayLimits) -> Vec<Key> {
    let seconds = |name, time| key(name, text(&Seconds(time).to_string()));
    let margin = (!limits.time_margin.is_zero()).then_some(limits.time_margin);
    let keys = [
        limits.time_control.map(|clock| key("time_control", text(&clock.to_string()))),
        limits.movetime.map(|time| seconds("movetime", time)),
        margin.map(|margin| seconds("time_margin", margin)),
        limits.nodes.map(|nodes| key("nodes", nodes)),
        limits.depth.map(|depth| key("depth", depth)),
    ];
    keys.into_iter().flatten().collect()
}

/// A seed in the range of a match file's.
fn folded(seed: u64) -> u64 {
    seed & u64::MAX >> 1
}

/// The parts that the match file does differently, or not at all.
fn notes(command: &Command) -> Vec<String> {
    let tournament = &command.tournament;
    let sentences = tournament.unsaved.notes.iter();
    let mut notes: Vec<String> = sentences.map(|note| format!("{note}.")).collect();
    let mut note = |holds: bool, text: &str| {
        if holds {
            notes.push(text.to_owned());
        }
    };
    note(
        tournament.opening.file.is_empty(),
        "No book is named: builtin:start is the start position.",
    );
    note(
        tournament.sprt.enabled && tournament.sprt.model == "bayesian",
        "-sprt model=bayesian: a match file has no BayesElo; write `stop.sprt` in nElo or Elo.",
    );
    note(
        tournament.unsaved.has_seed && folded(tournament.seed) != tournament.seed,
        "-srand: seeds of a match file end at 2^63 - 1; this one is lower by 2^63.",
    );
    note(
        tournament.opening.order == BookOrder::Random,
        "The book is shuffled by another generator: the same seed draws other openings.",
    );
    note(
        tournament.unsaved.encounters.is_some(),
        "-games, -rounds, -repeat and policy: every opening is played by a pair of games here.",
    );
    let any = |has: fn(&Extra) -> bool| command.engines.iter().any(|engine| has(&engine.extra));
    note(
        any(|extra| !extra.init.is_empty()),
        "initstr: engines get no lines of the command line; set their options.",
    );
    note(
        any(|extra| !extra.stderr.is_empty()),
        "stderr: the end of an engine's standard error is kept where it fails.",
    );
    note(
        any(|extra| extra.is_trusted),
        "trust: an announced mate is played out, or ends by `adjudication.resign`.",
    );
    note(
        any(|extra| extra.is_white_view),
        "whitepov: scores are taken as those of the side to move.",
    );
    note(tournament.unsaved.shows_exchange, "-debug: `arena run --log FILE`.");
    note(tournament.games == 1, "-games 1: every opening is played twice here, colours reversed.");
    note(tournament.noswap, "-noswap: colours are always reversed here.");
    note(
        tournament.reverse,
        "-reverse: the first contender has White first; put the contenders the other way round.",
    );
    note(
        tournament.gauntlet_seeds > 1,
        "-seeds: in a gauntlet the first contender meets the others.",
    );
    note(
        !tournament.recover,
        "Without -recover: a match goes on after a crash; `arena run --strict` stops at the first fault.",
    );
    note(
        tournament.variant == Variant::FischerRandom,
        "-variant: each opening decides by its castling rights whether its games are Chess960.",
    );
    note(
        tournament.resign.enabled && tournament.resign.twosided,
        "twosided: the opponent must score the game as won, not only as decided.",
    );
    note(tournament.unsaved.strict, "-strict: `arena run --strict`.");
    note(
        !tournament.unsaved.processors.is_empty(),
        "-use-affinity: games are kept to processors that this program chooses.",
    );
    note(
        tournament.check_mate_pvs,
        "-check-mate-pvs: announced mates are not compared with the moves behind them.",
    );
    let unnamed = Tournament::new(0).pgn;
    note(
        ![unnamed.event_name.as_str(), "?"].contains(&tournament.pgn.event_name.as_str())
            || tournament.pgn.site != unnamed.site,
        "-event, -site: the games have the match's name as their event.",
    );
    note(tournament.wait > 0, "-wait: there is no pause between games.");
    note(
        !tournament.pgn.file.is_empty() || !tournament.epd.file.is_empty(),
        "-pgnout, -epdout: games are in results/NAME/games.pgn beside the match file.",
    );
    note(
        !tournament.pgn.additional_lines_rgx.is_empty(),
        "match_line: lines of engines are not kept with the moves.",
    );
    note(!tournament.log.file.is_empty(), "-log: `arena run --log FILE`.");
    note(!command.stats.is_empty(), "-config: the results so far are not taken over.");
    note(
        tournament.sprt.enabled,
        "The test stops after whole pairs, and games in progress are finished.",
    );
    notes
}

/// A text as TOML has it.
fn text(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}
