//! The page of books side by side: the tables, and the predicted curve with what was measured on it.

use maud::{Markup, html};
use plotters::prelude::*;

use super::plot::{self, FIRST, Frame, SECOND};
use super::shell::Page;
use super::{Section, of_document};
use crate::report::RenderError;
use crate::report::books::{Books, Curve};
use stats::words;

/// Games needed above this are off the plot: such openings are of no use.
const MOST: f64 = 4.0;

/// The page.
pub(super) fn page(books: &Books) -> Result<Page, RenderError> {
    let mut page = of_document("Books", &books.document());
    if let Some(curve) = &books.curve {
        let content = html! { div.plots.wide { (figure(books, curve)?) } };
        page.sections.push(Section { id: "curve", title: "Predicted and measured", content });
    }
    Ok(page)
}

/// A line of what is predicted; a point a book with its interval.
fn figure(books: &Books, curve: &Curve) -> Result<Markup, RenderError> {
    let predicted =
        curve.windows.iter().map(|window| (100.0 * window.advantage, window.games_ratio.min(MOST)));
    let predicted: Vec<(f64, f64)> = predicted.collect();
    let measured = books.books.iter().zip(&curve.books).filter_map(|(book, prediction)| {
        let (ratio, prediction) = (book.games_ratio?, prediction.as_ref()?);
        let [low, high] = [ratio.lo.0?, ratio.hi.0?].map(|end| end.min(MOST));
        Some((100.0 * prediction.advantage, ratio.value.0?.min(MOST), low, high))
    });
    let measured: Vec<(f64, f64, f64, f64)> = measured.collect();
    let ends = measured.iter().map(|point| point.3).chain(predicted.iter().map(|point| point.1));
    let frame = Frame {
        title: "Games needed, by those that the first book needs",
        size: plot::LARGE,
        across: "expected score of the side that the openings favour, %",
        x: 50.0..90.0,
        y: 0.0..ends.fold(1.5, f64::max) * 1.05,
        x_label: plot::whole,
        y_label: |ratio| words::decimal(ratio, 1),
    };
    let key = plot::key(&[("first", "predicted"), ("second", "measured, 95 % interval")]);
    frame.figure(&key, |chart| {
        plot::dashed(chart, [(50.0, 1.0), (90.0, 1.0)], plot::INK)?;
        plot::line(chart, predicted.iter().copied(), FIRST)?;
        for &(across, ratio, low, high) in &measured {
            plot::line(chart, [(across, low), (across, high)], SECOND)?;
            chart.draw_series([Circle::new((across, ratio), 3, SECOND.filled())])?;
        }
        Ok(())
    })
}
