//! The end of a match on the screen: a dozen lines, the verdict last.

use super::contents::{headlines, news};
use super::openbench;
use super::pgn_results::contents::ranking;
use super::summary::Summary;
use super::{MatchReport, Report, Tournament};
use crate::storage::facts::ContenderFacts;
use document::{Block, Document, terminal};
use stats::words;

/// Contenders of a tournament that are named.
const NAMED: usize = 8;

/// The report in a dozen lines or so, for a terminal of this width in columns.
pub(super) fn text(report: &Report, columns: usize) -> String {
    let lines = match report {
        Report::Match(report) => of_match(report, columns),
        Report::Tournament(report) => of_tournament(&report.tournament, columns),
        Report::PgnResults(_) | Report::Comparison(_) | Report::Books(_) => {
            return report.document().text();
        }
    };
    lines.concat()
}

fn of_match(MatchReport { summary, analysis, .. }: &MatchReport, columns: usize) -> Vec<String> {
    let [first, second] = &summary.facts.contenders;
    let mut lines: Vec<String> =
        identity(first, second).iter().map(|line| wrapped(line, columns)).collect();
    lines.push(String::from("\n"));
    if summary.games.played > 0 {
        lines.push(openbench::of_summary(summary));
        lines.push(wrapped(&points(summary), columns));
        lines.push(String::from("\n"));
    }
    let without_effect = analysis.divergences.without_effect();
    lines.extend(news(summary).iter().chain(&without_effect).map(|text| wrapped(text, columns)));
    // What leads a report stands nearest to the prompt here.
    let last: Vec<String> = headlines(summary).collect();
    lines.extend(last.iter().rev().map(|text| wrapped(text, columns)));
    lines
}

/// The verdict in lines, with what qualifies it first; the whole report where it has no verdict.
pub(super) fn verdict(report: &Report) -> String {
    let lines: Vec<String> = match report {
        Report::Match(report) => headlines(&report.summary).collect(),
        Report::Tournament(report) => {
            let headline = report.tournament.validity.headline();
            headline.into_iter().chain([report.tournament.verdict()]).collect()
        }
        Report::PgnResults(_) | Report::Comparison(_) | Report::Books(_) => {
            vec![report.document().text()]
        }
    };
    lines.into_iter().map(|line| line + "\n").collect()
}

/// The contenders with their engines and limits, once where both have the same.
fn identity(first: &ContenderFacts, second: &ContenderFacts) -> Vec<String> {
    let [one, other] = [first, second].map(ContenderFacts::summary);
    match one == other {
        true => vec![format!("{} - {}: {one}", first.name, second.name)],
        false => vec![format!("{}: {one}", first.name), format!("{}: {other}", second.name)],
    }
}

/// `Score | 510.0 - 490.0 (51.0 %), as White 53.0 %, as Black 49.0 %, LOS 91.2 %`
fn points(summary: &Summary) -> String {
    let games = &summary.games;
    let estimates = if summary.on_pairs.n > 0.0 { &summary.on_pairs } else { &summary.on_games };
    format!(
        "Score | {} ({}), as White {}, as Black {}, LOS {}",
        words::points(games.all),
        words::winning_percentage(games.all),
        words::winning_percentage(games.as_white),
        words::winning_percentage(games.as_black),
        words::probability(estimates.los.0.unwrap_or(0.5))
    )
}

fn of_tournament(tournament: &Tournament, columns: usize) -> Vec<String> {
    let setting = &tournament.setting;
    let title =
        format!("{}: {} of {} contenders", setting.name, setting.format.name(), setting.size);
    let best = &tournament.players[..tournament.players.len().min(NAMED)];
    let table = Document(vec![Block::Table(ranking(best))]).text();
    let mut lines = vec![wrapped(&title, columns), String::from("\n")];
    lines.extend(table.lines().map(|line| format!("{}\n", terminal::cut(line, columns))));
    if let more @ 1.. = tournament.players.len() - best.len() {
        lines.push(format!("  {more} more are in the report\n"));
    }
    lines.push(String::from("\n"));
    lines.extend(tournament.unfinished().map(|text| wrapped(&text, columns)));
    lines.push(wrapped(&tournament.verdict(), columns));
    lines.extend(tournament.validity.headline().map(|text| wrapped(&text, columns)));
    lines
}

/// A text in lines that end before the terminal does, none of which begins in the middle of a word.
fn wrapped(text: &str, columns: usize) -> String {
    let (mut lines, mut width) = (String::new(), 0);
    for word in text.split_whitespace() {
        let word = terminal::cut(word, columns);
        let length = terminal::width(&word);
        match width {
            0 => {}
            _ if width + 1 + length > columns => {
                lines.push('\n');
                width = 0;
            }
            _ => {
                lines.push(' ');
                width += 1;
            }
        }
        lines.push_str(&word);
        width += length;
    }
    lines + "\n"
}
