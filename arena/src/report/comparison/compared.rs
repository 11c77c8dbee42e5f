//! One of the matches that are compared.

use std::path::Path;

use serde::Serialize;

use super::Estimate;
use crate::report::stopped::Outcome;
use crate::report::summary::{Ends, Summary};
use stats::stop::{Decision, StopRules};
use stats::words;
use stats::{Figure, Wdl};

/// One match.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedMatch {
    /// Its journal.
    pub file: String,
    /// Its numbers, without the list of its openings.
    #[serde(flatten)]
    pub summary: Summary,
}

impl ComparedMatch {
    pub(super) fn of(file: &Path, summary: &Summary) -> ComparedMatch {
        let mut summary = summary.clone();
        summary.openings.list.clear();
        ComparedMatch { file: file.display().to_string(), summary }
    }

    /// The cells of its row, with their headings.
    pub(in crate::report) fn record(&self) -> [(&'static str, String); 24] {
        let Summary { facts, games, on_games, on_pairs, anytime, .. } = &self.summary;
        let [first, second] = self.summary.names();
        let [first_limit, second_limit] = self.limits_of_both();
        let (Wdl { wins, draws, losses }, in_force) = (games.all, self.summary.interval());
        let ends = Ends::from(in_force.ends);
        let superior = if on_pairs.n > 0.0 { on_pairs } else { on_games };
        [
            ("file", self.file.clone()),
            ("match", facts.name.clone()),
            ("first", first.to_owned()),
            ("second", second.to_owned()),
            ("first_limit", first_limit),
            ("second_limit", second_limit),
            ("games", games.played.to_string()),
            ("wins", wins.to_string()),
            ("draws", draws.to_string()),
            ("losses", losses.to_string()),
            ("points", games.points[0].to_string()),
            ("winning_percentage", games.winning_percentage.to_string()),
            ("winning_ratio", games.winning_ratio.to_string()),
            ("papers_elo", on_games.elo.to_string()),
            ("papers_elo_pm", on_games.t_elo_pm.to_string()),
            ("elo", Figure(self.summary.elo()).to_string()),
            ("elo_lo", ends.elo_lo.to_string()),
            ("elo_hi", ends.elo_hi.to_string()),
            ("valid_as", in_force.name()),
            ("anytime_lo", anytime.ends.elo_lo.to_string()),
            ("anytime_hi", anytime.ends.elo_hi.to_string()),
            ("los", superior.los.to_string()),
            ("stop_rules", facts.stop.to_string()),
            ("decision", self.decision()),
        ]
    }

    /// The Elo difference and its 95 % interval: of the test's exit, or else of its pairs.
    pub(super) fn estimate(&self) -> Estimate {
        let Summary { headline, exit, .. } = &self.summary;
        let of_pairs = (headline.elo.0, headline.ends.interval());
        exit.map_or(of_pairs, |exit| (exit.elo.0, exit.at_95))
    }

    /// The match's name, and its contenders.
    pub(in crate::report) fn title(&self) -> String {
        format!("{}: {}", self.summary.facts.name, self.summary.names().join(" vs. "))
    }

    fn limits_of_both(&self) -> [String; 2] {
        self.summary.facts.contenders.each_ref().map(|contender| contender.limits.summary())
    }

    /// The limits of both contenders: one text where they are equal.
    pub(super) fn limits(&self) -> String {
        let [first, second] = self.limits_of_both();
        if first == second { first } else { format!("{first} - {second}") }
    }

    /// The log-likelihood ratio of the test, if there is one, and the decision of the rules.
    pub(super) fn test_and_decision(&self) -> String {
        match self.summary.stop.as_ref().and_then(|stop| stop.sprt) {
            Some(test) => format!("{}, {}: {}", test.ratio(), test.test.bounds(), self.decision()),
            None => self.decision(),
        }
    }

    /// The decision of the rules that may end the match, in a few words.
    pub(super) fn decision(&self) -> String {
        let (games, rules) = (&self.summary.games, &self.summary.facts.stop);
        match (self.summary.stop.as_ref().map(|stop| stop.outcome), rules.games) {
            (Some(Outcome::Decided(decision)), _) => short(decision).to_owned(),
            (Some(Outcome::Inconclusive), _) => "not decided".to_owned(),
            (Some(Outcome::Open), _) => "not decided yet".to_owned(),
            (None, Some(limit)) if games.played >= u64::from(limit) => {
                format!("limit of {} games", words::count(u64::from(limit)))
            }
            (None, _) if *rules == StopRules::default() => "none".to_owned(),
            (None, _) if games.played < games.planned => "not finished".to_owned(),
            (None, _) => "none applied".to_owned(),
        }
    }
}

/// A decision in the cell of a table.
fn short(decision: Decision) -> &'static str {
    match decision {
        Decision::H0 => "H0 accepted",
        Decision::H1 => "H1 accepted",
        Decision::Stronger => "first is stronger",
        Decision::Weaker => "first is weaker",
        Decision::NoDifference => "no difference that matters",
    }
}
