//! The lines that engine authors paste where they talk about tests, in the form that OpenBench made usual.

use std::fmt::Write as _;

use super::outlook::TestSummary;
use super::pgn_results::EncounterSummary;
use super::summary::{Headline, Summary};
use super::{PgnResults, Report};
use crate::storage::few_words::time_control;
use stats::words;
use stats::{Estimates, Pentanomial, Wdl};

/// What the lines say of two players.
struct Lines<'a> {
    /// Their names, where there are more than two players.
    names: Option<String>,
    setting: String,
    on_games: &'a Estimates,
    on_pairs: &'a Estimates,
    /// The estimate of single games and pairs together, where it is the headline.
    of_all: Option<&'a Headline>,
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
            encounters.iter().map(|of| of_encounter(of, String::new(), true)).collect()
        }
        Report::PgnResults(results) => of_results(results),
        Report::Comparison(comparison) => {
            comparison.matches.iter().map(|of| of.test_result.clone()).collect()
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
    let [first, second] = summary.facts.contenders.each_ref().map(|of| of.as_test_setting());
    let setting = if first == second { first } else { format!("{first} vs {second}") };
    Lines {
        names: None,
        setting,
        on_games: &summary.on_games,
        on_pairs: of_seen.as_ref().unwrap_or(&summary.on_pairs),
        of_all: None,
        test: summary.stop.as_ref().and_then(|stop| stop.sprt),
        games: seen.map_or(summary.games.all, |pairs| pairs.games()),
        pairs: seen.unwrap_or(summary.pairs.counts),
    }
    .text()
}

fn of_results(results: &PgnResults) -> Vec<String> {
    let controls: Vec<String> =
        results.time_controls.iter().filter_map(|control| time_control(control)).collect();
    let has_names = results.encounters.len() > 1;
    let of = |encounter| of_encounter(encounter, controls.join(", "), has_names);
    results.encounters.iter().map(of).collect()
}

fn of_encounter(encounter: &EncounterSummary, setting: String, has_names: bool) -> String {
    Lines {
        names: has_names.then(|| encounter.players.join(" - ")),
        setting,
        on_games: &encounter.on_games,
        on_pairs: &encounter.on_pairs,
        of_all: Some(&encounter.headline).filter(|_| encounter.takes_single_games()),
        test: encounter.test,
        games: encounter.all,
        pairs: encounter.pairs,
    }
    .text()
}

impl Lines<'_> {
    fn text(&self) -> String {
        let mut text = String::new();
        if let Some(names) = &self.names {
            let _ = writeln!(text, "{names}");
        }
        // Pairs are the sample wherever there are some.
        let estimates = if self.on_pairs.n > 0.0 { self.on_pairs } else { self.on_games };
        let (elo, half) = match self.of_all {
            Some(headline) => (headline.elo.0, headline.ends.interval().half_width()),
            None => (estimates.elo.0, estimates.t_elo_pm.0),
        };
        let elo = words::elo(elo);
        let _ = match half.filter(|half| *half > 0.0 && half.is_finite()) {
            Some(half) => writeln!(text, "Elo   | {elo} +- {} (95%)", words::decimal(half, 1)),
            None => writeln!(text, "Elo   | {elo} +- n/a (95%)"),
        };
        let kind = if self.test.is_some() { "SPRT " } else { "Conf " };
        if !self.setting.is_empty() {
            let _ = writeln!(text, "{kind} | {}", self.setting);
        }
        if let Some(TestSummary { test, lower, upper, llr }) = self.test {
            let [llr, lower, upper] = [llr, lower, upper].map(|of| words::decimal(of, 2));
            let [elo0, elo1] = [test.elo0, test.elo1].map(|of| words::decimal(of, 2));
            let _ = writeln!(text, "LLR   | {llr} ({lower}, {upper}) [{elo0}, {elo1}]");
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
