//! The openings of a match: which were decided by the contenders, and which by themselves.

use std::collections::BTreeMap;

use serde::Serialize;

use super::line;
use crate::chess::record::Contender;
use crate::score::tally::{half_points, wdl};
use crate::storage::journal::JournalGame;
use document::Table;
use stats::{Wdl, words};

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

impl OpeningRow {
    /// Whether the contenders' difference shows in it: one of them took more than half the points.
    #[must_use]
    pub fn is_flipped(&self) -> bool {
        self.margin != 0
    }
}

/// Games by opening.
#[derive(Clone, Debug, Default)]
pub(super) struct Openings(BTreeMap<usize, OpeningRow>);

impl Openings {
    pub(super) fn add(&mut self, game: &JournalGame) {
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
    }

    /// The most decisive first: by the margin, then by how many games were decided.
    pub(super) fn rows(&self) -> Vec<OpeningRow> {
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

/// In how many openings each contender scored more.
pub(super) fn table(names: [&str; 2], rows: &[OpeningRow]) -> Table {
    let count = |is: &dyn Fn(&OpeningRow) -> bool| {
        words::count(rows.iter().filter(|row| is(row)).count() as u64)
    };
    let mut table = Table::new(["Openings", "number"]);
    table.row([format!("{} scored more", names[0]), count(&|row| row.margin > 0)]);
    table.row([format!("{} scored more", names[1]), count(&|row| row.margin < 0)]);
    let level = |row: &OpeningRow| row.margin == 0;
    let decided = count(&|row| level(row) && row.decisive > 0);
    table.row(["level, with decided games".to_owned(), decided]);
    table.row(["all games drawn".to_owned(), count(&|row| level(row) && row.decisive == 0)]);
    table
}
