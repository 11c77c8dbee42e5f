//! Evaluation against result: points from positions that a contender gave a score.

use std::collections::BTreeMap;

use engine::Score;
use serde::Serialize;
use shakmaty::KnownOutcome;

use super::{MatchCounts, Subject};
use crate::chess::record::Contender;
use crate::report::section::plot::{self, FIRST, INK, Mark, Plot, Reading, SECOND};
use crate::score::tally::ByContender;
use crate::storage::journal::JournalGame;
use stats::words;

/// Width of a bin in centipawns.
const WIDTH: i32 = 50;
/// Scores beyond this are counted with it.
const LIMIT: i32 = 1000;

/// One contender's scores against the results of the games.
pub type Calibration = Vec<Bin>;

/// The moves whose score, as the mover saw it, fell into one range.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Bin {
    /// The middle of the range in centipawns; the outermost take all beyond them.
    pub score: i32,
    /// Moves. Those of one game are not independent of each other.
    pub moves: u64,
    /// The mover's mean result, 0 to 1.
    pub result: f64,
}

/// Both contenders' scores.
#[derive(Clone, Debug, Default)]
pub(in crate::report) struct Scores(ByContender<BTreeMap<i32, Sums>>);

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    moves: u64,
    half_points: u64,
}

impl Subject for Scores {
    type Numbers = ByContender<Calibration>;

    fn add(&mut self, JournalGame { record, .. }: &JournalGame) {
        for (mover, played) in record.moves_by_side() {
            if let Some(score) = played.score {
                let half_points = match record.outcome {
                    KnownOutcome::Draw => 1,
                    KnownOutcome::Decisive { winner } => 2 * u8::from(winner == mover),
                };
                self.add_score(record.spec.player(mover), score, half_points);
            }
        }
    }

    fn numbers(&self, _: &MatchCounts<'_>) -> ByContender<Calibration> {
        self.calibrations()
    }
}

impl Scores {
    /// Takes one score, and the half points that the mover took from the game.
    pub(in crate::report) fn add_score(
        &mut self,
        contender: Contender,
        score: Score,
        half_points: u8,
    ) {
        let sums = self.0[contender].entry(bin(score.centipawns())).or_default();
        sums.moves += 1;
        sums.half_points += u64::from(half_points);
    }

    pub(in crate::report) fn calibrations(&self) -> ByContender<Calibration> {
        self.0.map(|bins| {
            let bin = |(&bin, sums): (&i32, &Sums)| Bin {
                score: bin * WIDTH,
                moves: sums.moves,
                result: sums.half_points as f64 / (2 * sums.moves) as f64,
            };
            bins.iter().map(bin).collect()
        })
    }
}

/// The bin of a score: the nearest multiple of the width.
fn bin(centipawns: i32) -> i32 {
    (centipawns.clamp(-LIMIT, LIMIT) + WIDTH / 2).div_euclid(WIDTH)
}

/// Moves that a bin needs to be shown.
const ENOUGH: u64 = 20;

/// The plot.
pub(in crate::report) fn plot(names: [&str; 2], bins: &ByContender<Calibration>) -> Plot {
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
        size: plot::SMALL,
        readings: readings(names, bins),
        marks,
        ..Plot::of("Result by own score, %", "own score, pawns", -10.5..10.5, -3.0..103.0)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_centred_on_multiples_of_their_width() {
        assert_eq!([-26, -25, 0, 24, 25, 74, 75].map(bin), [-1, 0, 0, 0, 1, 1, 2]);
        assert_eq!([-32_000, 31_990].map(bin), [-20, 20]);
    }
}
