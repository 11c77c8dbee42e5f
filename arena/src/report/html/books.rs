//! The page of books side by side: the tables, and the predicted curve with what was measured on it.

use maud::{Markup, html};
use plotters::prelude::*;

use super::plot::{self, FIRST, Frame, Reading, SECOND};
use super::shell::Page;
use super::{Section, of_document};
use crate::report::RenderError;
use crate::report::books::{Books, Curve, MeasuredBook, Prediction};
use stats::words;

/// Games needed above this are off the plot: such openings are of no use.
const MOST: f64 = 4.0;

/// The page.
pub(super) fn page(books: &Books) -> Result<Page, RenderError> {
    let mut page = of_document("Books", books.question.as_deref(), &books.document());
    if let Some(curve) = &books.curve {
        let content = html! { div.plots { (figure(books, curve)?) } };
        page.sections.push(Section { id: "curve", title: "Predicted and measured", content });
    }
    Ok(page)
}

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

/// A line of what is predicted; a point a book with its interval.
fn figure(books: &Books, curve: &Curve) -> Result<Markup, RenderError> {
    let predicted =
        curve.windows.iter().map(|window| (100.0 * window.advantage, window.games_ratio.min(MOST)));
    let predicted: Vec<(f64, f64)> = predicted.collect();
    let measured = books.books.iter().zip(&curve.books);
    let measured = measured.filter_map(|(book, prediction)| Point::of(book, prediction.as_ref()?));
    let measured: Vec<Point> = measured.collect();
    let highs = measured.iter().map(|point| point.ends[1]);
    let highest = highs.chain(predicted.iter().map(|point| point.1)).fold(1.5, f64::max);
    let frame = Frame {
        title: "Games needed, by those that the first book needs",
        size: plot::LARGE,
        across: "expected score of the side that the openings favour, %",
        x: 50.0..90.0,
        y: 0.0..highest * 1.05,
        x_label: plot::whole,
        y_label: |ratio| words::decimal(ratio, 1),
    };
    let key = plot::key(&[("first", "predicted"), ("second", "measured, 95 % interval")]);
    let of_window = |&(advantage, ratio): &(f64, f64)| {
        let heading = format!("expected score {} %", words::decimal(advantage, 0));
        let text = format!("{heading}\npredicted {}", words::decimal(ratio, 2));
        Reading::of_point((advantage, ratio), text)
    };
    let windows = predicted.iter().map(of_window);
    let mut readings: Vec<Reading> = windows.chain(measured.iter().map(Point::reading)).collect();
    readings.sort_by(|one, other| one.x.total_cmp(&other.x));
    frame.figure(&key, &readings, |chart| {
        plot::dashed(chart, [(50.0, 1.0), (90.0, 1.0)], plot::INK)?;
        plot::line(chart, predicted.iter().copied(), FIRST)?;
        for &Point { at, ends: [low, high], .. } in &measured {
            plot::line(chart, [(at.0, low), (at.0, high)], SECOND)?;
            chart.draw_series([Circle::new(at, 3, SECOND.filled())])?;
        }
        Ok(())
    })
}
