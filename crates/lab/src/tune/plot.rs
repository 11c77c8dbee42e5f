//! The paths of the parameters, a panel each.

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::report::{Estimate, Outcome};
use super::spsa::Dimension;
use arena::report::colours::COLOURS;

/// The reason that there is no picture; a bug, since it is drawn into memory.
#[derive(Debug, thiserror::Error)]
#[error("cannot plot the parameters' paths: {0}")]
pub struct PlotError(String);

const COLUMNS: usize = 2;
const PANEL: (u32, u32) = (560, 300);
const TITLE: u32 = 24;
/// More points than this on a line cannot be told apart.
const POINTS: usize = 2_000;

/// An SVG of every parameter's value over the iterations, with its start and the mean of the last
/// half.
///
/// # Errors
/// Only on a bug.
pub fn svg(outcome: &Outcome<'_>) -> Result<String, PlotError> {
    let columns = COLUMNS.min(outcome.estimates.len());
    let rows = outcome.estimates.len().div_ceil(columns.max(1));
    let size = |panel: u32, count: usize| panel * u32::try_from(count).unwrap_or(1);
    let size = (size(PANEL.0, columns), TITLE + size(PANEL.1, rows));
    let mut picture = String::new();
    let backend = SVGBackend::with_string(&mut picture, size);
    draw(backend, outcome, (rows, columns)).map_err(|error| PlotError(error.to_string()))?;
    Ok(picture)
}

fn draw(
    backend: SVGBackend<'_>,
    outcome: &Outcome<'_>,
    grid: (usize, usize),
) -> Result<(), Box<dyn Error>> {
    let area = backend.into_drawing_area();
    area.fill(&WHITE)?;
    let legend = "dashed: the start; orange: the mean of the last half";
    let title = format!("{}   ({legend})", outcome.state.tuning.base.name);
    let area = area.titled(&title, ("sans-serif", 15))?;
    for (i, panel) in area.split_evenly(grid).into_iter().enumerate() {
        if let Some(estimate) = outcome.estimates.get(i) {
            draw_panel(&panel, outcome, i, estimate)?;
        }
    }
    area.present()?;
    Ok(())
}

fn draw_panel(
    panel: &DrawingArea<SVGBackend<'_>, Shift>,
    outcome: &Outcome<'_>,
    index: usize,
    estimate: &Estimate,
) -> Result<(), Box<dyn Error>> {
    let Estimate { name, scale, dimension, mean, .. } = estimate;
    let mean = &(mean / scale);
    let dimension =
        &Dimension { start: dimension.start / scale, c_end: dimension.c_end / scale, ..*dimension };
    let path = path(outcome, index, dimension.start, *scale);
    let planned = f64::from(outcome.state.tuning.iterations());
    let values = || path.iter().map(|(_, value)| *value);
    let low = values().fold(dimension.start, f64::min) - dimension.c_end / 2.0;
    let high = values().fold(dimension.start, f64::max) + dimension.c_end / 2.0;

    let mut chart = ChartBuilder::on(panel)
        .caption(format!("{name}: {} to {mean:.1}", dimension.start), ("sans-serif", 16))
        .margin(10)
        .margin_right(24)
        .x_label_area_size(38)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..planned, low..high)?;
    let whole = |x: &f64| format!("{x:.0}");
    let places = if *scale > 1.0 { 3 } else { 1 };
    let fine = |value: &f64| format!("{value:.places$}");
    let y_label: &dyn Fn(&f64) -> String = if high - low > 20.0 { &whole } else { &fine };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(0)
        .x_labels(6)
        .y_labels(6)
        .x_desc("iteration")
        .x_label_formatter(&whole)
        .y_label_formatter(y_label)
        .axis_desc_style(("sans-serif", 13))
        .label_style(("sans-serif", 12))
        .draw()?;
    let finished = outcome.state.iterations().len() as f64;
    let start = [(0.0, dimension.start), (planned, dimension.start)];
    let settled = [(finished / 2.0, *mean), (finished, *mean)];
    let [blue, orange, ..] = COLOURS;
    chart.draw_series(DashedLineSeries::new(start, 6, 4, BLACK.mix(0.5).stroke_width(1)))?;
    chart.draw_series(LineSeries::new(path, blue.stroke_width(2)))?;
    chart.draw_series(LineSeries::new(settled, orange.stroke_width(2)))?;
    Ok(())
}

/// The parameter's values by iteration, thinned out if they are many.
pub(super) fn path(outcome: &Outcome<'_>, index: usize, start: f64, scale: f64) -> Vec<(f64, f64)> {
    let iterations = outcome.state.iterations();
    let every = iterations.len().div_ceil(POINTS).max(1);
    let values = iterations
        .iter()
        .map(|iteration| (f64::from(iteration.iteration), iteration.values[index] / scale));
    let last = values.clone().next_back();
    let thinned = values.skip(every - 1).step_by(every);
    let mut path: Vec<(f64, f64)> = std::iter::once((0.0, start)).chain(thinned).collect();
    path.extend(last.filter(|last| path.last() != Some(last)));
    path
}
