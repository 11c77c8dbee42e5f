//! One of the matches that are compared.

use std::path::Path;

use serde::Serialize;

use super::difference::Estimate;
use crate::report::openbench::of_summary;
use crate::report::section::ForestRow;
use crate::report::stopped::{Outcome, StopSummary};
use crate::report::summary::{AnytimeInterval, Ends, Headline, Summary};
use stats::exit::ExitEstimate;
use stats::headline::NamedInterval;
use stats::stop::{Decision, StopRules};
use stats::words;
use stats::{Figure, Wdl};

/// One match.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedMatch {
    /// Its journal.
    pub file: String,
    /// Name: the match file's, without extension.
    pub name: String,
    /// The question that it answers.
    pub question: Option<String>,
    /// The names of the contenders.
    pub contenders: [String; 2],
    /// The limits of their moves.
    pub limits: [String; 2],
    /// Games planned.
    pub planned: u64,
    /// Results of the first contender.
    pub games: Wdl,
    /// Complete pairs.
    pub pairs: u64,
    /// Points of both sides.
    pub points: [f64; 2],
    /// Per cent of the points.
    pub winning_percentage: Figure,
    /// Points by the opponent's.
    pub winning_ratio: Figure,
    /// Elo difference from single games, as the papers have it.
    pub papers_elo: Figure,
    /// Half the width of its interval.
    pub papers_elo_pm: Figure,
    /// The verdict.
    pub headline: Headline,
    /// The anytime-valid interval.
    pub anytime: AnytimeInterval,
    /// The estimate after an SPRT; `null` for a match that none has ended.
    pub exit: Option<ExitEstimate>,
    /// The Elo difference and the interval that the match's own report leads with.
    #[serde(skip)]
    pub(in crate::report) elo: Option<f64>,
    /// See `elo`.
    #[serde(skip)]
    pub(in crate::report) in_force: NamedInterval,
    /// Whether that difference is too large on average.
    #[serde(skip)]
    pub(super) is_biased: bool,
    /// Likelihood of superiority.
    pub los: Figure,
    /// The rules that may end it early, in their notation; empty where there is none.
    pub stop_rules: StopRules,
    /// The decision of those that look at the results; `null` for a match without.
    pub stop: Option<StopSummary>,
    /// The lines that engine authors paste.
    #[serde(skip)]
    pub(in crate::report) test_result: String,
}

impl ComparedMatch {
    pub(super) fn of(file: &Path, summary: &Summary) -> ComparedMatch {
        let Summary { facts, games, .. } = summary;
        let [first, second] = facts.contenders.each_ref().map(|contender| &contender.name);
        let superior = if summary.on_pairs.n > 0.0 { &summary.on_pairs } else { &summary.on_games };
        ComparedMatch {
            file: file.display().to_string(),
            name: facts.name.clone(),
            question: facts.question.clone(),
            contenders: facts.contenders.each_ref().map(|contender| contender.name.clone()),
            limits: facts.contenders.each_ref().map(|contender| contender.limits.summary()),
            planned: games.planned,
            games: games.all,
            pairs: summary.pairs.complete,
            points: games.points,
            winning_percentage: games.winning_percentage,
            winning_ratio: games.winning_ratio,
            papers_elo: summary.on_games.elo,
            papers_elo_pm: summary.on_games.t_elo_pm,
            headline: summary.headline,
            anytime: summary.anytime,
            exit: summary.exit,
            elo: summary.elo(),
            in_force: summary.interval(),
            is_biased: summary.is_biased(),
            los: superior.los,
            stop_rules: facts.stop.clone(),
            stop: summary.stop.clone(),
            test_result: format!("{}: {first} - {second}\n{}", facts.name, of_summary(summary)),
        }
    }

    /// The cells of its row, with their headings.
    pub(super) fn record(&self) -> [(&'static str, String); 24] {
        let (Wdl { wins, draws, losses }, ends) = (self.games, Ends::from(self.in_force.ends));
        [
            ("file", self.file.clone()),
            ("match", self.name.clone()),
            ("first", self.contenders[0].clone()),
            ("second", self.contenders[1].clone()),
            ("first_limit", self.limits[0].clone()),
            ("second_limit", self.limits[1].clone()),
            ("games", self.games.games().to_string()),
            ("wins", wins.to_string()),
            ("draws", draws.to_string()),
            ("losses", losses.to_string()),
            ("points", self.points[0].to_string()),
            ("winning_percentage", self.winning_percentage.to_string()),
            ("winning_ratio", self.winning_ratio.to_string()),
            ("papers_elo", self.papers_elo.to_string()),
            ("papers_elo_pm", self.papers_elo_pm.to_string()),
            ("elo", Figure(self.elo).to_string()),
            ("elo_lo", ends.elo_lo.to_string()),
            ("elo_hi", ends.elo_hi.to_string()),
            ("valid_as", self.in_force.name()),
            ("anytime_lo", self.anytime.ends.elo_lo.to_string()),
            ("anytime_hi", self.anytime.ends.elo_hi.to_string()),
            ("los", self.los.to_string()),
            ("stop_rules", self.stop_rules.to_string()),
            ("decision", self.decision()),
        ]
    }

    pub(super) fn forest_row(&self, name: &str) -> ForestRow {
        ForestRow { name: name.to_owned(), estimate: self.elo, interval: Some(self.in_force.ends) }
    }

    /// The Elo difference and its 95 % interval: of the test's exit, or else of its pairs.
    pub(super) fn estimate(&self) -> Estimate {
        let of_pairs = (self.headline.elo.0, self.headline.ends.interval());
        self.exit.map_or(of_pairs, |exit| (exit.elo.0, exit.at_95))
    }

    /// The match's name, and its contenders.
    pub(in crate::report) fn title(&self) -> String {
        format!("{}: {}", self.name, self.names())
    }

    /// The limits of both contenders: one text where they are equal.
    pub(super) fn limits(&self) -> String {
        let [first, second] = &self.limits;
        if first == second { first.clone() } else { format!("{first} - {second}") }
    }

    /// The log-likelihood ratio and what became of the test; what else the rules have done.
    pub(super) fn test_and_decision(&self) -> String {
        match self.stop.as_ref().and_then(|stop| stop.sprt) {
            Some(test) => format!("{}, {}: {}", test.ratio(), test.test.bounds(), self.decision()),
            None => self.decision(),
        }
    }

    /// The decision of the rules that may end the match, in a few words.
    pub(super) fn decision(&self) -> String {
        let played = self.games.games();
        match (self.stop.as_ref().map(|stop| stop.outcome), self.stop_rules.games) {
            (Some(Outcome::Decided(decision)), _) => short(decision).to_owned(),
            (Some(Outcome::Inconclusive), _) => "not decided".to_owned(),
            (Some(Outcome::Open), _) => "not decided yet".to_owned(),
            (None, Some(limit)) if played >= u64::from(limit) => {
                format!("limit of {} games", words::count(u64::from(limit)))
            }
            (None, _) if self.stop_rules == StopRules::default() => "none".to_owned(),
            (None, _) if played < self.planned => "not finished".to_owned(),
            (None, _) => "none applied".to_owned(),
        }
    }

    /// The row's name.
    pub(super) fn names(&self) -> String {
        let [first, second] = &self.contenders;
        format!("{first} vs. {second}")
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
