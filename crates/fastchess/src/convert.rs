//! Converts a command line to a match file, and lists the parts without an equivalent. The file has the keys that a person
//! would write, and neither the book nor the tables need to be there; [`crate::settings`] makes the match that is played.

#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::path::Path;

use crate::language::command::{BookOrder, Command, Format, TableResults, Tournament, Variant};
use crate::language::engine_arguments::{EngineArguments, Extra, Limit};
use toml::Value;

/// A match file equivalent to a command line, with its journal in `directory` if that is given.
/// Differences are listed at its head.
pub(super) fn match_file(command: &Command, directory: Option<&Path>) -> String {
    let tournament = &command.tournament;
    let mut file = String::new();
    for note in notes(command) {
        let _ = writeln!(file, "# {note}");
    }
    if let Some(directory) = directory {
        let _ = writeln!(file, "# -ziggurat: `arena run --out {}`.", directory.display());
    }
    let games = (tournament.rounds * tournament.games).max(2);
    let _ = writeln!(file, "games = {}", games + games % 2);
    if tournament.format == Format::Gauntlet && command.engines.len() > 2 {
        file.push_str("format = \"gauntlet\"\n");
    }
    let seed = i64::try_from(tournament.seed).unwrap_or(i64::MAX);
    let _ = writeln!(file, "seed = {seed}\nconcurrency = {}", tournament.concurrency.max(1));
    if tournament.affinity {
        file.push_str("pin = true\n");
    }
    openings(&mut file, tournament);
    adjudication(&mut file, tournament);
    if tournament.sprt.enabled {
        let sprt = &tournament.sprt;
        let model = if sprt.model == "bayesian" { "bayes" } else { &sprt.model };
        let _ = write!(
            file,
            "\n[stop]\nsprt = {{ elo0 = {}, elo1 = {}, alpha = {}, beta = {}, model = {} }}\n",
            float(sprt.elo0),
            float(sprt.elo1),
            float(sprt.alpha),
            float(sprt.beta),
            text(model)
        );
    }
    let seconds =
        |milliseconds: u64| text(&seconds(i64::try_from(milliseconds).unwrap_or(i64::MAX)));
    let unsaved = &tournament.unsaved;
    let [startup, ready, new_game] = [unsaved.startup, unsaved.ping, unsaved.new_game].map(seconds);
    let _ = write!(
        file,
        "\n[supervision]\nstartup = {startup}\nready = {ready}\nnew_game = {new_game}\n"
    );
    command.engines.iter().for_each(|engine| contender(&mut file, engine));
    file
}

fn openings(file: &mut String, tournament: &Tournament) {
    let opening = &tournament.opening;
    let book = if opening.file.is_empty() { "builtin:start" } else { &opening.file };
    let _ = write!(file, "\n[openings]\nfile = {}\n", text(book));
    if opening.order == BookOrder::Random {
        file.push_str("order = \"shuffled\"\n");
    }
    if opening.plies > 0 {
        let _ = writeln!(file, "plies = {}", opening.plies);
    }
    if opening.start > 1 {
        let _ = writeln!(file, "start = {}", opening.start);
    }
}

fn adjudication(file: &mut String, tournament: &Tournament) {
    let Tournament { draw, resign, maxmoves, tb_adjudication: tables, .. } = tournament;
    let mut keys = String::new();
    if draw.enabled {
        let (score, moves, from) = (draw.score, draw.move_count, draw.move_number.max(1));
        let _ = writeln!(keys, "draw = {{ score = {score}, moves = {moves}, from_move = {from} }}");
    }
    if resign.enabled {
        let (score, moves, two) = (resign.score.max(1), resign.move_count, resign.twosided);
        let _ =
            writeln!(keys, "resign = {{ score = {score}, moves = {moves}, two_sided = {two} }}");
    }
    if maxmoves.enabled {
        let _ = writeln!(keys, "max_moves = {}", maxmoves.move_count);
    }
    if tables.enabled {
        let paths: Vec<String> = tables.syzygy_dirs.split(':').map(text).collect();
        let adjudicate = match tournament.unsaved.table_results {
            TableResults::Both => "both",
            TableResults::WinLoss => "wins",
            TableResults::Draw => "draws",
        };
        let most = match tables.max_pieces {
            0 => String::new(),
            pieces => format!("max_pieces = {pieces}, "),
        };
        let _ = writeln!(
            keys,
            "tablebase = {{ path = [{}], {most}fifty_moves = {}, adjudicate = \"{adjudicate}\" }}",
            paths.join(", "),
            !tables.ignore_50_move_rule
        );
    }
    if !keys.is_empty() {
        let _ = write!(file, "\n[adjudication]\n{keys}");
    }
}

fn contender(file: &mut String, engine: &EngineArguments) {
    let program = crate::language::checks::program(engine);
    let command = if engine.cmd.contains('/') || !engine.dir.is_empty() {
        program.display().to_string()
    } else {
        engine.cmd.clone()
    };
    let _ = write!(
        file,
        "\n[[contender]]\nname = {}\ncommand = {}\n",
        text(&engine.name),
        text(&command)
    );
    let arguments = shlex::split(&engine.args).unwrap_or_default();
    if !arguments.is_empty() {
        let arguments: Vec<String> = arguments.iter().map(|argument| text(argument)).collect();
        let _ = writeln!(file, "args = [{}]", arguments.join(", "));
    }
    if !engine.dir.is_empty() {
        let _ = writeln!(file, "dir = {}", text(&engine.dir));
    }
    if engine.restart {
        file.push_str("restart = true\n");
    }
    let _ = writeln!(file, "limits = {{ {} }}", limits(&engine.limit).join(", "));
    if !engine.options.is_empty() {
        let option = |(name, value): &(String, String)| {
            let value = match (value.parse::<i64>(), value.parse::<bool>()) {
                (Ok(number), _) => number.to_string(),
                (_, Ok(flag)) => flag.to_string(),
                _ => text(value),
            };
            format!("{} = {value}", text(name))
        };
        let last = last_of_each(&engine.options);
        let options: Vec<String> = last.into_iter().map(option).collect();
        let _ = writeln!(file, "options = {{ {} }}", options.join(", "));
    }
}

/// The options of an engine in their order; one that is repeated, by `-each`, keeps the last value.
fn last_of_each(options: &[(String, String)]) -> Vec<&(String, String)> {
    let is_last = |(at, (name, _)): &(usize, &(String, String))| {
        !options[at + 1..].iter().any(|(later, _)| later.eq_ignore_ascii_case(name))
    };
    options.iter().enumerate().filter(is_last).map(|(_, option)| option).collect()
}

fn limits(limit: &Limit) -> Vec<String> {
    let tc = &limit.tc;
    let mut keys = Vec::new();
    if tc.time + tc.increment > 0 {
        let period = if tc.moves > 0 { format!("{}/", tc.moves) } else { String::new() };
        let increment = match tc.increment {
            0 => String::new(),
            increment => format!("+{}", seconds(increment)),
        };
        keys.push(format!("time_control = \"{period}{}{increment}\"", seconds(tc.time)));
    }
    if tc.fixed_time > 0 {
        keys.push(format!("movetime = \"{}\"", seconds(tc.fixed_time)));
    }
    if tc.timemargin > 0 {
        keys.push(format!("time_margin = \"{}\"", seconds(tc.timemargin)));
    }
    keys.extend((limit.nodes > 0).then(|| format!("nodes = {}", limit.nodes)));
    keys.extend((limit.plies > 0).then(|| format!("depth = {}", limit.plies)));
    keys
}

/// The parts that the match file does differently, or not at all.
fn notes(command: &Command) -> Vec<String> {
    let tournament = &command.tournament;
    let mut notes = Vec::new();
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
        tournament.opening.order == BookOrder::Random,
        "The book is shuffled by another generator: the same seed draws other openings.",
    );
    note(
        tournament.unsaved.encounters.is_some(),
        "-games, -rounds, -repeat and policy: every opening is played by a pair of games here.",
    );
    note(
        command.engines.iter().any(|engine| engine.extra != Extra::default()),
        "initstr, stderr and whitepov: engines get no lines of the command line, and their standard error is not kept.",
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
        tournament.pgn.event_name != unnamed.event_name || tournament.pgn.site != unnamed.site,
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

fn float(number: f64) -> String {
    Value::Float(number).to_string()
}

/// Milliseconds as the shortest number of seconds.
fn seconds(milliseconds: i64) -> String {
    (milliseconds as f64 / 1000.0).to_string()
}
