//! The page of a tuning: the table, and the path of every parameter.

use super::report::Outcome;
use arena::report::RenderError;
use arena::report::html::shell::Page;
use arena::report::html::{self, Section, head, split};
use arena::report::section::Plots;
use arena::report::section::plot;

/// The page.
///
/// # Errors
/// Only on a bug.
pub fn page(outcome: &Outcome<'_>) -> Result<String, RenderError> {
    let document = outcome.document();
    let (above, tables) = split(&document.0);
    let paths = Plots {
        key: plot::key([
            ("first", "value"),
            ("second", "mean of the last half"),
            ("dim", "start, dashed"),
        ]),
        plots: super::plot::paths(outcome).collect(),
    };
    let base = &outcome.state.tuning.base;
    let page = Page {
        title: format!("{}: tuning", base.name),
        head: head::of_blocks(base.question.as_deref(), None, above),
        sections: vec![
            Section { id: "values", title: "Values", content: document::html_fragment(tables) },
            Section {
                id: "paths",
                title: "Values over the iterations",
                content: html::plots(&paths)?,
            },
        ],
        replays: None,
        live: None,
        note: "Values are as the tuning file has them.",
    };
    Ok(page.render())
}
