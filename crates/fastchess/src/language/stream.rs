//! The lines on standard output. Each function returns one write, line ends included.

use std::fmt::Write as _;

use crate::dates::duration;
use crate::language::command::{Command, Output};
use crate::language::counts::Counts;
use crate::language::engine_arguments::Limit;
use crate::language::numbers::Numbers;
use crate::language::sprt::Decision;
use crate::language::text::{decimal, significant};

const RULE: &str = "--------------------------------------------------\n";
/// Characters of the column of names, at least.
const NAMES: usize = 25;

/// The settings of an engine in a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The limits of its moves.
    pub limit: Limit,
    /// Its option `Threads`, if it has one.
    pub threads: Option<String>,
    /// Its option `Hash`, if it has one.
    pub hash: Option<String>,
}

/// `Started game 1 of 8 (A vs B)`.
#[must_use]
pub fn started(game: u64, games: u64, white: &str, black: &str) -> String {
    format!("Started game {game} of {games} ({white} vs {black})\n")
}

/// `Finished game 1 (A vs B): 1-0 {White mates}`.
#[must_use]
pub fn finished(game: u64, white: &str, black: &str, result: &str, reason: &str) -> String {
    format!("Finished game {game} ({white} vs {black}): {result} {{{reason}}}\n")
}

/// `File games.pgn has CRC32: 0x36fb8ce3`.
#[must_use]
pub fn checksum(file: &str, crc32: u32) -> String {
    format!("File {file} has CRC32: {crc32:#x}\n")
}

/// `Score of A vs B: 1 - 0 - 3  [0.625] 4`, of cutechess's format.
#[must_use]
pub fn score(first: &str, second: &str, counts: Counts) -> String {
    let Counts { wins, losses, draws, .. } = counts;
    let score = decimal(Numbers::of_games(counts).score, 3);
    format!(
        "Score of {first} vs {second}: {wins} - {losses} - {draws}  [{score}] {}\n",
        counts.games()
    )
}

/// The report of two engines, between rules in fastchess's format.
#[must_use]
pub fn report(command: &Command, counts: Counts, settings: [&Settings; 2]) -> String {
    let body = match command.tournament.output {
        Output::Fastchess => {
            format!("{}{}", results(command, counts, settings), llr(command, counts))
        }
        Output::Cutechess => {
            let numbers = Numbers::of_games(counts);
            format!(
                "Elo difference: {} +/- {}, LOS: {} %, DrawRatio: {} %\n{}",
                decimal(numbers.elo, 2),
                decimal(numbers.elo_error, 2),
                decimal(numbers.los, 2),
                decimal(counts.draws_percent(), 2),
                cutechess_llr(command, counts)
            )
        }
    };
    ruled(command, &body)
}

/// The table of more than two engines: a name and all its results each; then the sequential test of the two that have
/// played last, from their results.
#[must_use]
pub fn table(command: &Command, engines: &[(String, Counts)], last: Counts) -> String {
    let is_fastchess = command.tournament.output == Output::Fastchess;
    let penta = command.tournament.report_penta;
    let mut rows: Vec<(&str, Counts, Numbers)> = engines
        .iter()
        .map(|(name, counts)| (name.as_str(), *counts, numbers(*counts, penta)))
        .collect();
    rows.sort_by(|one, other| rank(other.2.elo).total_cmp(&rank(one.2.elo)));
    let width = rows.iter().map(|(name, ..)| name.len()).fold(NAMES, usize::max);
    let mut text = format!(
        "{:<4} {:<width$} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "Rank", "Name", "Elo", "+/-", "nElo", "+/-", "Games", "Score", "Draw"
    );
    if is_fastchess {
        let _ = write!(text, " {:>20}", "Ptnml(0-2)");
    }
    text.push('\n');
    for (place, (name, counts, numbers)) in (1..).zip(rows) {
        let Numbers { elo, elo_error, nelo, nelo_error, .. } = numbers;
        let [elo, elo_error, nelo, nelo_error] =
            [elo, elo_error, nelo, nelo_error].map(|number| decimal(number, 2));
        let draws = if penta { counts.level_pairs_percent() } else { counts.draws_percent() };
        let _ = write!(
            text,
            "{place:>4} {name:<width$} {elo:>10} {elo_error:>10} {nelo:>10} {nelo_error:>10} {:>10} \
             {:>9}% {:>9}%",
            counts.games(),
            decimal(counts.points_percent(), 1),
            decimal(draws, 1)
        );
        if is_fastchess {
            let _ =
                write!(text, " {:>20}", if penta { pentanomial(counts) } else { String::new() });
        }
        text.push('\n');
    }
    text.push_str(&match command.tournament.output {
        Output::Fastchess => llr(command, last),
        Output::Cutechess => cutechess_llr(command, last),
    });
    ruled(command, &text)
}

/// The text printed when the test is decided, after the last report; in cutechess's format only
/// that the tournament is over.
#[must_use]
pub fn test_ended(command: &Command, decision: Decision) -> String {
    match command.tournament.output {
        Output::Cutechess => "Tournament finished\n".to_owned(),
        Output::Fastchess => {
            let which = match decision {
                Decision::H0 => "H0",
                Decision::H1 => "H1",
            };
            let hypotheses = command.tournament.sprt.hypotheses();
            format!("SPRT ({hypotheses}) completed - {which} was accepted\n")
        }
    }
}

/// `Total Time: 00:00:09 (hours:minutes:seconds)`, with an empty line after it: the last that is printed.
#[must_use]
pub fn total_time(seconds: u64) -> String {
    format!("Total Time: {} (hours:minutes:seconds)\n\n", duration(seconds))
}

fn ruled(command: &Command, body: &str) -> String {
    match command.tournament.output {
        Output::Fastchess => format!("{RULE}{body}{RULE}"),
        Output::Cutechess => body.to_owned(),
    }
}

fn numbers(counts: Counts, penta: bool) -> Numbers {
    if penta { Numbers::of_pairs(counts) } else { Numbers::of_games(counts) }
}

/// For sorting: values that are not numbers come last.
fn rank(elo: f64) -> f64 {
    if elo.is_nan() { f64::NEG_INFINITY } else { elo }
}

fn results(command: &Command, counts: Counts, settings: [&Settings; 2]) -> String {
    let penta = command.tournament.report_penta;
    let numbers = numbers(counts, penta);
    let names = command.engines.iter().map(|engine| engine.name.as_str()).collect::<Vec<_>>();
    let setting = |text: fn(&Settings) -> String| {
        let [one, other] = settings.map(text);
        if one == other { one } else { format!("{one} - {other}") }
    };
    let book = &command.tournament.opening.file;
    let book = book.rsplit(['/', '\\']).next().filter(|name| !name.is_empty());
    let mut text = format!(
        "Results of {} ({}, {}, {}{}):\n",
        names.join(" vs "),
        setting(|settings| time(&settings.limit)),
        setting(|settings| settings
            .threads
            .as_ref()
            .map_or("NULL".to_owned(), |count| format!("{count}t"))),
        setting(|settings| settings
            .hash
            .as_ref()
            .map_or("NULL".to_owned(), |size| format!("{size}MB"))),
        book.map_or_else(String::new, |name| format!(", {name}"))
    );
    let draws = if penta { counts.level_pairs_percent() } else { counts.draws_percent() };
    let [elo, elo_error, nelo, nelo_error, los, draws, points] = [
        numbers.elo,
        numbers.elo_error,
        numbers.nelo,
        numbers.nelo_error,
        numbers.los,
        draws,
        counts.points_percent(),
    ]
    .map(|number| decimal(number, 2));
    let _ = writeln!(text, "Elo: {elo} +/- {elo_error}, nElo: {nelo} +/- {nelo_error}");
    let _ = write!(text, "LOS: {los} %, DrawRatio: {draws} %");
    if penta {
        let _ = write!(text, ", PairsRatio: {}", decimal(counts.pairs_ratio(), 2));
    }
    let _ = writeln!(
        text,
        "\nGames: {}, Wins: {}, Losses: {}, Draws: {}, Points: {} ({points} %)",
        counts.games(),
        counts.wins,
        counts.losses,
        counts.draws,
        decimal(counts.points(), 1)
    );
    if penta {
        let ratio = decimal(counts.wl_dd_ratio(), 2);
        let _ = writeln!(text, "Ptnml(0-2): {}, WL/DD Ratio: {ratio}", pentanomial(counts));
    }
    text
}

fn pentanomial(counts: Counts) -> String {
    format!("{:?}", counts.pentanomial())
}

/// `40/8+0.08`, `0.25/move`, `7 plies`, `200 nodes`.
fn time(limit: &Limit) -> String {
    let tc = &limit.tc;
    let seconds = |milliseconds: i64| milliseconds as f64 / 1000.0;
    if let Some(stages) = tc.stages {
        return stages.to_string();
    }
    match () {
        () if tc.time + tc.increment > 0 => {
            let moves = if tc.moves > 0 { format!("{}/", tc.moves) } else { String::new() };
            let increment = if tc.increment > 0 {
                format!("+{}", significant(seconds(tc.increment), 2))
            } else {
                String::new()
            };
            format!("{moves}{}{increment}", seconds(tc.time))
        }
        () if tc.fixed_time > 0 => format!("{}/move", seconds(tc.fixed_time)),
        () if limit.plies > 0 => format!("{} plies", limit.plies),
        () if limit.nodes > 0 => format!("{} nodes", limit.nodes),
        () => String::new(),
    }
}

fn llr(command: &Command, counts: Counts) -> String {
    let tournament = &command.tournament;
    if !tournament.sprt.enabled {
        return String::new();
    }
    let llr = tournament.sprt.llr(counts, tournament.report_penta);
    let [lower, upper] = tournament.sprt.bounds();
    let share = if llr >= 0.0 { llr / upper } else { -llr / lower };
    format!(
        "LLR: {} ({}%) ({}, {}) {}\n",
        decimal(llr, 2),
        decimal(100.0 * share, 1),
        decimal(lower, 2),
        decimal(upper, 2),
        tournament.sprt.hypotheses()
    )
}

fn cutechess_llr(command: &Command, counts: Counts) -> String {
    let sprt = &command.tournament.sprt;
    if !sprt.enabled {
        return String::new();
    }
    let llr = sprt.llr(counts, false);
    let [lower, upper] = sprt.bounds();
    let share = if llr < 0.0 { llr / lower } else { llr / upper };
    let decision = match () {
        () if llr >= upper => " - H1 was accepted",
        () if llr < lower => " - H0 was accepted",
        () => "",
    };
    format!(
        "SPRT: llr {} ({}%), lbound {}, ubound {}{decision}\n",
        decimal(llr, 2),
        decimal(100.0 * share, 1),
        decimal(lower, 2),
        decimal(upper, 2)
    )
}
