//! The report as one file for a browser: no network, no script but its own, and no text
//! from outside taken for markup.

pub mod board;
mod forest;
mod games;
pub mod head;
pub mod live;
pub mod overview;
mod plot;
pub mod shell;

use maud::{Markup, html};

use super::section::plot::{Plot, SMALL};
use super::section::{self, Part, Plots};
use super::{GLOSSARY, RenderError, Report};
use document::{Block, html_table};
use stats::words;

use shell::Page;

pub use plot::picture;

/// A part of a page that a link in its head leads to.
pub struct Section {
    /// Its anchor.
    pub id: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// The section itself.
    pub content: Markup,
}

/// The page of a report.
pub(super) fn page(report: &Report) -> Result<Page, RenderError> {
    let head = report.head();
    let section = |section: section::Section| {
        let section::Section { id, title, parts } = section;
        Ok(Section { id, title, content: all(&parts)? })
    };
    let mut sections =
        report.sections().into_iter().map(section).collect::<Result<Vec<_>, RenderError>>()?;
    sections.push(words_of_reports());
    Ok(Page {
        head: head::of(&head),
        title: head.tab,
        sections,
        replays: report.replays().map(games::data).transpose()?,
        live: None,
        note: shell::OF_GAMES,
    })
}

/// The words of a report, explained.
fn words_of_reports() -> Section {
    let content = html! {
        details {
            summary { (words::several(GLOSSARY.len() as u64, "word")) " explained" }
            dl.words { @for (word, meaning) in GLOSSARY { dt { (word) } dd { (meaning) } } }
        }
    };
    Section { id: "words", title: "Words", content }
}

fn all(parts: &[Part]) -> Result<Markup, RenderError> {
    let parts: Vec<Markup> = parts.iter().map(part).collect::<Result<_, _>>()?;
    Ok(html! { @for part in parts { (part) } })
}

fn part(part: &Part) -> Result<Markup, RenderError> {
    Ok(match part {
        Part::Paragraph(text) => html! { p { (text) } },
        Part::Table(table) => html_table(table),
        Part::List { table, on_page, .. } => {
            let (shown, rest) = table.clone().split_at(*on_page);
            html! {
                (html_table(&shown))
                @if !rest.rows().is_empty() {
                    details {
                        summary { "The other " (words::count(rest.rows().len() as u64)) }
                        (html_table(&rest))
                    }
                }
            }
        }
        Part::Fold(name, parts) => html! { details { summary { (name) } (all(parts)?) } },
        Part::Note(text) => html! { p.note { (text) } },
        Part::Plots(plots) => self::plots(plots)?,
        Part::Forest(title, rows) => html! { h3 { (title) } (forest::forest(rows)) },
        Part::Games(left_out) => games::of(left_out),
        Part::Drawing(markup) => markup.clone(),
    })
}

/// Plots beside each other: three small ones, or two large ones.
///
/// # Errors
/// Only on a bug.
pub fn plots(Plots { key, plots }: &Plots) -> Result<Markup, RenderError> {
    let is_small = plots.iter().all(|plot| plot.size == SMALL);
    let figures: Vec<Markup> = plots.iter().map(Plot::figure).collect::<Result<_, _>>()?;
    Ok(html! {
        @if !key.is_empty() { p.legend { (plot::key(key)) } }
        div.plots.three[is_small] { @for figure in figures { (figure) } }
    })
}

/// The blocks before the first table, and the rest.
pub fn split(blocks: &[Block]) -> (&[Block], &[Block]) {
    let is_table = |block: &Block| matches!(block, Block::Table(_));
    blocks.split_at(blocks.iter().position(is_table).unwrap_or(blocks.len()))
}
