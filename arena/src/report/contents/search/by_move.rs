//! Plots by move number.

use std::collections::BTreeMap;
use std::ops::Range;

use plotters::prelude::RGBColor;

use super::Known;
use crate::report::analysis::{LAST_MOVE_NUMBER, MoveNumber, PlayerSearches};
use crate::report::section::plot::{self, DRAWN, Mark, Plot, Reading};
use crate::score::tally::SearchMeans;
use stats::words;

/// One of the plots by move number.
pub(super) struct MoveNumberPlot {
    title: &'static str,
    /// Whether it needs times, and nodes.
    needs: [bool; 2],
    from_zero: bool,
    value: fn(&SearchMeans) -> Option<f64>,
}

const COURSES: [MoveNumberPlot; 5] = [
    MoveNumberPlot {
        title: "Depth",
        needs: [false, false],
        from_zero: false,
        value: |means| means.depth.0,
    },
    MoveNumberPlot {
        title: "Nodes per move",
        needs: [false, true],
        from_zero: true,
        value: |means| means.nodes.0,
    },
    MoveNumberPlot {
        title: "Time per move, ms",
        needs: [true, false],
        from_zero: true,
        value: |means| means.seconds.0.map(|seconds| 1e3 * seconds),
    },
    MoveNumberPlot {
        title: "Nodes per second",
        needs: [true, true],
        from_zero: true,
        value: |means| means.nodes_per_second.0,
    },
    MoveNumberPlot {
        title: "Branching factor",
        needs: [false, true],
        from_zero: false,
        value: |means| means.branching_factor.0,
    },
];

/// The plots for which enough is known.
pub(super) fn plots([times, nodes]: Known) -> impl Iterator<Item = &'static MoveNumberPlot> {
    let is_known = move |plot: &&MoveNumberPlot| {
        let [needs_times, needs_nodes] = plot.needs;
        (times || !needs_times) && (nodes || !needs_nodes)
    };
    COURSES.iter().filter(is_known)
}

/// A player's searches by move number, with the colour in which plots show them.
pub(super) type CourseLine<'a> = (&'a PlayerSearches, RGBColor);

impl MoveNumberPlot {
    /// The plot; the last of the lines lies on top. `games` are those of a contender.
    pub(super) fn plot(&self, courses: &[CourseLine<'_>], games: u64) -> Plot {
        // A few long games are no course, and some are a weak one: it may leave the plot, and its line is thin.
        let enough = (games / 50).max(2);
        let many = games.div_ceil(10).max(enough);
        let points = |course: &PlayerSearches, least: u64| -> Vec<(f64, f64)> {
            let moves = single(course).filter(|step| step.means.moves >= least);
            moves
                .filter_map(|step| Some((f64::from(step.number), (self.value)(&step.means)?)))
                .collect()
        };
        let of_all = |least: u64| courses.iter().flat_map(move |(course, _)| points(course, least));
        let last = of_all(enough).map(|(x, _)| x).fold(2.0, f64::max);
        let first = of_all(enough).map(|(x, _)| x).fold(last - 1.0, f64::min);
        let least = if of_all(many).next().is_some() { many } else { enough };
        let y = plot::room(of_all(least).map(|(_, y)| y), self.from_zero.then_some(0.0));
        let clip = |(x, value): (f64, f64)| (x, value.clamp(y.start, y.end));
        let lines = courses.iter().flat_map(|&(course, colour)| {
            let of_line = |least| points(course, least).into_iter().map(clip).collect();
            let (all, settled) = (of_line(enough), of_line(least));
            [Mark::ThinLine(all, colour), Mark::Line(settled, colour)]
        });
        let area = Mark::Band(still_played(courses, enough, games, &y), DRAWN, 0.2);
        let readings = (first as u32..=last as u32)
            .filter_map(|number| self.reading(courses, number, enough))
            .collect();
        let marks = [area].into_iter().chain(lines).collect();
        let size = plot::SMALL;
        let plot = Plot::of(self.title, "move", first..last, y);
        Plot { size, y_label: plot::short, readings, marks, ..plot }
    }

    /// The values at a move, the strongest or first contender's first.
    fn reading(&self, courses: &[CourseLine<'_>], number: u32, enough: u64) -> Option<Reading> {
        let values = courses.iter().rev().filter_map(|(course, _)| {
            let step =
                single(course).find(|step| step.number == number && step.means.moves >= enough)?;
            let value = plot::short((self.value)(&step.means)?);
            let games = words::several(step.means.moves, "game");
            Some(format!("{} {value} ({games})", course.player))
        });
        let values: Vec<String> = values.collect();
        (!values.is_empty())
            .then(|| Reading::at(f64::from(number), &format!("move {number}"), values))
    }
}

/// The move numbers that are counted by themselves: the last one may have all later moves too.
fn single(course: &PlayerSearches) -> impl Iterator<Item = &MoveNumber> {
    course.by_move_number.iter().filter(|step| (step.number as usize) < LAST_MOVE_NUMBER)
}

/// The share of the games that got so far, as an area from the bottom of a plot to at most its top.
fn still_played(
    courses: &[CourseLine<'_>],
    enough: u64,
    games: u64,
    y: &Range<f64>,
) -> Vec<(f64, f64, f64)> {
    let mut most: BTreeMap<u32, u64> = BTreeMap::new();
    for step in courses.iter().flat_map(|(course, _)| single(course)) {
        let moves = most.entry(step.number).or_default();
        *moves = step.means.moves.max(*moves);
    }
    let share = |moves: u64| (moves as f64 / games.max(1) as f64).min(1.0);
    let height = |moves: u64| y.start + share(moves) * (y.end - y.start);
    let reached = most.into_iter().filter(|&(_, moves)| moves >= enough);
    reached.map(|(number, moves)| (f64::from(number), y.start, height(moves))).collect()
}
