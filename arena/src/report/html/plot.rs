//! Plots with axes, drawn.

use std::error::Error;
use std::ops::Range;

use maud::{Markup, PreEscaped, html};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::report::RenderError;
use crate::report::section::plot::{INK, Key, Mark, Plot, Reading};

/// Lines of the mesh.
const MESH: RGBColor = RGBColor(227, 229, 232);

/// The surface that a plot is drawn on.
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Pixels around the area in which a plot draws.
const TOP: u32 = 8;
const RIGHT: u32 = 14;
const BELOW: u32 = 46;
const LEFT: u32 = 48;

impl Plot {
    /// The drawing with its title.
    pub(super) fn figure(&self) -> Result<Markup, RenderError> {
        let svg = self.svg().map_err(|error| RenderError::Plot(error.to_string()))?;
        let readings = serde_json::to_string(&self.placed())?;
        Ok(html! {
            figure class={ "plot plot-" (self.size.0) } role="group" tabindex="0" data-readings=(readings)
                aria-label={ (self.title) "; the arrow keys read its values" } {
                figcaption { (self.title) " " @if !self.key.is_empty() { (key(&self.key)) } }
                (PreEscaped(svg))
            }
        })
    }

    /// Readings by their pixels; without an ordinate for those of a whole abscissa.
    fn placed(&self) -> Vec<(f64, Option<f64>, &str)> {
        let (width, height) = (f64::from(self.size.0), f64::from(self.size.1));
        let share = |value: f64, range: &Range<f64>| {
            ((value - range.start) / (range.end - range.start)).clamp(0.0, 1.0)
        };
        let (wide, high) = (width - f64::from(LEFT + RIGHT), height - f64::from(TOP + BELOW));
        let rounded = |pixels: f64| (10.0 * pixels).round() / 10.0;
        let place = |reading: &Reading| {
            let x = rounded(f64::from(LEFT) + wide * share(reading.x, &self.x));
            let y = reading.y.map(|y| rounded(f64::from(TOP) + high * (1.0 - share(y, &self.y))));
            (x, y)
        };
        let placed = self.readings.iter().map(|reading| (place(reading), reading.text.as_str()));
        placed.map(|((x, y), text)| (x, y, text)).collect()
    }

    fn svg(&self) -> Result<String, Box<dyn Error>> {
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
        self.marks.iter().try_for_each(|mark| mark.draw(&mut chart))?;
        area.present()?;
        drop(chart);
        drop(area);
        Ok(picture)
    }
}

impl Mark {
    fn draw(&self, chart: &mut Chart<'_, '_>) -> Result<(), Box<dyn Error>> {
        match self {
            Mark::Line(points, colour) => {
                let style = colour.stroke_width(2);
                chart.draw_series(LineSeries::new(points.iter().copied(), style))?;
            }
            Mark::ThinLine(points, colour) => {
                let style = colour.mix(0.45).stroke_width(1);
                chart.draw_series(LineSeries::new(points.iter().copied(), style))?;
            }
            Mark::Dashed(ends, colour) => {
                chart.draw_series(DashedLineSeries::new(*ends, 5, 4, colour.stroke_width(1)))?;
            }
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
            Mark::Name { at, name } => {
                let side = Pos::new(HPos::Left, VPos::Bottom);
                let style = ("sans-serif", 11).into_font().color(&INK).pos(side);
                let text = Text::new(name.clone(), (6, 0), style);
                chart.draw_series([EmptyElement::at(*at) + text])?;
            }
        }
        Ok(())
    }
}

/// Pixels of a title in a picture, and of a line of its key.
const TITLE: u32 = 30;
const LINE: u32 = 18;

/// A picture for a file: plots of one size, `columns` beside each other, each below its title, and then the lines of the
/// key.
///
/// # Errors
/// Only on a bug.
pub fn picture(
    title: &str,
    plots: &[Plot],
    columns: usize,
    key: &[(RGBColor, String)],
) -> Result<String, RenderError> {
    let (width, height) = plots.first().map_or((0, 0), |plot| plot.size);
    let columns = columns.clamp(1, plots.len().max(1));
    let place =
        |i: usize| (width * (i % columns) as u32, TITLE + (TITLE + height) * (i / columns) as u32);
    let bottom = place(plots.len().next_multiple_of(columns)).1;
    let (width, height) = (width * columns as u32, bottom + LINE * key.len() as u32 + LINE / 2);
    let drawn = plots.iter().map(Plot::svg).collect::<Result<Vec<String>, _>>();
    let drawn = drawn.map_err(|error| RenderError::Plot(error.to_string()))?;
    let text = |x: u32, y: u32, size: u32, text: &str| {
        html! { text x=(x) y=(y) font-family="sans-serif" font-size=(size) { (text) } }
    };
    let markup = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(height) viewBox={ "0 0 " (width) " " (height) } {
            rect width=(width) height=(height) fill="white" {}
            (text(12, 21, 17, title))
            @for (i, (plot, svg)) in plots.iter().zip(&drawn).enumerate() {
                @let (x, y) = place(i);
                (text(x + LEFT, y + 20, 14, &plot.title))
                g transform={ "translate(" (x) " " (y + TITLE) ")" } { (PreEscaped(svg)) }
            }
            @for (i, (RGBColor(red, green, blue), name)) in key.iter().enumerate() {
                @let y = bottom + LINE * i as u32;
                rect x=(LEFT) y=(y + 7) width="20" height="3" fill={ "rgb(" (red) "," (green) "," (blue) ")" } {}
                (text(LEFT + 28, y + 13, 13, name))
            }
        }
    };
    Ok(markup.into_string())
}

/// The key of the colours: names with the class of their colour.
pub(super) fn key(entries: &Key) -> Markup {
    html! {
        span.key {
            @for (class, name) in entries { span .(class) { (name) } " " }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::section::plot::{LARGE, short, whole};

    #[test]
    fn a_reading_lies_where_the_plot_draws_its_point() {
        let points = [(10.0, 4.0), (15.0, 1.0), (20.0, 0.0)];
        let plot = Plot {
            title: "Depth".to_owned(),
            key: Vec::new(),
            size: LARGE,
            across: "move",
            x: 10.0..20.0,
            y: 0.0..4.0,
            x_label: whole,
            y_label: short,
            readings: points.map(|at| Reading::of_point(at, "<b>".to_owned())).to_vec(),
            marks: vec![Mark::Dots(points.to_vec(), INK, 3)],
        };
        let figure = plot.figure().unwrap().into_string();
        let drawn = figure.split("<circle cx=\"").skip(1).map(|circle| {
            let numbers: Vec<f64> =
                circle.split('"').step_by(2).take(2).map(|n| n.parse().unwrap()).collect();
            (numbers[0], numbers[1])
        });
        let drawn: Vec<(f64, f64)> = drawn.collect();
        assert_eq!(drawn.len(), 3, "{figure}");
        for ((x, y, _), drawn) in plot.placed().into_iter().zip(drawn) {
            let y = y.unwrap();
            let is_near = |a: f64, b: f64| (a - b).abs() <= 1.0;
            assert!(is_near(x, drawn.0) && is_near(y, drawn.1), "{x} {y} {drawn:?}");
        }
        assert!(figure.contains("data-readings=\"[[48.0,8.0,&quot;&lt;b&gt;&quot;]"), "{figure}");
    }
}
