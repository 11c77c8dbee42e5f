//! The figures of the page.

use plotters::prelude::*;

use super::interaction;
use super::played::Played;
use super::words::in_words;

/// Width in points.
const WIDTH: u32 = 860;
/// Height of a row in points, and of the parts above and below all rows.
const ROW: u32 = 44;
const AROUND: u32 = 80;

/// One estimate with its intervals, in Elo.
struct Row {
    label: String,
    elo: f64,
    once: [f64; 2],
    /// Of a primary match.
    anytime: Option<[f64; 2]>,
}

/// File names and drawings. A figure is left out while none of its matches is finished.
pub fn all(played: &[Played]) -> anyhow::Result<Vec<(&'static str, String)>> {
    let figures =
        [("techniques.svg", by_technique(played)), ("interaction.svg", by_null_move(played))];
    let drawn = figures.into_iter().filter(|(_, rows)| !rows.is_empty());
    drawn
        .map(|(name, rows)| {
            let svg = forest(&rows).map_err(|error| anyhow::anyhow!("{name}: {error}"))?;
            Ok((name, svg))
        })
        .collect()
}

/// Each technique at each number of nodes: the primary matches, and those by depth.
fn by_technique(played: &[Played]) -> Vec<Row> {
    let mut rows = Vec::new();
    for technique in ["multi-cut", "enhanced-multi-cut", "mc-a", "singular-multi-cut"] {
        let names = ["depth-*-5000", "primary-*", "depth-*-50000", "depth-*-100000"];
        for name in names.map(|name| name.replace('*', technique)) {
            let Some(found) = played.iter().find(|found| found.name == name) else { continue };
            rows.push(Row {
                label: format!("{}, {}", in_words(technique), found.limits[0]),
                elo: found.elo,
                once: found.once,
                anytime: name.starts_with("primary-").then_some(found.deciding),
            });
        }
    }
    rows
}

/// Each technique with the null move, without it, and the difference.
fn by_null_move(played: &[Played]) -> Vec<Row> {
    let mut rows = Vec::new();
    for interaction in interaction::with_null_move(played) {
        let technique = in_words(interaction.technique);
        let mut add = |what: &str, elo, once| {
            rows.push(Row { label: format!("{technique}, {what}"), elo, once, anytime: None });
        };
        add("with null move", interaction.with.elo, interaction.with.once);
        add("without", interaction.without.elo, interaction.without.once);
        add("difference", interaction.difference, interaction.interval);
    }
    rows
}

/// One row for each estimate, the first one on top.
fn forest(rows: &[Row]) -> Result<String, Box<dyn std::error::Error>> {
    let ends = rows.iter().flat_map(|row| row.anytime.unwrap_or(row.once));
    let (low, high) =
        ends.fold((0.0_f64, 0.0_f64), |(low, high), end| (low.min(end), high.max(end)));
    let margin = 0.08 * (high - low).max(10.0);
    let mut svg = String::new();
    {
        let size = (WIDTH, AROUND + ROW * rows.len() as u32);
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE)?;
        let count = rows.len() as f64;
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(290)
            .build_cartesian_2d(low - margin..high + margin, -0.5..count - 0.5)?;
        let label = |y: &f64| {
            let row = y.round();
            let is_row = (y - row).abs() < 1e-6 && row >= 0.0 && row < count;
            if is_row { rows[rows.len() - 1 - row as usize].label.clone() } else { String::new() }
        };
        let thin = if rows.iter().any(|row| row.anytime.is_some()) {
            "; thin: anytime-valid 98.75 % CI"
        } else {
            ""
        };
        chart
            .configure_mesh()
            .disable_y_mesh()
            .y_labels(2 * rows.len() + 1)
            .y_label_formatter(&label)
            .x_desc(format!("Elo with the technique over without it (thick: 95 % CI{thin})"))
            .draw()?;
        let zero = [(0.0, -0.5), (0.0, count - 0.5)];
        chart.draw_series(std::iter::once(PathElement::new(zero, BLACK)))?;
        for (y, row) in rows.iter().rev().enumerate() {
            let y = y as f64;
            let line = |[low, high]: [f64; 2], width| {
                PathElement::new([(low, y), (high, y)], BLUE.stroke_width(width))
            };
            chart.draw_series(row.anytime.map(|ends| line(ends, 1)))?;
            chart.draw_series([line(row.once, 4)])?;
            chart.draw_series([Circle::new((row.elo, y), 5, RED.filled())])?;
        }
        area.present()?;
    }
    Ok(svg)
}
