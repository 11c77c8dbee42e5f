//! Pictures: total nodes over one parameter, a line for every choice of the others, as in Winands
//! et al., figures 5 and 7; and nodes of configurations in percent of another's by depth, as in
//! figure 8.

use super::Sweep;
use crate::suite::grid::{Axis, Grid};
use arena::report::section::plot::{self, COLOURS, INK, Mark, Plot};
use arena::report::{RenderError, html};
use uci_client::OptionValue;

const SIZE: (u32, u32) = (900, 560);
/// A line of a picture: its label, and its points.
pub(super) type Line = (String, Vec<(i64, f64)>);

/// An SVG of a sweep's total nodes.
///
/// # Errors
/// Only on a bug.
pub(super) fn of_sweep(sweep: &Sweep<'_>, title: &str) -> Result<String, RenderError> {
    let across = horizontal_axis(sweep.grid);
    let axis = &sweep.grid.axes[across];
    let levels: Vec<(&str, f64)> =
        sweep.levels().map(|(name, nodes)| (name, nodes as f64)).collect();
    let lines = lines(sweep, across);
    picture(title, format!("nodes by {axis}"), &places(axis), plot::short, &lines, &levels)
}

/// An SVG of percentages by depth: a line for each of these names.
///
/// # Errors
/// Only on a bug.
pub(super) fn of_percents(title: &str, down: &str, lines: &[Line]) -> Result<String, RenderError> {
    let percent = |percent: f64| format!("{percent:.0} %");
    picture(title, format!("{down}, by depth"), &[], percent, lines, &[("100 %", 100.0)])
}

/// A picture of these lines, and of the levels that they are compared with. `places` are the names of 0, 1 and so on on
/// the horizontal axis, if it is not numeric.
fn picture(
    title: &str,
    subject: String,
    places: &[String],
    y_label: fn(f64) -> String,
    lines: &[Line],
    levels: &[(&str, f64)],
) -> Result<String, RenderError> {
    let points = || lines.iter().flat_map(|(_, points)| points.iter().copied());
    let left = points().map(|(x, _)| x).min().unwrap_or(0) as f64;
    let right = points().map(|(x, _)| x).max().unwrap_or(0) as f64;
    let room = ((right - left) / 30.0).max(0.5);
    let (left, right) = (left - room, right + room);
    let values = points().map(|(_, value)| value).chain(levels.iter().map(|(_, value)| *value));
    let top = values.fold(1.0, f64::max);
    let name = |at, name: &str| Mark::Name { at, name: name.to_owned() };
    let mut marks = Vec::new();
    for (level, value) in levels {
        marks.push(Mark::Dashed([(left, *value), (right, *value)], INK));
        marks.push(name((left, *value), level));
    }
    marks.extend(places.iter().enumerate().map(|(i, place)| name((i as f64, 0.0), place)));
    let colours = || COLOURS.into_iter().cycle();
    for (i, ((_, points), colour)) in lines.iter().zip(colours()).enumerate() {
        let points: Vec<(f64, f64)> = points.iter().map(|&(x, value)| (x as f64, value)).collect();
        // After every seven lines their colours begin again.
        let is_thin = !(i / COLOURS.len()).is_multiple_of(2);
        let line = if is_thin { Mark::ThinLine } else { Mark::Line };
        marks.extend([line(points.clone(), colour), Mark::Dots(points, colour, 4)]);
    }
    let plot = Plot {
        title: subject,
        key: Vec::new(),
        size: SIZE,
        across: "",
        x: left..right,
        y: 0.0..top * 1.08,
        x_label: if places.is_empty() { plot::counted } else { |_| String::new() },
        y_label,
        readings: Vec::new(),
        marks,
    };
    let key = colours().zip(lines).map(|(colour, (label, _))| (colour, label.clone()));
    html::picture(title, &[plot], 1, &key.collect::<Vec<_>>())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_depth_has_one_label() {
        let line: Vec<(i64, f64)> = (5..=9).map(|depth| (depth, 95.0)).collect();
        let lines = [("MC-A".to_owned(), line)];
        let svg = of_percents("figure", "nodes", &lines).unwrap();
        let texts: Vec<&str> = svg.lines().map(str::trim).collect();
        for depth in 5..=9 {
            let label = depth.to_string();
            assert_eq!(texts.iter().filter(|text| **text == label).count(), 1, "{depth}");
        }
    }
}
