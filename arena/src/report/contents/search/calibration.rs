//! Scores against results.

use std::collections::BTreeMap;

use crate::report::analysis::Calibration;
use crate::report::section::plot::{self, FIRST, INK, Mark, Plot, Reading, SECOND};
use crate::score::tally::ByContender;
use stats::words;

/// Moves that a bin needs to be shown.
const ENOUGH: u64 = 20;

/// The plot.
pub(super) fn calibration(names: [&str; 2], bins: &ByContender<Calibration>) -> Plot {
    let points = bins.map(|bins| -> Vec<(f64, f64)> {
        let enough = bins.iter().filter(|bin| bin.moves >= ENOUGH);
        enough.map(|bin| (f64::from(bin.score) / 100.0, 100.0 * bin.result)).collect()
    });
    let mut marks = vec![
        Mark::Dashed([(-10.5, 50.0), (10.5, 50.0)], INK),
        Mark::Dashed([(0.0, -3.0), (0.0, 103.0)], INK),
    ];
    for (points, colour) in [(points.second, SECOND), (points.first, FIRST)] {
        marks.push(Mark::Line(points.clone(), colour));
        marks.push(Mark::Dots(points, colour, 2));
    }
    Plot {
        title: "Result by own score, %".to_owned(),
        key: Vec::new(),
        size: plot::SMALL,
        across: "own score, pawns",
        x: -10.5..10.5,
        y: -3.0..103.0,
        x_label: plot::whole,
        y_label: plot::whole,
        readings: readings(names, bins),
        marks,
    }
}

/// The results at a score, of the contenders that gave it often enough.
fn readings(names: [&str; 2], bins: &ByContender<Calibration>) -> Vec<Reading> {
    let mut by_score: BTreeMap<i32, Vec<String>> = BTreeMap::new();
    for (name, bins) in [(names[0], &bins.first), (names[1], &bins.second)] {
        for bin in bins.iter().filter(|bin| bin.moves >= ENOUGH) {
            let result = words::decimal(100.0 * bin.result, 0);
            let value = format!("{name} {result} % ({})", words::several(bin.moves, "move"));
            by_score.entry(bin.score).or_default().push(value);
        }
    }
    let reading = |(score, values): (i32, Vec<String>)| {
        let pawns = f64::from(score) / 100.0;
        Reading::at(pawns, &format!("score {}", words::signed(pawns, 1)), values)
    };
    by_score.into_iter().map(reading).collect()
}
