//! The paths of the parameters, a panel each.

use std::error::Error;

use plotters::prelude::*;

use super::report::{Estimate, Outcome};
use crate::svg::{self, Area};
use arena::report::RenderError;
use arena::report::colours::COLOURS;

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
pub fn svg(outcome: &Outcome<'_>) -> Result<String, RenderError> {
    let columns = COLUMNS.min(outcome.estimates.len());
    let rows = outcome.estimates.len().div_ceil(columns.max(1));
    let size = |panel: u32, count: usize| panel * u32::try_from(count).unwrap_or(1);
    let size = (size(PANEL.0, columns), TITLE + size(PANEL.1, rows));
    svg::picture(size, |area| {
        let legend = "dashed: the start; orange: the mean of the last half";
        let title = format!("{}   ({legend})", outcome.state.tuning.base.name);
        let area = area.titled(&title, ("sans-serif", 15))?;
        for (i, panel) in area.split_evenly((rows, columns)).into_iter().enumerate() {
            if let Some(estimate) = outcome.estimates.get(i) {
                draw_panel(&panel, estimate, &Course::of(outcome, i, estimate))?;
            }
        }
        Ok(())
    })
}

fn draw_panel(
    panel: &Area<'_>,
    Estimate { name, scale, .. }: &Estimate,
    course: &Course,
) -> Result<(), Box<dyn Error>> {
    let Course { start, mean, planned, finished, low, high, .. } = *course;
    let mut chart = ChartBuilder::on(panel)
        .caption(format!("{name}: {start} to {mean:.1}"), ("sans-serif", 16))
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
    let start = [(0.0, start), (planned, start)];
    let settled = [(finished / 2.0, mean), (finished, mean)];
    let [blue, orange, ..] = COLOURS;
    chart.draw_series(DashedLineSeries::new(start, 6, 4, BLACK.mix(0.5).stroke_width(1)))?;
    chart.draw_series(LineSeries::new(course.path.iter().copied(), blue.stroke_width(2)))?;
    chart.draw_series(LineSeries::new(settled, orange.stroke_width(2)))?;
    Ok(())
}

/// The course of a parameter, in the unit of the file.
pub(super) struct Course {
    pub(super) start: f64,
    /// The perturbation in the last iteration.
    pub(super) c_end: f64,
    pub(super) mean: f64,
    /// Iterations.
    pub(super) planned: f64,
    pub(super) finished: f64,
    /// The values by iteration, thinned out if they are many.
    pub(super) path: Vec<(f64, f64)>,
    /// The ends of a plot.
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Course {
    /// That of the parameter with this index.
    pub(super) fn of(outcome: &Outcome<'_>, index: usize, estimate: &Estimate) -> Course {
        let Estimate { scale, dimension, mean, .. } = estimate;
        let (start, c_end) = (dimension.start / scale, dimension.c_end / scale);
        let iterations = outcome.state.iterations();
        let every = iterations.len().div_ceil(POINTS).max(1);
        let values = iterations
            .iter()
            .map(|iteration| (f64::from(iteration.iteration), iteration.values[index] / scale));
        let last = values.clone().next_back();
        let thinned = values.skip(every - 1).step_by(every);
        let mut path: Vec<(f64, f64)> = std::iter::once((0.0, start)).chain(thinned).collect();
        path.extend(last.filter(|last| path.last() != Some(last)));
        let values = || path.iter().map(|(_, value)| *value);
        let low = values().fold(start, f64::min) - c_end / 2.0;
        let high = values().fold(start, f64::max) + c_end / 2.0;
        let planned = f64::from(outcome.state.tuning.iterations());
        let finished = iterations.len() as f64;
        Course { start, c_end, mean: mean / scale, planned, finished, path, low, high }
    }
}
