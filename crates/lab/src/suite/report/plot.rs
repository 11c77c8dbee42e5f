//! Pictures: total nodes over one parameter, a line for every choice of the others, as in Winands
//! et al., figures 5 and 7; and nodes of configurations in percent of another's by depth, as in
//! figure 8.

use std::error::Error;

use plotters::prelude::*;

use super::Sweep;
use crate::suite::grid::{Axis, Grid};
use crate::svg::{self, Area};
use arena::report::RenderError;
use arena::report::colours::COLOURS;
use stats::words;
use uci_client::OptionValue;

const SIZE: (u32, u32) = (900, 560);
/// A line of a picture: its label, and its points.
pub(super) type Line = (String, Vec<(i64, f64)>);

/// The content of a picture.
struct Picture<'a> {
    title: &'a str,
    /// The label of the horizontal axis.
    across: &'a str,
    down: &'a str,
    /// Names of the places 0, 1 and so on of the horizontal axis, if it is not numeric.
    places: Vec<String>,
    /// The format of the vertical axis's values.
    value: fn(&f64) -> String,
    lines: &'a [Line],
    /// Values that the lines are compared with, each with its name.
    levels: Vec<(String, f64)>,
}

/// An SVG of a sweep's total nodes.
///
/// # Errors
/// Only on a bug.
pub(super) fn of_sweep(sweep: &Sweep<'_>, title: &str) -> Result<String, RenderError> {
    let grid = sweep.grid;
    let across = horizontal_axis(grid);
    Picture {
        title,
        across: &grid.axes[across].to_string(),
        down: "nodes",
        places: places(&grid.axes[across]),
        value: |nodes| words::count(*nodes as u64),
        lines: &lines(sweep, across),
        levels: sweep.levels().map(|(name, nodes)| (name.to_owned(), nodes as f64)).collect(),
    }
    .svg()
}

/// An SVG of percentages: a line for each of these names.
///
/// # Errors
/// Only on a bug.
pub(super) fn of_percents(
    title: &str,
    across: &str,
    down: &str,
    lines: &[Line],
) -> Result<String, RenderError> {
    Picture {
        title,
        across,
        down,
        places: Vec::new(),
        value: |percent| format!("{percent:.0} %"),
        lines,
        levels: vec![("100 %".to_owned(), 100.0)],
    }
    .svg()
}

/// The label of a value of a parameter or a depth: none between two whole numbers.
fn whole(value: f64) -> String {
    let nearest = value.round();
    // Sums with zero are never the negative one.
    if (value - nearest).abs() < 1e-9 { format!("{:.0}", nearest + 0.0) } else { String::new() }
}

/// The names of values that are not all numbers.
fn places(axis: &Axis) -> Vec<String> {
    let is_of_numbers = axis.values.iter().all(|value| matches!(value, OptionValue::Number(_)));
    let names = axis.values.iter().map(ToString::to_string);
    if is_of_numbers { Vec::new() } else { names.collect() }
}

/// The position of a value on the horizontal axis: numbers at their value, others side by side.
fn place(axis: &Axis, value: &OptionValue) -> i64 {
    match value {
        OptionValue::Number(number) if places(axis).is_empty() => *number,
        _ => axis
            .values
            .iter()
            .position(|known| known == value)
            .and_then(|place| i64::try_from(place).ok())
            .unwrap_or(0),
    }
}

/// The first axis with the most values.
fn horizontal_axis(grid: &Grid) -> usize {
    let axes = grid.axes.iter().enumerate().rev();
    axes.max_by_key(|(_, axis)| axis.values.len()).map_or(0, |(index, _)| index)
}

/// A line for every choice of the other axes' values, in the order of the grid.
fn lines(sweep: &Sweep<'_>, across: usize) -> Vec<Line> {
    let grid = sweep.grid;
    let mut lines: Vec<Line> = Vec::new();
    for (values, nodes) in sweep.points() {
        let others = grid.axes.iter().zip(values).enumerate().filter(|(i, _)| *i != across);
        let label = others.map(|(_, (axis, value))| format!("{}={value}", axis.parameter));
        let label = label.collect::<Vec<_>>().join(" ");
        let label = if label.is_empty() { "nodes".to_owned() } else { label };
        let point = (place(&grid.axes[across], &values[across]), nodes as f64);
        match lines.iter_mut().find(|(known, _)| *known == label) {
            Some((_, points)) => points.push(point),
            None => lines.push((label, vec![point])),
        }
    }
    lines.iter_mut().for_each(|(_, points)| points.sort_by_key(|(x, _)| *x));
    lines
}

impl Picture<'_> {
    fn svg(&self) -> Result<String, RenderError> {
        svg::picture(SIZE, |area| self.draw(area))
    }

    fn label(&self, x: f64) -> String {
        match whole(x) {
            number if self.places.is_empty() => number,
            number => {
                let place = number.parse().ok().and_then(|place: usize| self.places.get(place));
                place.cloned().unwrap_or_default()
            }
        }
    }

    /// From the least to the greatest of the horizontal values, with room at both sides.
    fn x_range(&self) -> (f64, f64) {
        let all = || self.lines.iter().flat_map(|(_, points)| points).map(|(x, _)| *x);
        let (left, right) = (all().min().unwrap_or(0) as f64, all().max().unwrap_or(0) as f64);
        let room = ((right - left) / 30.0).max(0.5);
        (left - room, right + room)
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let (left, right) = self.x_range();
        let values = self.lines.iter().flat_map(|(_, points)| points).map(|(_, value)| *value);
        let top = values.chain(self.levels.iter().map(|(_, value)| *value)).fold(1.0, f64::max);

        let mut chart = ChartBuilder::on(area)
            .caption(self.title, ("sans-serif", 20))
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(110)
            .build_cartesian_2d(left..right, 0.0..top * 1.08)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .max_light_lines(0)
            .x_desc(self.across)
            .y_desc(self.down)
            .x_label_formatter(&|x| self.label(*x))
            .y_label_formatter(&self.value)
            .axis_desc_style(("sans-serif", 16))
            .label_style(("sans-serif", 13))
            .draw()?;
        for (i, (name, value)) in self.levels.iter().enumerate() {
            let ends = [(left, *value), (right, *value)];
            // The first level is dashed, further ones ever shorter.
            let dash = 6_u32.saturating_sub(2 * i as u32).max(1);
            chart
                .draw_series(DashedLineSeries::new(ends, dash, 4, BLACK.stroke_width(1)))?
                .label(name)
                .legend(|(x, y)| PathElement::new([(x, y), (x + 18, y)], BLACK.stroke_width(1)));
        }
        for (i, (label, points)) in self.lines.iter().enumerate() {
            let colour = COLOURS[i % COLOURS.len()];
            let line = || points.iter().map(|&(x, value)| (x as f64, value));
            let legend =
                move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2));
            chart
                .draw_series(LineSeries::new(line(), colour.stroke_width(2)))?
                .label(label)
                .legend(legend);
            // After every seven series the marks change from filled to hollow.
            let style = if (i / COLOURS.len()).is_multiple_of(2) {
                colour.filled()
            } else {
                colour.stroke_width(1)
            };
            chart.draw_series(line().map(|point| Circle::new(point, 4, style)))?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerRight)
            .background_style(WHITE.mix(0.85))
            .border_style(BLACK.mix(0.3))
            .label_font(("sans-serif", 13))
            .draw()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_depth_has_one_label() {
        let line: Vec<(i64, f64)> = (5..=9).map(|depth| (depth, 95.0)).collect();
        let lines = [("MC-A".to_owned(), line)];
        let svg = of_percents("figure", "depth", "nodes", &lines).unwrap();
        let texts: Vec<&str> = svg.lines().map(str::trim).collect();
        for depth in 5..=9 {
            let label = depth.to_string();
            assert_eq!(texts.iter().filter(|text| **text == label).count(), 1, "{depth}");
        }
    }
}
