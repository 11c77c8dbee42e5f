//! Plots with axes, drawn.

use std::error::Error;
use std::ops::Range;

use maud::{Markup, PreEscaped, html};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use crate::report::RenderError;
use crate::report::section::plot::{Mark, Plot};

pub use crate::report::section::plot::{
    DRAWN, FIRST, INK, LARGE, Reading, SECOND, WON, short, whole,
};

/// Lines of the mesh.
const MESH: RGBColor = RGBColor(227, 229, 232);

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

impl Mark {
    fn draw(&self, chart: &mut Chart<'_, '_>) -> Drawn {
        match self {
            Mark::Line(points, colour) => line(chart, points.iter().copied(), *colour)?,
            Mark::ThinLine(points, colour) => {
                let style = colour.mix(0.45).stroke_width(1);
                chart.draw_series(LineSeries::new(points.iter().copied(), style))?;
            }
            Mark::Dashed(ends, colour) => dashed(chart, *ends, *colour)?,
            Mark::Band(ends, colour, opacity) => {
                let low = ends.iter().map(|&(x, low, _)| (x, low));
                let high = ends.iter().rev().map(|&(x, _, high)| (x, high));
                let outline: Vec<(f64, f64)> = low.chain(high).collect();
                chart.draw_series([Polygon::new(outline, colour.mix(*opacity).filled())])?;
            }
            Mark::Bar(corners, colour) => {
                chart.draw_series([Rectangle::new(*corners, colour.filled())])?;
            }
            Mark::Dots(points, colour, radius) => {
                let dot = |&at: &(f64, f64)| Circle::new(at, *radius, colour.filled());
                chart.draw_series(points.iter().map(dot))?;
            }
        }
        Ok(())
    }
}

impl Plot {
    /// The drawing with its title.
    pub(super) fn figure(&self) -> Result<Markup, RenderError> {
        let Plot { title, size, across, x, y, x_label, y_label, .. } = self;
        let (x, y, x_label, y_label) = (x.clone(), y.clone(), *x_label, *y_label);
        let frame = Frame { title, size: *size, across, x, y, x_label, y_label };
        let key = if self.key.is_empty() {
            html! {}
        } else {
            key(&self.key)
        };
        frame.figure(&key, &self.readings, |chart| {
            self.marks.iter().try_for_each(|mark| mark.draw(chart))
        })
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

/// A dashed line from one point to another.
///
/// # Errors
/// Only on a bug.
pub fn dashed(chart: &mut Chart<'_, '_>, ends: [(f64, f64); 2], colour: RGBColor) -> Drawn {
    chart.draw_series(DashedLineSeries::new(ends, 5, 4, colour.stroke_width(1)))?;
    Ok(())
}

/// Which colour is what: names with the class of their colour.
pub fn key<S: AsRef<str>>(entries: &[(&str, S)]) -> Markup {
    html! {
        span.key {
            @for (class, name) in entries { span .(class) { (name.as_ref()) } " " }
        }
    }
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
