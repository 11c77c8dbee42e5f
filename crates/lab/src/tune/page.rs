//! The page of a tuning: the table, and the path of every parameter.

use document::number;

use super::plot::Course;
use super::report::{Estimate, Outcome, places};
use arena::report::RenderError;
use arena::report::html::shell::Page;
use arena::report::html::{self, Section, head, split};
use arena::report::section::Plots;
use arena::report::section::plot::{self, FIRST, INK, Mark, Plot, Reading, SECOND};

/// Places of a path that have a reading, at most.
const READINGS: usize = 160;

/// The page.
///
/// # Errors
/// Only on a bug.
pub fn page(outcome: &Outcome<'_>) -> Result<String, RenderError> {
    let document = outcome.document();
    let (above, tables) = split(&document.0);
    let plots = outcome.estimates.iter().enumerate();
    let paths = Plots {
        key: plot::key([
            ("first", "value"),
            ("second", "mean of the last half"),
            ("dim", "start, dashed"),
        ]),
        plots: plots.map(|(index, estimate)| plot_of(outcome, index, estimate)).collect(),
    };
    let base = &outcome.state.tuning.base;
    let page = Page {
        title: format!("{}: tuning", base.name),
        head: head::of_blocks(base.question.as_deref(), None, above),
        sections: vec![
            Section { id: "values", title: "Values", content: document::html_fragment(tables) },
            Section {
                id: "paths",
                title: "Values over the iterations",
                content: html::plots(&paths)?,
            },
        ],
        replays: None,
        live: None,
        note: "Values are as the tuning file has them.",
    };
    Ok(page.render())
}

/// A parameter's value over the iterations.
fn plot_of(outcome: &Outcome<'_>, index: usize, estimate: &Estimate) -> Plot {
    let Course { start, c_end, mean, planned, finished, path, low, high } =
        Course::of(outcome, index, estimate);
    let reading = |&(iteration, value): &(f64, f64)| {
        let value = number::decimal(value, places(c_end));
        Reading::at(iteration, &format!("iteration {}", number::decimal(iteration, 0)), [value])
    };
    let every = path.len().div_ceil(READINGS).max(1);
    Plot {
        title: estimate.name.clone(),
        key: Vec::new(),
        size: plot::LARGE,
        across: "iteration",
        x: 0.0..planned,
        y: low..high,
        x_label: plot::short,
        y_label: if high - low > 20.0 { plot::whole } else { |value| number::decimal(value, 1) },
        readings: path.iter().step_by(every).map(reading).collect(),
        marks: vec![
            Mark::Dashed([(0.0, start), (planned, start)], INK),
            Mark::Line(path, FIRST),
            Mark::Line(vec![(finished / 2.0, mean), (finished, mean)], SECOND),
        ],
    }
}
