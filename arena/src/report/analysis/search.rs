//! Searches by move number.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::Duration;

use serde::Serialize;

use super::{MatchCounts, Subject, line};
use crate::chess::record::{Contender, MoveRecord};
use crate::score::tally::ByContender;
use crate::storage::journal::JournalGame;
use document::Table;
use stats::{Figure, words};

/// Move numbers beyond this one are counted with it.
pub(in crate::report) const LAST_MOVE_NUMBER: usize = 100;
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

/// One player's searches, of several players.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerCourse {
    /// Its name.
    pub player: String,
    /// Their searches.
    #[serde(flatten)]
    pub course: SearchCourse,
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
            branching_factor: branching_factor(std::slice::from_ref(self)),
        }
    }
}

/// The geometric mean of nodes^(1/depth) over all these searches.
fn branching_factor(sums: &[Sums]) -> Figure {
    let branched: u64 = sums.iter().map(|sums| sums.branched).sum();
    let logarithms: u64 = sums.iter().map(|sums| sums.logarithms).sum();
    let mean = || logarithms as f64 / BILLION / branched as f64;
    Figure((branched > 0).then(|| mean().exp()))
}

/// The searches of each player, by its number, and by the number of the move from 1.
#[derive(Clone, Debug, Default)]
pub(in crate::report) struct Searches(BTreeMap<usize, Vec<Sums>>);

impl Subject for Searches {
    type Numbers = ByContender<SearchCourse>;

    /// Takes a game of a journal; the players are the contenders.
    fn add(&mut self, game: &JournalGame) {
        let players = game.facts.players();
        for (ply, (mover, record)) in game.record.moves_by_side().enumerate() {
            let number = line::move_number(game, ply);
            let player = match game.record.spec.player(mover) {
                Contender::First => players[0],
                Contender::Second => players[1],
            };
            self.add_move(player, number, record);
        }
    }

    fn numbers(&self, _: &MatchCounts<'_>) -> ByContender<SearchCourse> {
        self.of_two([0, 1])
    }
}

impl Searches {
    /// Takes one move, by its number as PGN counts.
    pub(in crate::report) fn add_move(&mut self, player: usize, number: u32, record: &MoveRecord) {
        let by_number = self.0.entry(player).or_default();
        let number = (number as usize).clamp(1, LAST_MOVE_NUMBER);
        if by_number.len() < number {
            by_number.resize(number, Sums::default());
        }
        by_number[number - 1].add(record);
    }

    /// The searches of two players.
    pub(in crate::report) fn of_two(
        &self,
        [first, second]: [usize; 2],
    ) -> ByContender<SearchCourse> {
        let course = |player| course(self.0.get(&player).map_or(&[], Vec::as_slice));
        ByContender { first: course(first), second: course(second) }
    }

    /// The searches of all that have searched, by their numbers and names.
    pub(in crate::report) fn of_all<'a>(
        &self,
        players: impl IntoIterator<Item = (usize, &'a String)>,
    ) -> Vec<PlayerCourse> {
        let of_player = |(number, name): (usize, &String)| {
            Some(PlayerCourse { player: name.clone(), course: course(self.0.get(&number)?) })
        };
        players.into_iter().filter_map(of_player).collect()
    }
}

fn course(by_number: &[Sums]) -> SearchCourse {
    let moves = (1..).zip(by_number).filter(|(_, sums)| sums.moves > 0);
    SearchCourse {
        branching_factor: branching_factor(by_number),
        moves: moves.map(|(number, sums)| sums.means(number)).collect(),
    }
}

/// Depth, time and branching factor of a contender's searches by move number, as far as they are known.
pub(in crate::report) fn table_of(name: &str, course: &SearchCourse, known: [bool; 3]) -> Table {
    let only_known = |(is_known, text)| Some(text).filter(|_| is_known);
    let headings = ["depth", "time, ms", "branching factor"].map(str::to_owned);
    let headings = known.into_iter().zip(headings).filter_map(only_known);
    let mut table = Table::new(std::iter::once(format!("Moves of {name}")).chain(headings));
    for (range, numbers) in phases() {
        let Some(phase) = Phase::of(course, &numbers) else { continue };
        let cells = [(phase.depth, 1), (phase.milliseconds, 3), (phase.branching, 2)];
        let cells = cells.map(|(value, decimals)| words::decimal(value, decimals));
        let cells = known.into_iter().zip(cells).filter_map(only_known);
        table.row(std::iter::once(range).chain(cells));
    }
    table
}

/// Depth, time and speed by move number, each a table with a row a player, as far as depths, times and
/// nodes are known.
pub(in crate::report) fn tables_of_players(
    courses: &[PlayerCourse],
    known: [bool; 3],
) -> Vec<Table> {
    let [depths, times, nodes] = known;
    let figures: [(bool, &str, PhaseText); 3] = [
        (depths, "Depth by move", |phase| words::decimal(phase.depth, 1)),
        (times, "Time by move, ms", |phase| words::decimal(phase.milliseconds, 3)),
        (times && nodes, "Nodes per second by move", |phase| {
            phase
                .nodes_per_second
                .map_or_else(|| "n/a".to_owned(), |speed| words::count(speed.round() as u64))
        }),
    ];
    let is_reached = |numbers: &RangeInclusive<u32>| {
        courses.iter().any(|course| Phase::of(&course.course, numbers).is_some())
    };
    let reached: Vec<_> = phases().filter(|(_, numbers)| is_reached(numbers)).collect();
    let table = |heading: &str, figure: PhaseText| {
        let ranges = reached.iter().map(|(range, _)| range.clone());
        let mut table = Table::new(std::iter::once(heading.to_owned()).chain(ranges));
        for course in courses {
            let cell = |(_, numbers): &(String, RangeInclusive<u32>)| {
                Phase::of(&course.course, numbers).map_or_else(String::new, |phase| figure(&phase))
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
type PhaseText = fn(&Phase) -> String;

/// Means over a range of move numbers.
struct Phase {
    depth: f64,
    milliseconds: f64,
    branching: f64,
    nodes_per_second: Option<f64>,
}

impl Phase {
    /// `None` where there is no move.
    fn of(course: &SearchCourse, numbers: &RangeInclusive<u32>) -> Option<Phase> {
        let steps = || course.moves.iter().filter(|step| numbers.contains(&step.number));
        let moves: u64 = steps().map(|step| step.moves).sum();
        let mean = |value: fn(&MoveNumber) -> f64| {
            steps().map(|step| value(step) * step.moves as f64).sum::<f64>() / moves as f64
        };
        let seconds = mean(|step| step.seconds);
        (moves > 0).then(|| Phase {
            depth: mean(|step| step.depth),
            milliseconds: 1e3 * seconds,
            // A geometric mean, as its parts are.
            branching: mean(|step| step.branching_factor.0.unwrap_or(1.0).ln()).exp(),
            nodes_per_second: (seconds > 0.0).then(|| mean(|step| step.nodes) / seconds),
        })
    }
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
        let factor = sums.means(1).branching_factor.0.unwrap();
        assert!((factor - 4.0).abs() < 1e-8, "{factor}");
        assert_eq!(sums.means(1).moves, 3);
        // A program may say that it has visited any number of nodes.
        let (nodes, time) = (u64::MAX, Duration::ZERO);
        let (score, depth, selective_depth, reported_time) = (None, 1, 1, None);
        sums.add(&MoveRecord { played, score, depth, selective_depth, nodes, time, reported_time });
        assert_eq!(sums.nodes, u64::MAX);
    }
}
