//! The lines that engine authors paste where they talk about tests, in the form that OpenBench made usual.

use std::fmt::Write as _;

use super::contents::two_players::TwoPlayers;
use super::outlook::TestSummary;
use super::summary::Summary;
use super::{PgnResults, Report};
use crate::chess::time_control::TimeControl;
use stats::Wdl;
use stats::headline::{Kind, NamedInterval};
use stats::words;

/// The lines of every two players that met.
pub(super) fn text(report: &Report) -> String {
    let blocks: Vec<String> = match report {
        Report::Match(report) => vec![of_summary(&report.summary)],
        Report::Tournament(report) => {
            let encounters = report.tournament.standings.encounters.iter();
            encounters.map(|encounter| lines(&encounter.into(), true, "")).collect()
        }
        Report::PgnResults(results) => of_results(results),
        Report::Comparison(comparison) => {
            comparison.matches.iter().map(|compared| of_compared(&compared.summary)).collect()
        }
    };
    blocks.join("\n")
}

/// The lines of a match of two contenders, all of the same games: without those that repeat others, and
/// where a test has ended the match, of the pairs that the test has seen.
pub(super) fn of_summary(summary: &Summary) -> String {
    let [first, second] =
        summary.facts.contenders.each_ref().map(|contender| contender.as_test_setting());
    let setting = if first == second { first } else { format!("{first} vs {second}") };
    let mut two = TwoPlayers::from(summary);
    if summary.pairs.repeated > 0 {
        two.all = two.pairs.games();
    }
    lines(&two, false, &setting)
}

fn of_compared(summary: &Summary) -> String {
    format!("{}: {}\n{}", summary.facts.name, summary.names().join(" - "), of_summary(summary))
}

fn of_results(results: &PgnResults) -> Vec<String> {
    let controls = results.time_controls.iter().filter_map(|control| control.parse().ok());
    let controls: Vec<String> = controls.map(TimeControl::framework_word).collect();
    let has_names = results.standings.encounters.len() > 1;
    let setting = controls.join(", ");
    let encounters = results.standings.encounters.iter();
    encounters.map(|encounter| lines(&encounter.into(), has_names, &setting)).collect()
}

/// `8.5 +- 10.2 (95%)` at the end of a planned length; `8.5 [-8.6, 25.7] (95%, anytime-valid)` before, and
/// `8.5 [1.6, 15.7] (90%, stop-adjusted)` where a test has ended the match.
fn elo(two: &TwoPlayers<'_>) -> String {
    let NamedInterval { kind, confidence, ends } = two.interval;
    let (elo, level) = (words::elo(two.elo), words::level(confidence).replace(' ', ""));
    let named = match kind {
        Kind::Fixed => level,
        Kind::Anytime => format!("{level}, anytime-valid"),
        Kind::Exit => format!("{level}, stop-adjusted"),
    };
    match (words::interval(ends), kind, ends.half_width()) {
        (text, ..) if text == words::NO_INTERVAL => {
            format!("{elo} ({text}: {})", two.gap().words())
        }
        (_, Kind::Fixed, Some(half)) => format!("{elo} +- {} ({named})", words::decimal(half, 1)),
        (text, _, Some(_)) => format!("{elo} {text} ({named})"),
        (text, _, None) => format!("{elo}, {text} ({named})"),
    }
}

/// The lines of two players.
fn lines(two: &TwoPlayers<'_>, has_names: bool, setting: &str) -> String {
    let mut text = String::new();
    if has_names {
        let _ = writeln!(text, "{}", two.names.join(" - "));
    }
    let _ = writeln!(text, "Elo   | {}", elo(two));
    let kind = if two.test.is_some() { "SPRT " } else { "Conf " };
    if !setting.is_empty() {
        let _ = writeln!(text, "{kind} | {setting}");
    }
    if let Some(TestSummary { test, lower, upper, llr }) = two.test {
        let [llr, lower, upper] = [llr, lower, upper].map(|value| words::decimal(value, 2));
        let unit = test.model.unit();
        let [elo0, elo1] = [test.elo0, test.elo1].map(|value| words::decimal(value, 2));
        let _ = writeln!(text, "LLR   | {llr} ({lower}, {upper}) [{elo0}, {elo1}] {unit}");
    }
    let Wdl { wins, draws, losses } = two.all;
    let _ = writeln!(text, "Games | N: {} W: {wins} L: {losses} D: {draws}", two.all.games());
    if two.pairs.pairs() > 0 {
        let _ = writeln!(text, "Penta | {}", words::ptnml(two.pairs));
    }
    text
}
