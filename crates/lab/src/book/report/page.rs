//! The page of a book: the dropped candidates with reasons, and the distribution of the values.

use document::number;
use maud::{Markup, html};
use plotters::prelude::*;

use super::BookReport;
use crate::book::summary::Bin;
use arena::report::RenderError;
use arena::report::html::plot::{self, DRAWN, Frame, Reading, WON};
use arena::report::html::shell::Page;
use arena::report::html::{Section, head, split};

/// The page.
pub(super) fn page(report: &BookReport<'_>) -> Result<String, RenderError> {
    let document = report.document();
    let (above, tables) = split(&document.0);
    let mut sections = vec![Section {
        id: "candidates",
        title: "Candidates",
        content: document::html_fragment(tables),
    }];
    if !report.bins.is_empty() {
        let content = histogram(&report.bins)?;
        sections.push(Section { id: "values", title: "Values", content });
    }
    let page = Page {
        title: report.file.clone(),
        head: head::of_blocks(None, None, above),
        sections,
        replays: None,
        live: None,
        note: "Values are from White's view.",
    };
    Ok(page.render())
}

/// A bar for every range of values, the dropped candidates on top of the kept ones.
fn histogram(bins: &[Bin]) -> Result<Markup, RenderError> {
    let most = bins.iter().map(|bin| bin.kept + bin.dropped).max().unwrap_or(0) as f64;
    let end = |bin: Option<&Bin>| {
        bin.map_or((0.0, 1.0), |bin| (f64::from(bin.from), f64::from(bin.to + 1)))
    };
    let (left, right) = (end(bins.first()).0, end(bins.last()).1);
    let frame = Frame {
        title: "Candidates by value",
        size: plot::LARGE,
        across: "value, centipawns (the outermost bars take all beyond them)",
        x: left..right,
        y: 0.0..most * 1.05 + 1.0,
        x_label: plot::whole,
        y_label: plot::short,
    };
    let reading = |bin: &Bin| {
        let heading = format!("{} to {} centipawns", bin.from, bin.to);
        let counts = [("kept", bin.kept), ("dropped", bin.dropped)];
        let counts = counts.map(|(name, count)| format!("{name} {}", number::count(count as u64)));
        Reading::at(f64::midpoint(f64::from(bin.from), f64::from(bin.to + 1)), &heading, counts)
    };
    let readings: Vec<Reading> = bins.iter().map(reading).collect();
    let key = plot::key(&[("won", "kept"), ("drawn", "dropped")]);
    let figure = frame.figure(&key, &readings, |chart| {
        for bin in bins {
            let (from, to) = end(Some(bin));
            let (kept, all) = (bin.kept as f64, (bin.kept + bin.dropped) as f64);
            chart.draw_series([
                Rectangle::new([(from, kept), (to, all)], DRAWN.filled()),
                Rectangle::new([(from, 0.0), (to, kept)], WON.filled()),
            ])?;
        }
        Ok(())
    })?;
    Ok(html! { div.plots { (figure) } })
}
