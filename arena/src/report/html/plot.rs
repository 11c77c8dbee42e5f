//! Plots with axes. Their colours are those of a light page; the style sheet gives a dark one others
//! by the same names.

use std::error::Error;
use std::ops::Range;

use maud::{Markup, PreEscaped, html};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use crate::report::RenderError;

/// Pixels; a page scales a plot to its width. Two of the large ones stand beside each other, or three
/// of the small ones.
pub const LARGE: (u32, u32) = (480, 270);
pub(crate) const SMALL: (u32, u32) = (350, 230);

/// Text and axes.
pub const INK: RGBColor = RGBColor(91, 100, 112);
/// Lines of the mesh.
const MESH: RGBColor = RGBColor(227, 229, 232);
/// The first contender.
pub const FIRST: RGBColor = RGBColor(0, 114, 178);
/// The second contender.
pub const SECOND: RGBColor = RGBColor(179, 74, 0);
/// Results of the first contender.
pub const WON: RGBColor = RGBColor(46, 125, 91);
/// The colour of drawn games.
pub const DRAWN: RGBColor = RGBColor(163, 171, 181);
pub(crate) const LOST: RGBColor = RGBColor(180, 82, 74);

/// The surface that a plot is drawn on.
pub type Chart<'a, 'b> =
    ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// The drawing, or the reason why there is none.
pub type Drawn = Result<(), Box<dyn Error>>;

/// Pixels around the area in which a plot draws.
const TOP: u32 = 8;
const RIGHT: u32 = 14;
const BELOW: u32 = 46;
const LEFT: u32 = 48;

/// The values at a place of a plot: shown under the pointer, and by the arrow keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The abscissa.
    pub x: f64,
    /// The ordinate, where a plot has single points; a line has a reading for a whole abscissa.
    pub y: Option<f64>,
    /// The values, one a line.
    pub text: String,
}

impl Reading {
    /// The values at an abscissa: a heading, and one a line below it.
    pub fn at(x: f64, heading: &str, values: impl IntoIterator<Item = String>) -> Reading {
        let lines: Vec<String> = std::iter::once(heading.to_owned()).chain(values).collect();
        Reading { x, y: None, text: lines.join("\n") }
    }

    /// The values of a single point.
    pub fn of_point((x, y): (f64, f64), text: String) -> Reading {
        Reading { x, y: Some(y), text }
    }
}

/// The frame of a plot.
pub struct Frame<'a> {
    /// Its title, above it.
    pub title: &'a str,
    /// Width and height, in pixels.
    pub size: (u32, u32),
    /// Below the horizontal axis.
    pub across: &'a str,
    /// The range from left to right.
    pub x: Range<f64>,
    /// The range from bottom to top.
    pub y: Range<f64>,
    /// Writes a number of the horizontal axis.
    pub x_label: fn(f64) -> String,
    /// Writes a number of the vertical axis.
    pub y_label: fn(f64) -> String,
}

impl Frame<'_> {
    /// The plot with its title; `key` says which colour is what, `readings` are in the order of the abscissae.
    ///
    /// # Errors
    /// Only on a bug.
    pub fn figure(
        &self,
        key: &Markup,
        readings: &[Reading],
        draw: impl FnOnce(&mut Chart<'_, '_>) -> Drawn,
    ) -> Result<Markup, RenderError> {
        let svg = self.svg(draw).map_err(|error| RenderError::Plot(error.to_string()))?;
        let readings = serde_json::to_string(&self.placed(readings))?;
        Ok(html! {
            figure class={ "plot plot-" (self.size.0) } role="group" tabindex="0" data-readings=(readings)
                aria-label={ (self.title) "; the arrow keys read its values" } {
                figcaption { (self.title) " " (key) }
                (PreEscaped(svg))
            }
        })
    }

    /// Readings by their pixels; without an ordinate for those of a whole abscissa.
    fn placed<'r>(&self, readings: &'r [Reading]) -> Vec<(f64, Option<f64>, &'r str)> {
        let (width, height) = (f64::from(self.size.0), f64::from(self.size.1));
        let share = |value: f64, range: &Range<f64>| {
            ((value - range.start) / (range.end - range.start)).clamp(0.0, 1.0)
        };
        let (wide, high) = (width - f64::from(LEFT + RIGHT), height - f64::from(TOP + BELOW));
        let rounded = |pixels: f64| (10.0 * pixels).round() / 10.0;
        let place = |reading: &'r Reading| {
            let x = rounded(f64::from(LEFT) + wide * share(reading.x, &self.x));
            let y = reading.y.map(|y| rounded(f64::from(TOP) + high * (1.0 - share(y, &self.y))));
            (x, y, reading.text.as_str())
        };
        readings.iter().map(place).collect()
    }

    fn svg(
        &self,
        draw: impl FnOnce(&mut Chart<'_, '_>) -> Drawn,
    ) -> Result<String, Box<dyn Error>> {
        let mut picture = String::new();
        let area = SVGBackend::with_string(&mut picture, self.size).into_drawing_area();
        let mut chart = ChartBuilder::on(&area)
            .margin_top(TOP)
            .margin_right(RIGHT)
            .x_label_area_size(BELOW)
            .y_label_area_size(LEFT)
            .build_cartesian_2d(self.x.clone(), self.y.clone())?;
        let label = ("sans-serif", 12).into_font().color(&INK);
        chart
            .configure_mesh()
            .disable_x_mesh()
            .max_light_lines(0)
            .bold_line_style(MESH)
            .axis_style(MESH)
            .x_labels(7)
            .y_labels(5)
            .x_desc(self.across)
            .x_label_formatter(&|x| (self.x_label)(*x))
            .y_label_formatter(&|y| (self.y_label)(*y))
            .label_style(label.clone())
            .axis_desc_style(label)
            .draw()?;
        draw(&mut chart)?;
        area.present()?;
        drop(chart);
        drop(area);
        Ok(picture)
    }
}

/// A line through these points.
///
/// # Errors
/// Only on a bug.
pub fn line(
    chart: &mut Chart<'_, '_>,
    points: impl IntoIterator<Item = (f64, f64)>,
    colour: RGBColor,
) -> Drawn {
    chart.draw_series(LineSeries::new(points, colour.stroke_width(2)))?;
    Ok(())
}

/// The same where it rests on little.
pub(crate) fn thin_line(
    chart: &mut Chart<'_, '_>,
    points: impl IntoIterator<Item = (f64, f64)>,
    colour: RGBColor,
) -> Drawn {
    chart.draw_series(LineSeries::new(points, colour.mix(0.45).stroke_width(1)))?;
    Ok(())
}

/// A dashed line from one point to another.
///
/// # Errors
/// Only on a bug.
pub fn dashed(chart: &mut Chart<'_, '_>, ends: [(f64, f64); 2], colour: RGBColor) -> Drawn {
    chart.draw_series(DashedLineSeries::new(ends, 5, 4, colour.stroke_width(1)))?;
    Ok(())
}

/// The area between two lines over the same abscissae.
pub(crate) fn band(
    chart: &mut Chart<'_, '_>,
    ends: &[(f64, f64, f64)],
    colour: RGBColor,
    opacity: f64,
) -> Drawn {
    let low = ends.iter().map(|&(x, low, _)| (x, low));
    let high = ends.iter().rev().map(|&(x, _, high)| (x, high));
    let outline: Vec<(f64, f64)> = low.chain(high).collect();
    chart.draw_series([Polygon::new(outline, colour.mix(opacity).filled())])?;
    Ok(())
}

/// Which colour is what: names with the class of their colour.
pub fn key(entries: &[(&str, &str)]) -> Markup {
    html! {
        span.key {
            @for (class, name) in entries { span .(class) { (name) } " " }
        }
    }
}

/// A range that holds all of these values with some room; never an empty one.
pub(crate) fn room(values: impl Iterator<Item = f64>, from: Option<f64>) -> Range<f64> {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), value| (l.min(value), h.max(value)));
    if low > high {
        return 0.0..1.0;
    }
    let margin = (high - low).max(high.abs() * 0.05).max(1e-9) * 0.08;
    from.unwrap_or(low - margin)..high + margin
}

/// A number on an axis: as many digits as it needs, thousands as `k` and millions as `M`.
pub fn short(value: f64) -> String {
    let trimmed = |value: f64, unit: &str| {
        let decimals = if value.abs() < 10.0 && value.fract() != 0.0 { 1 } else { 0 };
        stats::words::decimal(value, decimals) + unit
    };
    match value.abs() {
        size if size >= 1e6 => trimmed(value / 1e6, "M"),
        size if size >= 1e4 => trimmed(value / 1e3, "k"),
        size if size >= 10.0 => trimmed(value.round(), ""),
        size if size >= 1.0 || size == 0.0 => trimmed(value, ""),
        _ => stats::words::decimal(value, 2),
    }
}

/// A whole number on an axis.
pub fn whole(value: f64) -> String {
    stats::words::decimal(value, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_lies_where_the_plot_draws_its_point() {
        let frame = Frame {
            title: "Depth",
            size: LARGE,
            across: "move",
            x: 10.0..20.0,
            y: 0.0..4.0,
            x_label: whole,
            y_label: short,
        };
        let points = [(10.0, 4.0), (15.0, 1.0), (20.0, 0.0)];
        let readings = points.map(|point| Reading::of_point(point, "<b>".to_owned()));
        let mut drawn = Vec::new();
        let figure = frame.figure(&html! {}, &readings, |chart| {
            drawn.extend(points.map(|point| chart.backend_coord(&point)));
            Ok(())
        });
        let figure = figure.unwrap().into_string();
        for ((x, y, _), drawn) in frame.placed(&readings).into_iter().zip(drawn) {
            let y = y.unwrap();
            let is_near = |a: f64, b: i32| (a - f64::from(b)).abs() <= 1.0;
            assert!(is_near(x, drawn.0) && is_near(y, drawn.1), "{x} {y} {drawn:?}");
        }
        assert!(figure.contains("data-readings=\"[[48.0,8.0,&quot;&lt;b&gt;&quot;]"), "{figure}");
    }
}
