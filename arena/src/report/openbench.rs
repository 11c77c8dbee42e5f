//! The lines that engine authors paste where they talk about tests, in the form that OpenBench made usual.

use std::fmt::Write as _;

use super::contents::named_interval;
use super::outlook::TestSummary;
use super::pgn_results::EncounterSummary;
use super::summary::Summary;
use super::{PgnResults, Report};
use crate::chess::time_control::TimeControl;
use stats::headline::{Gap, Kind, NamedInterval};
use stats::words;
use stats::{Estimates, Pentanomial, Unit, Wdl};

/// The lines of two players, as values.
struct Lines<'a> {
    /// Their names, where there are more than two players.
    names: Option<String>,
    setting: String,
    on_games: &'a Estimates,
    on_pairs: &'a Estimates,
    /// The difference in Elo.
    elo: Option<f64>,
    /// The interval in force.
    interval: NamedInterval,
    test: Option<TestSummary>,
    games: Wdl,
    pairs: Pentanomial,
}

/// The lines of every two players that met.
pub(super) fn text(report: &Report) -> String {
    let blocks: Vec<String> = match report {
        Report::Match(report) => vec![of_summary(&report.summary)],
        Report::Tournament(report) => {
            let encounters = &report.tournament.encounters;
            encounters
                .iter()
                .map(|encounter| of_encounter(encounter, String::new(), true))
                .collect()
        }
        Report::PgnResults(results) => of_results(results),
        Report::Comparison(comparison) => {
            comparison.matches.iter().map(|compared| compared.test_result.clone()).collect()
        }
        Report::Books(_) => Vec::new(),
    };
    blocks.join("\n")
}

/// The lines of a match of two contenders, all of the same games: without those that repeat others, and
/// where a test has ended the match, of the pairs that the test has seen.
pub(super) fn of_summary(summary: &Summary) -> String {
    let seen = summary.stop.as_ref().filter(|stop| stop.games_after > 0).map(|stop| stop.seen);
    let seen = seen.or((summary.pairs.repeated > 0).then_some(summary.pairs.counts));
    let of_seen = seen.map(|pairs| Estimates::of(&pairs.into(), pairs.games()));
    let [first, second] =
        summary.facts.contenders.each_ref().map(|contender| contender.as_test_setting());
    let setting = if first == second { first } else { format!("{first} vs {second}") };
    Lines {
        names: None,
        setting,
        on_games: &summary.on_games,
        on_pairs: of_seen.as_ref().unwrap_or(&summary.on_pairs),
        elo: of_seen.as_ref().map_or(summary.elo(), |seen| seen.elo.0),
        interval: named_interval(summary),
        test: summary.stop.as_ref().and_then(|stop| stop.sprt),
        games: seen.map_or(summary.games.all, |pairs| pairs.games()),
        pairs: seen.unwrap_or(summary.pairs.counts),
    }
    .text()
}

fn of_results(results: &PgnResults) -> Vec<String> {
    let controls = results.time_controls.iter().filter_map(|control| control.parse().ok());
    let controls: Vec<String> = controls.map(TimeControl::framework_word).collect();
    let has_names = results.encounters.len() > 1;
    let lines_of = |encounter| of_encounter(encounter, controls.join(", "), has_names);
    results.encounters.iter().map(lines_of).collect()
}

fn of_encounter(encounter: &EncounterSummary, setting: String, has_names: bool) -> String {
    Lines {
        names: has_names.then(|| encounter.players.join(" - ")),
        setting,
        on_games: &encounter.on_games,
        on_pairs: &encounter.on_pairs,
        elo: encounter.headline.elo.0,
        interval: NamedInterval::fixed(encounter.headline.ends.interval()),
        test: encounter.test,
        games: encounter.all,
        pairs: encounter.pairs,
    }
    .text()
}

impl Lines<'_> {
    /// `8.5 +- 10.2 (95%)` at the end of a planned length; `8.5 [-8.6, 25.7] (95%, anytime-valid)` before, and where
    /// the result has stopped the match.
    fn elo(&self) -> String {
        let NamedInterval { kind, confidence, ends } = self.interval;
        let (elo, level) = (words::elo(self.elo), words::level(confidence).replace(' ', ""));
        match (words::interval(ends), kind, ends.half_width()) {
            (text, ..) if text == words::NO_INTERVAL => {
                format!("{elo} ({text}: {})", self.gap().words())
            }
            (_, Kind::Fixed, Some(half)) => {
                format!("{elo} +- {} ({level})", words::decimal(half, 1))
            }
            (text, Kind::Fixed, None) => format!("{elo}, {text} ({level})"),
            (text, Kind::Anytime, Some(_)) => format!("{elo} {text} ({level}, anytime-valid)"),
            (text, Kind::Anytime, None) => format!("{elo}, {text} ({level}, anytime-valid)"),
        }
    }

    fn gap(&self) -> Gap {
        // Pairs are the sample wherever there are some.
        match self.on_pairs.n > 0.0 {
            true => Gap::of(self.on_pairs, Unit::Pair),
            false => Gap::of(self.on_games, Unit::Game),
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        if let Some(names) = &self.names {
            let _ = writeln!(text, "{names}");
        }
        let _ = writeln!(text, "Elo   | {}", self.elo());
        let kind = if self.test.is_some() { "SPRT " } else { "Conf " };
        if !self.setting.is_empty() {
            let _ = writeln!(text, "{kind} | {}", self.setting);
        }
        if let Some(TestSummary { test, lower, upper, llr }) = self.test {
            let [llr, lower, upper] = [llr, lower, upper].map(|value| words::decimal(value, 2));
            let unit = test.model.unit();
            let [elo0, elo1] = [test.elo0, test.elo1].map(|value| words::decimal(value, 2));
            let _ = writeln!(text, "LLR   | {llr} ({lower}, {upper}) [{elo0}, {elo1}] {unit}");
        }
        let Wdl { wins, draws, losses } = self.games;
        let _ =
            writeln!(text, "Games | N: {} W: {wins} L: {losses} D: {draws}", self.games.games());
        if self.pairs.pairs() > 0 {
            let _ = writeln!(text, "Penta | {}", words::ptnml(self.pairs));
        }
        text
    }
}
