//! The picture of a sweep: total nodes over one parameter, a line for every choice of the others,
//! as in Winands et al., Figure 5.

use std::error::Error;

use plotters::prelude::*;

use super::grid::Grid;
use super::report::Sweep;
use crate::report::words;

/// Why there is no picture; a defect, for it is drawn into memory.
#[derive(Debug, thiserror::Error)]
#[error("cannot plot the sweep: {0}")]
pub struct PlotError(String);

const SIZE: (u32, u32) = (900, 560);
/// Colours that differ to colour-blind eyes too (Okabe and Ito).
pub(crate) const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(110, 110, 110),
];

/// One line of the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Series {
    label: String,
    /// Value of the horizontal axis, and nodes.
    points: Vec<(i64, u64)>,
}

/// An SVG of total nodes.
///
/// # Errors
/// By a defect alone.
pub fn svg(grid: &Grid, sweep: &Sweep<'_>, title: &str) -> Result<String, PlotError> {
    let across = horizontal_axis(grid);
    let mut picture = String::new();
    let backend = SVGBackend::with_string(&mut picture, SIZE);
    draw(backend, &series(grid, sweep, across), &Labels::new(grid, across, title), sweep)
        .map_err(|error| PlotError(error.to_string()))?;
    Ok(picture)
}

struct Labels {
    title: String,
    across: String,
    baseline: String,
}

impl Labels {
    fn new(grid: &Grid, across: usize, title: &str) -> Labels {
        let (across, baseline) = (grid.axes[across].to_string(), grid.baseline.name.clone());
        Labels { title: title.to_owned(), across, baseline }
    }
}

/// The first axis with the most values.
fn horizontal_axis(grid: &Grid) -> usize {
    let axes = grid.axes.iter().enumerate().rev();
    axes.max_by_key(|(_, axis)| axis.values.len()).map_or(0, |(index, _)| index)
}

/// A series for every choice of the other axes' values, in the order of the grid.
fn series(grid: &Grid, sweep: &Sweep<'_>, across: usize) -> Vec<Series> {
    let mut series: Vec<Series> = Vec::new();
    for (values, nodes) in sweep.points() {
        let others = grid.axes.iter().zip(values).enumerate().filter(|(i, _)| *i != across);
        let label = others.map(|(_, (axis, value))| format!("{}={value}", axis.parameter));
        let label = label.collect::<Vec<_>>().join(" ");
        let label = if label.is_empty() { "nodes".to_owned() } else { label };
        let point = (values[across], nodes);
        match series.iter_mut().find(|of| of.label == label) {
            Some(of) => of.points.push(point),
            None => series.push(Series { label, points: vec![point] }),
        }
    }
    series.iter_mut().for_each(|of| of.points.sort_unstable());
    series
}

fn draw(
    backend: SVGBackend<'_>,
    series: &[Series],
    labels: &Labels,
    sweep: &Sweep<'_>,
) -> Result<(), Box<dyn Error>> {
    let area = backend.into_drawing_area();
    area.fill(&WHITE)?;
    let baseline = sweep.baseline_nodes();
    let points = || series.iter().flat_map(|of| &of.points);
    let (left, right) =
        points().fold((i64::MAX, i64::MIN), |(l, r), (x, _)| (l.min(*x), r.max(*x)));
    let top = points().map(|(_, nodes)| *nodes).max().unwrap_or(0).max(baseline).max(1);
    let (x_range, y_range) = (left as f64 - 0.5..right as f64 + 0.5, 0.0..top as f64 * 1.08);

    let mut chart = ChartBuilder::on(&area)
        .caption(&labels.title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(110)
        .build_cartesian_2d(x_range, y_range)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(0)
        .x_desc(&labels.across)
        .y_desc("nodes")
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|nodes| words::count(*nodes as u64))
        .axis_desc_style(("sans-serif", 16))
        .label_style(("sans-serif", 13))
        .draw()?;

    let level = [(left as f64 - 0.5, baseline as f64), (right as f64 + 0.5, baseline as f64)];
    chart
        .draw_series(DashedLineSeries::new(level, 6, 4, BLACK.stroke_width(1)))?
        .label(&labels.baseline)
        .legend(|(x, y)| PathElement::new([(x, y), (x + 18, y)], BLACK.stroke_width(1)));
    for (i, of) in series.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let line = || of.points.iter().map(|&(x, nodes)| (x as f64, nodes as f64));
        chart
            .draw_series(LineSeries::new(line(), colour.stroke_width(2)))?
            .label(&of.label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
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
    area.present()?;
    Ok(())
}
