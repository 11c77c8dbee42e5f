//! The end of a match on the screen: a dozen lines, the verdict last.

use super::contents::pgn_results::ranking;
use super::contents::two_players::TwoPlayers;
use super::openbench;
use super::summary::Summary;
use super::{Report, Tournament};
use crate::storage::facts::ContenderFacts;
use document::{Block, Document, terminal};
use stats::words;

/// Contenders of a tournament that are named.
const NAMED: usize = 8;

/// The report in a dozen lines or so, for a terminal of this width in columns.
pub(super) fn text(report: &Report, columns: usize) -> String {
    let head = report.head();
    let lines = match report {
        Report::Match(report) => of_two(&report.summary, columns),
        Report::Tournament(report) => ranked(&head.title, &report.tournament, columns),
        Report::PgnResults(_) | Report::Comparison(_) => {
            return report.document().text();
        }
    };
    // The first notices of a report stand nearest to the prompt here.
    let last = head
        .notices
        .news
        .iter()
        .cloned()
        .chain(head.why.clone())
        .chain(head.headlines().into_iter().rev());
    lines.into_iter().chain(last.map(|text| terminal::paragraph(&text, columns))).collect()
}

fn of_two(summary: &Summary, columns: usize) -> Vec<String> {
    let [first, second] = &summary.facts.contenders;
    let mut lines: Vec<String> =
        identity(first, second).iter().map(|line| terminal::paragraph(line, columns)).collect();
    lines.push(String::from("\n"));
    if summary.games.played > 0 {
        lines.push(openbench::of_summary(summary));
        lines.push(terminal::paragraph(&points(summary), columns));
        lines.push(String::from("\n"));
    }
    lines
}

/// The verdict in lines, with its qualifications first; the whole report where it has no verdict.
pub(super) fn verdict(report: &Report) -> String {
    match report {
        Report::Match(_) | Report::Tournament(_) => {
            report.head().headlines().into_iter().map(|line| line + "\n").collect()
        }
        Report::PgnResults(_) | Report::Comparison(_) => report.document().text() + "\n",
    }
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
    let (games, counted) = (&summary.games, summary.counted());
    format!(
        "Score | {} ({}), as White {}, as Black {}, LOS {}",
        words::points(counted),
        words::winning_percentage(counted),
        words::winning_percentage(games.as_white),
        words::winning_percentage(games.as_black),
        TwoPlayers::from(summary).superiority()
    )
}

/// The ranking of a tournament.
fn ranked(title: &str, tournament: &Tournament, columns: usize) -> Vec<String> {
    let best = &tournament.standings.players[..tournament.standings.players.len().min(NAMED)];
    let table = Document(vec![Block::Table(ranking(best))]).text();
    let mut lines = vec![terminal::paragraph(title, columns), String::from("\n")];
    lines.extend(table.lines().map(|line| format!("{}\n", terminal::cut(line, columns))));
    if let more @ 1.. = tournament.standings.players.len() - best.len() {
        lines.push(format!("  {more} more are in the report\n"));
    }
    lines.push(String::from("\n"));
    lines
}
