//! The predicted curve with the measurements on it.

use super::{Books, Curve, MeasuredBook, Prediction};
use crate::report::section::plot::{self, FIRST, INK, Mark, Plot, Reading, SECOND};
use stats::words;

/// Games needed above this are off the plot: such openings are of no use.
const MOST: f64 = 4.0;

/// A book on the plot.
struct Point {
    at: (f64, f64),
    ends: [f64; 2],
    text: String,
}

impl Point {
    fn of(book: &MeasuredBook, prediction: &Prediction) -> Option<Point> {
        let ratio = book.games_ratio?;
        let ends = [ratio.lo.0?, ratio.hi.0?].map(|end| end.min(MOST));
        let predicted = words::decimal(prediction.games_ratio, 2);
        Some(Point {
            at: (100.0 * prediction.advantage, ratio.value.0?.min(MOST)),
            ends,
            text: format!("{}\nmeasured {}\npredicted {predicted}", book.name, ratio.words(1.0, 2)),
        })
    }

    fn reading(&self) -> Reading {
        Reading::of_point(self.at, self.text.clone())
    }
}

/// The prediction as a line; a point a book with its interval.
pub(super) fn plot(books: &Books, curve: &Curve) -> Plot {
    let predicted =
        curve.windows.iter().map(|window| (100.0 * window.advantage, window.games_ratio.min(MOST)));
    let predicted: Vec<(f64, f64)> = predicted.collect();
    let measured = books.books.iter().zip(&curve.books);
    let measured = measured.filter_map(|(book, prediction)| Point::of(book, prediction.as_ref()?));
    let measured: Vec<Point> = measured.collect();
    let highs = measured.iter().map(|point| point.ends[1]);
    let highest = highs.chain(predicted.iter().map(|point| point.1)).fold(1.5, f64::max);
    let of_window = |&(advantage, ratio): &(f64, f64)| {
        let heading = format!("expected score {} %", words::decimal(advantage, 0));
        let text = format!("{heading}\npredicted {}", words::decimal(ratio, 2));
        Reading::of_point((advantage, ratio), text)
    };
    let windows = predicted.iter().map(of_window);
    let mut readings: Vec<Reading> = windows.chain(measured.iter().map(Point::reading)).collect();
    readings.sort_by(|one, other| one.x.total_cmp(&other.x));
    let interval = |&Point { at: (x, y), ends: [low, high], .. }: &Point| {
        [Mark::Line(vec![(x, low), (x, high)], SECOND), Mark::Dots(vec![(x, y)], SECOND, 3)]
    };
    let level = Mark::Dashed([(50.0, 1.0), (90.0, 1.0)], INK);
    let marks = [level, Mark::Line(predicted, FIRST)].into_iter();
    let title = "Games needed, by those that the first book needs";
    let across = "expected score of the side that the openings favour, %";
    Plot {
        key: plot::key([("first", "predicted"), ("second", "measured, 95 % interval")]),
        y_label: |ratio| words::decimal(ratio, 1),
        readings,
        marks: marks.chain(measured.iter().flat_map(interval)).collect(),
        ..Plot::of(title, across, 50.0..90.0, 0.0..highest * 1.05)
    }
}
