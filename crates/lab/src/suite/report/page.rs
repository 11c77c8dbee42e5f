//! The page of a suite or a sweep: its answer, the nodes, and its tables.

use document::{Block, Document};
use maud::{Markup, html};

use super::charts::Charts;
use super::row::Row;
use arena::report::html::shell::Page;
use arena::report::html::{Section, head, split};
use document::number;

/// The page.
pub(super) fn page(question: Option<&str>, document: &Document, charts: &Charts) -> String {
    let Charts { answer, bars, .. } = charts;
    let (above, tables) = split(&document.0);
    let content = html! { (document::html_fragment(tables)) };
    let nodes =
        (bars.len() > 1).then(|| Section { id: "nodes", title: "Nodes", content: bar_chart(bars) });
    let results = Section { id: "results", title: "Results", content };
    let title = document.0.iter().find_map(|block| match block {
        Block::Title(title) => Some(title.clone()),
        _ => None,
    });
    let page = Page {
        title: title.unwrap_or_default(),
        head: head::of_blocks(question, answer.as_deref(), above),
        sections: nodes.into_iter().chain([results]).collect(),
        replays: None,
        live: None,
        note: "Nodes are those of all positions.",
    };
    page.render()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_a_bar_for_each_configuration_and_escapes_names() {
        let row = |name: &str, nodes| Row { name: name.to_owned(), nodes, ..Row::default() };
        let document = Document::titled("x.epd").paragraph("One.");
        let charts =
            Charts { bars: vec![row("<b>", 120_000), row("plain", 60_000)], ..Charts::default() };
        let page = page(None, &document, &charts);
        assert!(page.contains("&lt;b&gt;") && page.contains("width=\"500.0\""), "{page}");
        assert!(!page.contains("<b>"));
        assert!(!super::page(None, &document, &Charts::default()).contains("Nodes</h2>"));
    }
}
