//! The figures of the page.

use plotters::prelude::*;

use super::played::Played;

/// Points of the first figure.
const SIZE: (u32, u32) = (760, 300);

/// File names and drawings.
pub(super) fn all(played: &[Played]) -> anyhow::Result<Vec<(&'static str, String)>> {
    let primary: Vec<&Played> =
        played.iter().filter(|of| of.name.starts_with("primary-")).collect();
    if primary.is_empty() {
        return Ok(Vec::new());
    }
    Ok(vec![("primary.svg", forest(&primary).map_err(|error| anyhow::anyhow!("{error}"))?)])
}

/// A row a match: the estimate, the interval of a single look, and the one that is valid at every look.
fn forest(played: &[&Played]) -> Result<String, Box<dyn std::error::Error>> {
    let ends = played.iter().flat_map(|of| of.anytime).chain([0.0]);
    let (low, high) =
        ends.fold((0.0_f64, 0.0_f64), |(low, high), end| (low.min(end), high.max(end)));
    let margin = 0.08 * (high - low).max(10.0);
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let rows = played.len() as f64;
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(190)
            .build_cartesian_2d(low - margin..high + margin, -0.5..rows - 0.5)?;
        let label = |y: &f64| {
            let row = y.round();
            let is_row = (y - row).abs() < 1e-6 && row >= 0.0 && row < rows;
            let of = is_row.then(|| played[played.len() - 1 - row as usize]);
            of.map_or(String::new(), |of| of.name.trim_start_matches("primary-").to_owned())
        };
        chart
            .configure_mesh()
            .disable_y_mesh()
            .y_labels(2 * played.len() + 1)
            .y_label_formatter(&label)
            .x_desc("Elo with the technique over without (thick: 95 % CI; thin: anytime-valid 98.75 % CI)")
            .draw()?;
        let zero = [(0.0, -0.5), (0.0, rows - 0.5)];
        chart.draw_series(std::iter::once(PathElement::new(zero, BLACK)))?;
        for (row, of) in played.iter().rev().enumerate() {
            let y = row as f64;
            let line = |[low, high]: [f64; 2], width| {
                PathElement::new([(low, y), (high, y)], BLUE.stroke_width(width))
            };
            chart.draw_series([line(of.anytime, 1), line(of.once, 4)])?;
            chart.draw_series(std::iter::once(Circle::new((of.elo, y), 5, RED.filled())))?;
        }
        area.present()?;
    }
    Ok(svg)
}
