//! The openings of a match: which were decided by the contenders, and which by themselves.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{MatchCounts, Subject, line};
use crate::chess::record::Contender;
use crate::report::MatchReport;
use crate::report::section::{Part, Section};
use crate::report::summary::{self, LISTED};
use crate::score::tally::{half_points, wdl};
use crate::storage::journal::JournalGame;
use document::Table;
use stats::{Wdl, words};

/// Rows that a page shows at first.
const SHOWN: usize = 20;
/// Games of an opening that are linked to.
const LINKS: usize = 12;
/// Characters of a position that stand for it.
const BOARD: usize = 20;

/// The games of one opening, from the first contender's view.
#[derive(Clone, Debug, Serialize)]
pub struct OpeningRow {
    /// Its number in the book, from 1.
    pub opening: u64,
    /// Code in the Encyclopaedia of Chess Openings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eco: Option<String>,
    /// Name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its moves, or the position it begins with where it has none.
    pub line: String,
    /// Numbers of its games, from 1.
    pub games: Vec<u32>,
    /// Results with White.
    pub as_white: Wdl,
    /// Results with Black.
    pub as_black: Wdl,
    /// Games won less games lost: above 0 the first contender scored more.
    pub margin: i64,
    /// Decisive games.
    pub decisive: u64,
}

/// Games by opening, of the first openings of the book.
#[derive(Clone, Debug, Default)]
pub(super) struct Openings(BTreeMap<usize, OpeningRow>);

impl Subject for Openings {
    type Numbers = Vec<OpeningRow>;

    fn add(&mut self, game: &JournalGame) {
        let spec = &game.record.spec;
        let row = self.0.entry(spec.opening).or_insert_with(|| blank(game));
        let half_points = half_points(&game.record);
        match spec.white {
            Contender::First => row.as_white += wdl(half_points),
            Contender::Second => row.as_black += wdl(half_points),
        }
        row.margin += i64::from(half_points) - 1;
        row.decisive += u64::from(half_points != 1);
        let place = row.games.partition_point(|&number| number < spec.game + 1);
        row.games.insert(place, spec.game + 1);
        if self.0.len() > LISTED {
            self.0.pop_last();
        }
    }

    /// The most decisive first: by the margin, then by how many games were decided.
    fn numbers(&self, _: &MatchCounts<'_>) -> Vec<OpeningRow> {
        let mut rows: Vec<OpeningRow> = self.0.values().cloned().collect();
        rows.sort_by_key(|row| (std::cmp::Reverse((row.margin.abs(), row.decisive)), row.opening));
        rows
    }
}

fn blank(game: &JournalGame) -> OpeningRow {
    let opening = &game.opening;
    OpeningRow {
        opening: game.record.spec.opening as u64 + 1,
        eco: opening.eco.clone(),
        name: opening.name.clone(),
        line: match opening.moves.as_slice() {
            [] => line::epd(&opening.start),
            moves => line::notation(&opening.start, moves),
        },
        games: Vec::new(),
        as_white: Wdl::default(),
        as_black: Wdl::default(),
        margin: 0,
        decisive: 0,
    }
}

/// The section of a match.
pub(in crate::report) fn section(report: &MatchReport) -> Option<Section> {
    let (names, rows) = (report.summary.names(), &report.analysis.by_opening);
    let openings = &report.summary.openings;
    let left_out = openings.distinct.saturating_sub(rows.len() as u64);
    let sentence = format!(
        "The list is of the first {} openings of the book; {} more are in the journal.",
        words::count(rows.len() as u64),
        words::several(left_out, "opening")
    );
    let parts = [
        Part::Table(counts(names, openings)),
        Part::List { table: list(names, rows), on_page: SHOWN, in_text: 0 },
    ];
    let parts = parts.into_iter().chain((left_out > 0).then_some(Part::Note(sentence)));
    (!rows.is_empty()).then(|| Section::new("openings", "Openings", parts))
}

/// In how many openings each contender scored more.
fn counts(names: [&str; 2], openings: &summary::Openings) -> Table {
    let mut table = Table::new(["Openings", "number"]);
    for (name, count) in names.iter().zip(openings.scored_more) {
        table.row([format!("{name} scored more"), words::count(count)]);
    }
    let drawn = openings.all_drawn;
    let level = openings.distinct - openings.scored_more.iter().sum::<u64>() - drawn;
    table.row(["level, with decided games", &words::count(level)]);
    table.row(["all games drawn", &words::count(drawn)]);
    table
}

/// Every opening with links to its games.
fn list(names: [&str; 2], rows: &[OpeningRow]) -> Table {
    let as_white = format!("{} as White", names[0]);
    let mut table = Table::new(["Opening", "margin", &as_white, "as Black", "games"]);
    for row in rows {
        let eco = row.eco.as_ref().map_or(String::new(), |eco| format!("{eco} "));
        let name = row.name.clone().unwrap_or_else(|| short(&row.line));
        table.row([
            format!("{} {eco}{name}", row.opening),
            words::signed(row.margin as f64, 0),
            results(row.as_white),
            results(row.as_black),
            String::new(),
        ]);
        for game in row.games.iter().take(LINKS) {
            table.link(4, game.to_string(), format!("#game-{game}"));
        }
    }
    table
}

/// A line of moves as it is; of a position the beginning of its board, for the number tells it already.
fn short(line: &str) -> String {
    match line.split_once(' ') {
        Some((board, _)) if board.matches('/').count() == 7 => {
            format!("{}…", board.chars().take(BOARD).collect::<String>())
        }
        _ => line.to_owned(),
    }
}

/// `+3 =2 -1`, as chess players write results.
fn results(games: Wdl) -> String {
    let Wdl { wins, draws, losses } = games;
    let parts = [("+", wins), ("=", draws), ("-", losses)];
    let shown = parts.iter().filter(|(_, count)| *count > 0);
    shown.map(|(sign, count)| format!("{sign}{count}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::tally::Tally;
    use crate::storage::facts::MatchFacts;

    const MATCH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/match.pgn");

    #[test]
    fn a_large_book_is_listed_in_part_and_counts_as_a_whole() {
        let mut reader =
            crate::storage::journal::JournalReader::open(std::path::Path::new(MATCH)).unwrap();
        let game = reader.next_game().unwrap().unwrap();
        let (mut openings, mut tally) = (Openings::default(), Tally::default());
        let count = LISTED + 200;
        for number in (0..count).rev() {
            let mut game = game.clone();
            (game.record.spec.opening, game.record.spec.game) = (number, 2 * number as u32);
            openings.add(&game);
            tally.add(&game.record);
        }
        let facts: &MatchFacts = &game.facts;
        let rows = openings.numbers(&MatchCounts { facts, tally: &tally });
        assert_eq!(rows.len(), LISTED);
        assert!(rows.iter().all(|row| row.opening <= LISTED as u64 && row.games.len() == 1));
        let summary = crate::report::Summary::of(facts, &tally);
        let scored: u64 = summary.openings.scored_more.iter().sum();
        assert_eq!(scored + summary.openings.all_drawn, count as u64);
        assert_eq!(summary.openings.list.len(), LISTED);
    }
}
