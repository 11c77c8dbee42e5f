//! Searches by move number.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::Serialize;

use super::{MatchCounts, Subject, line};
use crate::chess::record::Contender;
use crate::score::tally::{Figures, SearchMeans, SearchSums};
use crate::storage::journal::JournalGame;
use document::Table;
use stats::words;

/// Move numbers beyond this one are counted with it.
pub(in crate::report) const LAST_MOVE_NUMBER: usize = 100;
/// Ranges of move numbers in a table, each up to the next one's first.
const PHASES: [u32; 5] = [1, 11, 21, 41, 61];

/// One player's searches.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerSearches {
    /// Its name.
    pub player: String,
    /// Their means.
    #[serde(flatten)]
    pub means: SearchMeans,
    /// The same by the number of the move in the game; the last takes all beyond it.
    pub by_move_number: Vec<MoveNumber>,
}

/// A contender's searches at one move number.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MoveNumber {
    /// The number of the move in the game.
    pub number: u32,
    /// Their means.
    #[serde(flatten)]
    pub means: SearchMeans,
    #[serde(skip)]
    sums: SearchSums,
}

/// The searches of each player, by its number, and by the number of the move from 1.
#[derive(Clone, Debug, Default)]
pub(in crate::report) struct Searches(BTreeMap<usize, Vec<SearchSums>>);

impl Subject for Searches {
    type Numbers = Vec<PlayerSearches>;

    /// Takes a game of a journal; the players are the contenders.
    fn add(&mut self, game: &JournalGame) {
        let players = game.facts.players();
        for (ply, (mover, record)) in game.record.moves_by_side().enumerate() {
            let number = line::move_number(game, ply);
            let player = match game.record.spec.player(mover) {
                Contender::First => players[0],
                Contender::Second => players[1],
            };
            self.add_move(player, number, record.into());
        }
    }

    fn numbers(&self, counted: &MatchCounts<'_>) -> Vec<PlayerSearches> {
        self.of_all(counted.facts.contenders.iter().map(|contender| &contender.name).enumerate())
    }
}

impl Searches {
    /// Takes one move, by its number as PGN counts.
    pub(in crate::report) fn add_move(&mut self, player: usize, number: u32, figures: Figures) {
        let by_number = self.0.entry(player).or_default();
        let number = (number as usize).clamp(1, LAST_MOVE_NUMBER);
        if by_number.len() < number {
            by_number.resize(number, SearchSums::default());
        }
        by_number[number - 1].add(figures);
    }

    /// The searches of all that have searched, by their numbers and names.
    pub(in crate::report) fn of_all<'a>(
        &self,
        players: impl IntoIterator<Item = (usize, &'a String)>,
    ) -> Vec<PlayerSearches> {
        let of_player =
            |(number, name): (usize, &String)| PlayerSearches::of(name, self.0.get(&number)?);
        players.into_iter().filter_map(of_player).collect()
    }
}

impl PlayerSearches {
    fn of(name: &str, by_number: &[SearchSums]) -> Option<PlayerSearches> {
        let by_move_number = (1..).zip(by_number).filter_map(|(number, sums)| {
            Some(MoveNumber { number, means: sums.means()?, sums: *sums })
        });
        Some(PlayerSearches {
            player: name.to_owned(),
            means: SearchSums::of(by_number).means()?,
            by_move_number: by_move_number.collect(),
        })
    }
}

/// The means of all players.
pub(in crate::report) fn table(searches: &[PlayerSearches]) -> Table {
    let mut table = Table::new(["Searches", "moves", "depth", "time, ms", "nodes per second"]);
    for PlayerSearches { player, means, .. } in searches {
        table.row([
            player.clone(),
            words::count(means.moves),
            decimal(means.depth.0, 1),
            decimal(means.seconds.0.map(|seconds| 1e3 * seconds), 3),
            count(means.nodes_per_second.0),
        ]);
    }
    table
}

/// Depth, time and branching factor of a contender's searches by move number, as far as they are known.
pub(in crate::report) fn table_of(course: &PlayerSearches, [times, nodes]: [bool; 2]) -> Table {
    let known = [true, times, nodes];
    let only_known = |(is_known, text)| Some(text).filter(|_| is_known);
    let headings = ["depth", "time, ms", "branching factor"].map(str::to_owned);
    let headings = known.into_iter().zip(headings).filter_map(only_known);
    let mut table =
        Table::new(std::iter::once(format!("Moves of {}", course.player)).chain(headings));
    for (range, numbers) in phases() {
        let Some(means) = means(course, &numbers) else { continue };
        let milliseconds = means.seconds.0.map(|seconds| 1e3 * seconds);
        let cells = [(means.depth.0, 1), (milliseconds, 3), (means.branching_factor.0, 2)];
        let cells = cells.map(|(value, decimals)| decimal(value, decimals));
        let cells = known.into_iter().zip(cells).filter_map(only_known);
        table.row(std::iter::once(range).chain(cells));
    }
    table
}

/// Depth, time and speed by move number, each a table with a row a player, as far as times and nodes
/// are known.
pub(in crate::report) fn tables_of_players(
    courses: &[PlayerSearches],
    [times, nodes]: [bool; 2],
) -> Vec<Table> {
    let figures: [(bool, &str, MeansText); 3] = [
        (true, "Depth by move", |means| decimal(means.depth.0, 1)),
        (times, "Time by move, ms", |means| {
            decimal(means.seconds.0.map(|seconds| 1e3 * seconds), 3)
        }),
        (times && nodes, "Nodes per second by move", |means| count(means.nodes_per_second.0)),
    ];
    let is_reached = |numbers: &RangeInclusive<u32>| {
        courses.iter().any(|course| means(course, numbers).is_some())
    };
    let reached: Vec<_> = phases().filter(|(_, numbers)| is_reached(numbers)).collect();
    let table = |heading: &str, figure: MeansText| {
        let ranges = reached.iter().map(|(range, _)| range.clone());
        let mut table = Table::new(std::iter::once(heading.to_owned()).chain(ranges));
        for course in courses {
            let cell = |(_, numbers): &(String, RangeInclusive<u32>)| {
                means(course, numbers).map_or_else(String::new, |means| figure(&means))
            };
            table.row(std::iter::once(course.player.clone()).chain(reached.iter().map(cell)));
        }
        table
    };
    let known = figures.into_iter().filter(|(is_known, ..)| *is_known && !courses.is_empty());
    known.map(|(_, heading, figure)| table(heading, figure)).collect()
}

/// The ranges of move numbers, with their names.
pub(super) fn phases() -> impl Iterator<Item = (String, RangeInclusive<u32>)> {
    PHASES.iter().enumerate().map(|(i, &from)| match PHASES.get(i + 1).map(|next| next - 1) {
        Some(to) => (format!("{from} to {to}"), from..=to),
        None => (format!("{from} and later"), from..=u32::MAX),
    })
}

/// How a figure of a range is written.
type MeansText = fn(&SearchMeans) -> String;

/// Means over a range of move numbers; `None` where there is no move.
fn means(course: &PlayerSearches, numbers: &RangeInclusive<u32>) -> Option<SearchMeans> {
    let steps = course.by_move_number.iter().filter(|step| numbers.contains(&step.number));
    SearchSums::of(steps.map(|step| &step.sums)).means()
}

/// A mean that may be of nothing.
pub(in crate::report) fn decimal(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| "n/a".to_owned(), |value| words::decimal(value, decimals))
}

/// The same, rounded to a whole number.
pub(in crate::report) fn count(value: Option<f64>) -> String {
    value.map_or_else(|| "n/a".to_owned(), |value| words::count(value.round() as u64))
}
