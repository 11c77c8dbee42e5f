//! The page of a suite or a sweep: its answer, the nodes, its tables, and nodes against loss where the moves were judged.

use document::{Block, Document};
use maud::{Markup, html};

use super::RenderError;
use super::charts::Charts;
use super::row::{self, Point, Row};
use arena::report::html::shell::Page;
use arena::report::html::{self as pages, Section, head, split};
use arena::report::section::Plots;
use arena::report::section::plot::{self, FIRST, Mark, Plot, Reading, SECOND};
use document::number;

/// More names than this on the front would cover each other.
const NAMED: usize = 12;
/// Characters of a name on the plot.
const LETTERS: usize = 24;

/// The page.
///
/// # Errors
/// Only on a bug.
pub(super) fn page(
    question: Option<&str>,
    document: &Document,
    charts: &Charts,
) -> Result<String, RenderError> {
    let Charts { answer, bars, points, .. } = charts;
    let (above, tables) = split(&document.0);
    let content = html! { (document::html_fragment(tables)) };
    let nodes =
        (bars.len() > 1).then(|| Section { id: "nodes", title: "Nodes", content: bar_chart(bars) });
    let results = Section { id: "results", title: "Results", content };
    let mut sections: Vec<Section> = nodes.into_iter().chain([results]).collect();
    if !points.is_empty() {
        let plots = Plots { key: Vec::new(), plots: vec![plot_of(points)] };
        let content = pages::plots(&plots)?;
        sections.push(Section { id: "front", title: "Nodes against loss", content });
    }
    let title = document.0.iter().find_map(|block| match block {
        Block::Title(title) => Some(title.clone()),
        _ => None,
    });
    let page = Page {
        title: title.unwrap_or_default(),
        head: head::of_blocks(question, answer.as_deref(), above),
        sections,
        replays: None,
        live: None,
        note: "Losses of expected score are for the side to move.",
    };
    Ok(page.render())
}

/// A bar for each configuration.
fn bar_chart(bars: &[Row]) -> Markup {
    let most = bars.iter().map(|bar| bar.nodes).max().unwrap_or(1).max(1);
    html! {
        @for Row { name, nodes, percent, .. } in bars {
            div.bar {
                (name) " " span.count { (number::count(*nodes)) " nodes, " (number::percent(percent / 100.0)) }
                svg.first viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label={ (name) ": " (nodes) " nodes" } {
                    rect width=(number::decimal(1000.0 * *nodes as f64 / most as f64, 1)) height="10" fill="currentColor" {}
                }
            }
        }
    }
}

/// A point for each row, those on the front joined by a line.
fn plot_of(points: &[Point]) -> Plot {
    let place = |point: &Point| ((point.nodes.max(1) as f64).log10(), 100.0 * point.loss);
    let places = || points.iter().map(place);
    let x = around(places().map(|(x, _)| x));
    let front = front(points);
    let line = Mark::Line(front.iter().map(|(point, _)| place(point)).collect(), FIRST);
    let dots = points.iter().map(|point| {
        let colour = if point.on_front { FIRST } else { SECOND };
        Mark::Dots(vec![place(point)], colour, 3)
    });
    let middle = f64::midpoint(x.start, x.end);
    // A name stays inside the plot and off the line, which falls: in the right half left of its point and below.
    let names = front.iter().take(NAMED).map(|(point, name)| {
        let at = place(point);
        Mark::Name { at, name: name.clone(), is_left: at.0 > middle }
    });
    let reading = |point: &Point| {
        let (nodes, loss) = (number::count(point.nodes), number::decimal(100.0 * point.loss, 2));
        Reading::of_point(place(point), format!("{}\n{nodes} nodes\nloss {loss} %", point.name))
    };
    let mut readings: Vec<Reading> = points.iter().map(reading).collect();
    readings.sort_by(|one, other| one.x.total_cmp(&other.x));
    Plot {
        title: "Expected score lost a move in %, by the nodes of all positions".to_owned(),
        key: plot::key([("first", "on the front"), ("second", "not on it")]),
        size: plot::LARGE,
        across: "nodes",
        x,
        y: around(places().map(|(_, y)| y).chain([0.0])),
        x_label: |logarithm| plot::short(10_f64.powf(logarithm)),
        y_label: |loss| number::decimal(loss, 1),
        readings,
        marks: [line].into_iter().chain(dots).chain(names).collect(),
    }
}

/// The places of the front, each with the names of its points.
fn front(points: &[Point]) -> Vec<(&Point, String)> {
    let named = row::front(points).into_iter().filter_map(|alike| {
        let (first, others) = alike.split_first()?;
        let name = shortened(&first.name);
        let more = others.len();
        Some((*first, if more > 0 { format!("{name} and {more} more") } else { name }))
    });
    named.collect()
}

fn shortened(name: &str) -> String {
    match name.chars().count() {
        0..=LETTERS => name.to_owned(),
        _ => name.chars().take(LETTERS - 1).chain(['…']).collect(),
    }
}

/// A range that holds these values, with room at both ends.
fn around(values: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    let room = ((high - low) / 8.0).max(0.1);
    low - room..high + room
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_shows_the_front_and_escapes_names() {
        let point = |name: &str, nodes, loss, on_front| Point {
            name: name.to_owned(),
            nodes,
            loss,
            on_front,
        };
        let points = [
            point("<b>", 120_000, 0.011, true),
            point("same", 120_000, 0.011, true),
            point("plain", 150_000, 0.02, false),
        ];
        let document = Document::titled("x.epd").paragraph("One.");
        let charts = Charts { points: points.to_vec(), ..Charts::default() };
        let page = page(None, &document, &charts).unwrap();
        assert!(
            page.contains("Nodes against loss") && page.contains("&lt;b&gt; and 1 more"),
            "{page}"
        );
        assert!(!page.contains("<b>") && !page.contains(">plain<"));
        assert!(
            !super::page(None, &document, &Charts::default())
                .unwrap()
                .contains("Nodes against loss")
        );
    }
}
