//! The paths of the parameters, a plot each.

use document::number;

use super::report::{Estimate, Outcome, places};
use arena::report::section::plot::{self, FIRST, INK, Mark, Plot, Reading, SECOND};
use arena::report::{RenderError, html};

/// Plots beside each other in a picture.
const COLUMNS: usize = 2;
/// More points than this on a line cannot be told apart.
const POINTS: usize = 2_000;
/// Places of a path that have a reading, at most.
const READINGS: usize = 160;

/// An SVG of every parameter's value over the iterations, with its start and the mean of the last
/// half.
///
/// # Errors
/// Only on a bug.
pub fn svg(outcome: &Outcome<'_>) -> Result<String, RenderError> {
    let titled = |(plot, Estimate { name, scale, dimension, mean, .. }): (Plot, &Estimate)| {
        let (start, mean) = (dimension.start / scale, mean / scale);
        Plot { title: format!("{name}: {start} to {mean:.1}"), ..plot }
    };
    let plots: Vec<Plot> = paths(outcome).zip(&outcome.estimates).map(titled).collect();
    let key = [(FIRST, "value"), (SECOND, "mean of the last half"), (INK, "start, dashed")];
    let key = key.map(|(colour, name)| (colour, name.to_owned()));
    html::picture(&outcome.state.tuning.base.name, &plots, COLUMNS, &key)
}

/// A plot for each parameter.
pub(super) fn paths(outcome: &Outcome<'_>) -> impl Iterator<Item = Plot> {
    let plots = outcome.estimates.iter().enumerate();
    plots.map(|(index, estimate)| plot_of(outcome, index, estimate))
}

/// A parameter's value over the iterations, in the unit of the file.
fn plot_of(outcome: &Outcome<'_>, index: usize, estimate: &Estimate) -> Plot {
    let Estimate { name, scale, dimension, mean, .. } = estimate;
    let [start, c_end, mean] = [dimension.start, dimension.c_end, *mean].map(|one| one / scale);
    let iterations = outcome.state.iterations();
    let planned = f64::from(outcome.state.tuning.iterations());
    let finished = iterations.len() as f64;
    let every = iterations.len().div_ceil(POINTS).max(1);
    let values = iterations
        .iter()
        .map(|iteration| (f64::from(iteration.iteration), iteration.values[index] / scale));
    let last = values.clone().next_back();
    let thinned = values.skip(every - 1).step_by(every);
    let mut path: Vec<(f64, f64)> = std::iter::once((0.0, start)).chain(thinned).collect();
    path.extend(last.filter(|last| path.last() != Some(last)));
    let low = path.iter().map(|(_, value)| *value).fold(start, f64::min) - c_end / 2.0;
    let high = path.iter().map(|(_, value)| *value).fold(start, f64::max) + c_end / 2.0;
    let reading = |&(iteration, value): &(f64, f64)| {
        let value = number::decimal(value, places(c_end));
        Reading::at(iteration, &format!("iteration {}", number::decimal(iteration, 0)), [value])
    };
    let every = path.len().div_ceil(READINGS).max(1);
    Plot {
        title: name.clone(),
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
