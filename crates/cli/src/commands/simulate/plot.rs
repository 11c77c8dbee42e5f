//! The picture of a simulation: the coverage of each interval beside its nominal level.

use std::error::Error;

use plotters::prelude::*;

use stats::CONFIDENCE;
use stats::simulate::{Coverage, Simulation};

const WIDTH: u32 = 900;
const ROW: u32 = 44;
const HELD: RGBColor = RGBColor(0, 114, 178);
const PROMISED: RGBColor = RGBColor(213, 94, 0);

/// An SVG of the coverage of every interval, with bars of two standard errors.
///
/// # Errors
/// Only on a bug: it is drawn into memory.
pub(super) fn svg(simulation: &Simulation) -> Result<String, Box<dyn Error>> {
    let mut picture = String::new();
    let rows = u32::try_from(simulation.coverage.len())?;
    draw(SVGBackend::with_string(&mut picture, (WIDTH, ROW * rows + 110)), simulation)?;
    Ok(picture)
}

fn draw(backend: SVGBackend<'_>, simulation: &Simulation) -> Result<(), Box<dyn Error>> {
    let Simulation { matches, pairs, elo, coverage, .. } = simulation;
    let area = backend.into_drawing_area();
    area.fill(&WHITE)?;
    let rows = coverage.len() as f64;
    let lowest =
        coverage.iter().map(|interval| interval.share - 2.0 * interval.error).fold(0.9, f64::min);
    let low = 100.0 * lowest.max(0.0) - 1.0;
    let mut chart = ChartBuilder::on(&area)
        .caption(
            format!("{matches} matches of at most {pairs} pairs, {elo} Elo"),
            ("sans-serif", 20),
        )
        .margin(12)
        .x_label_area_size(44)
        .build_cartesian_2d(low..101.0, 0.0..rows)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .max_light_lines(0)
        .x_desc("matches in which the interval held the truth, per cent")
        .axis_desc_style(("sans-serif", 16))
        .label_style(("sans-serif", 13))
        .draw()?;
    let promised = 100.0 * CONFIDENCE;
    let line = [(promised, 0.0), (promised, rows)];
    chart.draw_series(DashedLineSeries::new(line, 6, 4, PROMISED.stroke_width(2)))?;
    for (i, Coverage { interval, share, error }) in coverage.iter().enumerate() {
        // From the top down, the name above the bar.
        let height = rows - i as f64 - 0.75;
        let (centre, reach) = (100.0 * share, 200.0 * error);
        let bar = [(centre - reach, height), ((centre + reach).min(100.0), height)];
        chart.draw_series(LineSeries::new(bar, HELD.stroke_width(3)))?;
        chart.draw_series([Circle::new((centre, height), 5, HELD.filled())])?;
        let label = ("sans-serif", 14).into_font();
        let name = format!("{interval}: {centre:.1} %");
        chart.draw_series([Text::new(name, (low + 0.3, height + 0.55), label)])?;
    }
    area.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use stats::simulate::{SimulationSettings, simulate};

    use super::*;

    #[test]
    fn the_picture_names_every_interval_and_has_no_number_that_is_none() {
        for (matches, games, elo) in [(40, 20, 0.0), (1, 2, 900.0)] {
            let settings = SimulationSettings { matches, games, elo, ..Default::default() };
            let simulation = simulate(&settings, &|| {}).unwrap().remove(0);
            let svg = svg(&simulation).unwrap();
            assert!(svg.starts_with("<svg"), "{svg}");
            let mut names =
                simulation.coverage.iter().filter_map(|row| row.interval.split('\'').next());
            assert!(names.all(|name| svg.contains(name)));
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}
