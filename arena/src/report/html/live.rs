//! The same page while a match runs: as a whole, and in the parts that replace each other.

use maud::{Markup, html};

use super::Section;
use super::shell::{self, Page};
use crate::report::analysis::Player;
use crate::report::{RenderError, Report};
use document::terminal;

/// The parts of a page that change while a match runs.
#[derive(Clone, Debug)]
pub struct Fragments {
    /// The title of the window.
    pub title: String,
    /// The verdict and its qualifications.
    pub head: String,
    /// The contents of the sections, by their anchors; that of the games is the script's own.
    pub sections: Vec<(&'static str, String)>,
}

/// The whole page, for a browser that then asks for news since this place.
///
/// # Errors
/// Only on a bug.
pub fn page(report: Option<&Report>, name: &str, place: String) -> Result<String, RenderError> {
    let mut page = match report {
        Some(report) => super::page(report)?,
        None => Page {
            title: name.to_owned(),
            head: html! { h1 #verdict { (name) ": no game is finished yet" } },
            sections: Vec::new(),
            replays: None,
            live: None,
            note: shell::OF_GAMES,
        },
    };
    page.live = Some(place);
    Ok(page.render())
}

/// The parts of the page as they are now.
///
/// # Errors
/// Only on a bug.
pub fn fragments(report: &Report) -> Result<Fragments, RenderError> {
    let Page { title, head, sections, .. } = super::page(report)?;
    let safe = |markup: Markup| terminal::lines(&markup.into_string()).into_owned();
    let of_section = |Section { id, content, .. }: Section| (id, safe(content));
    Ok(Fragments {
        title: terminal::line(&title).into_owned(),
        head: safe(head),
        sections: sections
            .into_iter()
            .filter(|section| section.id != "games")
            .map(of_section)
            .collect(),
    })
}

/// The players.
#[must_use]
pub fn players(report: &Report) -> &[Player] {
    report.replays().map_or(&[], |replays| &replays.players)
}

/// Games planned.
#[must_use]
pub fn planned(report: &Report) -> u64 {
    match report {
        Report::Match(report) => report.summary.games.planned,
        Report::Tournament(report) => report.tournament.planned,
        Report::PgnResults(_) | Report::Comparison(_) => 0,
    }
}
