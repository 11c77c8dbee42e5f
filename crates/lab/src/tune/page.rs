//! The page of a tuning: the table, and the path of every parameter.

use document::number;
use maud::{Markup, html};

use super::plot::Course;
use super::report::{Estimate, Outcome, places};
use arena::report::RenderError;
use arena::report::html::plot::{self, FIRST, Frame, INK, Reading, SECOND};
use arena::report::html::shell::Page;
use arena::report::html::{Section, head, split};

/// Places of a path that have a reading, at most.
const READINGS: usize = 160;

/// The page.
///
/// # Errors
/// Only on a bug.
pub fn page(outcome: &Outcome<'_>) -> Result<String, RenderError> {
    let document = outcome.document();
    let (above, tables) = split(&document.0);
    let key = plot::key(&[
        ("first", "value"),
        ("second", "mean of the last half"),
        ("dim", "start, dashed"),
    ]);
    let figures: Vec<Markup> = outcome
        .estimates
        .iter()
        .enumerate()
        .map(|(index, estimate)| figure(outcome, index, estimate))
        .collect::<Result<_, _>>()?;
    let paths = html! {
        p.legend { (key) }
        div.plots { @for figure in figures { (figure) } }
    };
    let base = &outcome.state.tuning.base;
    let page = Page {
        title: format!("{}: tuning", base.name),
        head: head::of_blocks(base.question.as_deref(), None, above),
        sections: vec![
            Section { id: "values", title: "Values", content: document::html_fragment(tables) },
            Section { id: "paths", title: "Values over the iterations", content: paths },
        ],
        replays: None,
        live: None,
        note: "Values are as the tuning file has them.",
    };
    Ok(page.render())
}

/// A parameter's value over the iterations.
fn figure(outcome: &Outcome<'_>, index: usize, estimate: &Estimate) -> Result<Markup, RenderError> {
    let Course { start, c_end, mean, planned, finished, path, low, high } =
        Course::of(outcome, index, estimate);
    let frame = Frame {
        title: &estimate.name,
        size: plot::LARGE,
        across: "iteration",
        x: 0.0..planned,
        y: low..high,
        x_label: plot::short,
        y_label: if high - low > 20.0 { plot::whole } else { |value| number::decimal(value, 1) },
    };
    let reading = |&(iteration, value): &(f64, f64)| {
        let value = number::decimal(value, places(c_end));
        Reading::at(iteration, &format!("iteration {}", number::decimal(iteration, 0)), [value])
    };
    let every = path.len().div_ceil(READINGS).max(1);
    let readings: Vec<Reading> = path.iter().step_by(every).map(reading).collect();
    frame.figure(&html! {}, &readings, |chart| {
        plot::dashed(chart, [(0.0, start), (planned, start)], INK)?;
        plot::line(chart, path.iter().copied(), FIRST)?;
        plot::line(chart, [(finished / 2.0, mean), (finished, mean)], SECOND)
    })
}
