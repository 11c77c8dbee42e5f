//! The page of a book: the dropped candidates with reasons, and the distribution of the values.

use document::number;

use super::BookReport;
use crate::book::summary::Bin;
use arena::report::RenderError;
use arena::report::html::shell::Page;
use arena::report::html::{self, Section, head, split};
use arena::report::section::Plots;
use arena::report::section::plot::{self, DRAWN, Mark, Plot, Reading, WON};

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
        let plots = Plots { key: Vec::new(), plots: vec![histogram(&report.bins)] };
        let content = html::plots(&plots)?;
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
fn histogram(bins: &[Bin]) -> Plot {
    let most = bins.iter().map(|bin| bin.kept + bin.dropped).max().unwrap_or(0) as f64;
    let end = |bin: Option<&Bin>| {
        bin.map_or((0.0, 1.0), |bin| (f64::from(bin.from), f64::from(bin.to + 1)))
    };
    let (left, right) = (end(bins.first()).0, end(bins.last()).1);
    let reading = |bin: &Bin| {
        let heading = format!("{} to {} centipawns", bin.from, bin.to);
        let counts = [("kept", bin.kept), ("dropped", bin.dropped)];
        let counts = counts.map(|(name, count)| format!("{name} {}", number::count(count as u64)));
        Reading::at(f64::midpoint(f64::from(bin.from), f64::from(bin.to + 1)), &heading, counts)
    };
    let bars = bins.iter().flat_map(|bin| {
        let (from, to) = end(Some(bin));
        let (kept, all) = (bin.kept as f64, (bin.kept + bin.dropped) as f64);
        [Mark::Bar([(from, kept), (to, all)], DRAWN), Mark::Bar([(from, 0.0), (to, kept)], WON)]
    });
    Plot {
        title: "Candidates by value".to_owned(),
        key: plot::key([("won", "kept"), ("drawn", "dropped")]),
        size: plot::LARGE,
        across: "value, centipawns (the outermost bars take all beyond them)",
        x: left..right,
        y: 0.0..most * 1.05 + 1.0,
        x_label: plot::whole,
        y_label: plot::short,
        readings: bins.iter().map(reading).collect(),
        marks: bars.collect(),
    }
}
