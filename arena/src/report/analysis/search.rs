//! What searches did, by move number.

use std::time::Duration;

use serde::Serialize;

use super::line;
use crate::chess::record::{Contender, MoveRecord};
use crate::score::tally::ByContender;
use crate::storage::journal::JournalGame;
use document::Table;
use stats::{Figure, words};

/// Move numbers beyond this one are counted with it.
const LAST: usize = 100;
/// Ranges of move numbers in a table, each up to the next one's first.
const PHASES: [u32; 5] = [1, 11, 21, 41, 61];
const BILLION: f64 = 1e9;

/// One contender's searches.
#[derive(Clone, Debug, Serialize)]
pub struct SearchCourse {
    /// Effective branching factor over all moves: the geometric mean of nodes^(1/depth).
    pub branching_factor: Figure,
    /// By the number of the move in the game; the last takes all beyond it.
    pub moves: Vec<MoveNumber>,
}

/// Means over a contender's searches at one move number.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MoveNumber {
    /// The number of the move in the game.
    pub number: u32,
    /// Searches.
    pub moves: u64,
    /// Nodes.
    pub nodes: f64,
    /// Nominal depth in plies.
    pub depth: f64,
    /// Selective depth in plies.
    pub selective_depth: f64,
    /// Thinking time in seconds.
    pub seconds: f64,
    /// Nodes per second of thinking time.
    pub nodes_per_second: Figure,
    /// Effective branching factor.
    pub branching_factor: Figure,
}

/// Sums over searches.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    moves: u64,
    nodes: u64,
    depth: u64,
    selective_depth: u64,
    time: Duration,
    /// Searches that have both a depth and nodes, and the sum of ln(nodes) / depth over them in
    /// billionths: sums of fractions would depend on the order of the games.
    branched: u64,
    logarithms: u64,
}

impl Sums {
    fn add(&mut self, record: &MoveRecord) {
        self.moves += 1;
        self.nodes = self.nodes.saturating_add(record.nodes);
        self.depth += u64::from(record.depth);
        self.selective_depth += u64::from(record.selective_depth);
        self.time += record.time;
        if record.depth > 0 && record.nodes > 0 {
            self.branched += 1;
            let logarithm = (record.nodes as f64).ln() / f64::from(record.depth);
            self.logarithms += (BILLION * logarithm).round() as u64;
        }
    }

    fn branching_factor(&self) -> Figure {
        let mean = || self.logarithms as f64 / BILLION / self.branched as f64;
        Figure((self.branched > 0).then(|| mean().exp()))
    }

    fn means(&self, number: u32) -> MoveNumber {
        let mean = |sum: f64| sum / self.moves as f64;
        let seconds = self.time.as_secs_f64();
        MoveNumber {
            number,
            moves: self.moves,
            nodes: mean(self.nodes as f64),
            depth: mean(self.depth as f64),
            selective_depth: mean(self.selective_depth as f64),
            seconds: mean(seconds),
            nodes_per_second: Figure((seconds > 0.0).then(|| self.nodes as f64 / seconds)),
            branching_factor: self.branching_factor(),
        }
    }
}

/// Both contenders' searches.
#[derive(Clone, Debug, Default)]
pub(in crate::report) struct Searches(ByContender<OfContender>);

#[derive(Clone, Debug, Default)]
struct OfContender {
    all: Sums,
    by_number: Vec<Sums>,
}

impl Searches {
    pub(super) fn add(&mut self, game: &JournalGame) {
        let mut mover = game.record.first_mover;
        for (ply, record) in game.record.moves.iter().enumerate() {
            let number = line::move_number(game, ply);
            self.add_move(game.record.spec.player(mover), number, record);
            mover = !mover;
        }
    }

    /// Takes one move, by its number as PGN counts.
    pub(in crate::report) fn add_move(&mut self, of: Contender, number: u32, record: &MoveRecord) {
        let of = &mut self.0[of];
        let number = (number as usize).clamp(1, LAST);
        if of.by_number.len() < number {
            of.by_number.resize(number, Sums::default());
        }
        of.by_number[number - 1].add(record);
        of.all.add(record);
    }

    pub(in crate::report) fn courses(&self) -> ByContender<SearchCourse> {
        self.0.map(|of| SearchCourse {
            branching_factor: of.all.branching_factor(),
            moves: (1..)
                .zip(&of.by_number)
                .filter(|(_, sums)| sums.moves > 0)
                .map(|(number, sums)| sums.means(number))
                .collect(),
        })
    }
}

/// Depth, time and branching factor of a contender's searches by move number.
pub(super) fn table(name: &str, course: &SearchCourse) -> Table {
    table_of(name, course, [true; 3])
}

/// The same with those columns alone of which something is known.
pub(in crate::report) fn table_of(name: &str, course: &SearchCourse, known: [bool; 3]) -> Table {
    let only_known = |(is_known, text)| Some(text).filter(|_| is_known);
    let headings = ["depth", "time, ms", "branching factor"].map(str::to_owned);
    let headings = known.into_iter().zip(headings).filter_map(only_known);
    let mut table = Table::new(std::iter::once(format!("Moves of {name}")).chain(headings));
    for (i, &from) in PHASES.iter().enumerate() {
        let to = PHASES.get(i + 1).map(|next| next - 1);
        let Some(means) = phase(course, from, to.unwrap_or(u32::MAX)) else { continue };
        let range = match to {
            Some(to) => format!("{from} to {to}"),
            None => format!("{from} and later"),
        };
        let cells = means.map(|(value, decimals)| words::decimal(value, decimals));
        let cells = known.into_iter().zip(cells).filter_map(only_known);
        table.row(std::iter::once(range).chain(cells));
    }
    table
}

/// Means over a range of move numbers: depth, milliseconds, branching factor, each with the
/// decimals that are worth showing.
fn phase(course: &SearchCourse, from: u32, to: u32) -> Option<[(f64, usize); 3]> {
    let of = || course.moves.iter().filter(|of| (from..=to).contains(&of.number));
    let moves: u64 = of().map(|of| of.moves).sum();
    let mean = |value: fn(&MoveNumber) -> f64| {
        of().map(|of| value(of) * of.moves as f64).sum::<f64>() / moves as f64
    };
    // A geometric mean, as its parts are.
    let branching = mean(|of| of.branching_factor.0.unwrap_or(1.0).ln()).exp();
    (moves > 0)
        .then(|| [(mean(|of| of.depth), 1), (mean(|of| 1e3 * of.seconds), 3), (branching, 2)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Move, Role, Square};

    #[test]
    fn the_branching_factor_is_the_geometric_mean_of_the_searches() {
        let played = Move::Normal {
            role: Role::Pawn,
            from: Square::E2,
            capture: None,
            to: Square::E4,
            promotion: None,
        };
        let mut sums = Sums::default();
        for (nodes, depth) in [(16, 4), (4096, 4), (7, 0)] {
            let time = Duration::from_secs(1);
            let (score, selective_depth, reported_time) = (None, depth, None);
            let record =
                MoveRecord { played, score, depth, selective_depth, nodes, time, reported_time };
            sums.add(&record);
        }
        let factor = sums.branching_factor().0.unwrap();
        assert!((factor - 4.0).abs() < 1e-8, "{factor}");
        assert_eq!(sums.means(1).moves, 3);
        // A program may say that it has visited any number of nodes.
        let (nodes, time) = (u64::MAX, Duration::ZERO);
        let (score, depth, selective_depth, reported_time) = (None, 1, 1, None);
        sums.add(&MoveRecord { played, score, depth, selective_depth, nodes, time, reported_time });
        assert_eq!(sums.nodes, u64::MAX);
    }
}
