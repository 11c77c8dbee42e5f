//! The report as one file for a browser: no network, no script but its own, nothing of what came
//! from outside taken for markup.

pub mod board;
mod books;
mod course;
mod differences;
mod forest;
mod games;
pub mod head;
mod lines;
pub mod live;
mod openings;
pub mod overview;
mod players;
pub mod plot;
mod results;
mod search;
mod setting;
pub mod shell;

use maud::{Markup, html};

use super::tournament::contents;
use super::{Appendix, Comparison, MatchReport, PgnResults, RenderError, Report, TournamentReport};
use document::{Block, Document, Table};
use stats::{Wdl, words};

use forest::{ForestRow, forest};
use shell::Page;

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
pub(crate) fn page(report: &Report) -> Result<String, RenderError> {
    let page = match report {
        Report::Match(report) => of_match(report)?,
        Report::Tournament(report) => of_tournament(report)?,
        Report::PgnResults(summary) => of_results(summary)?,
        Report::Comparison(comparison) => of_comparison(comparison),
        Report::Books(books) => books::page(books)?,
    };
    Ok(page.render())
}

fn of_match(report: &MatchReport) -> Result<Page, RenderError> {
    let names = report.summary.facts.contenders.each_ref().map(|contender| contender.name.as_str());
    Ok(Page {
        title: scored(names, report.summary.games.all),
        head: head::of_match(report),
        sections: sections(report)?,
        replays: Some(games::data(&report.appendix.replays)?),
        live: None,
        note: shell::OF_GAMES,
    })
}

/// The title of a page of two players; the score comes first, for a tab shows only its beginning.
fn scored([first, second]: [&str; 2], games: Wdl) -> String {
    match games.games() {
        0 => format!("{first} vs {second}"),
        _ => format!("{}: {first} vs {second}", words::winning_percentage(games)),
    }
}

/// The sections of a match of two contenders.
fn sections(report: &MatchReport) -> Result<Vec<Section>, RenderError> {
    let names = report.summary.facts.contenders.each_ref().map(|contender| contender.name.as_str());
    let analysis = &report.analysis;
    let mut sections = Vec::new();
    let mut section = |id, title, content| sections.push(Section { id, title, content });
    if report.summary.games.played > 0 {
        section("course", "Elo over time", course::of(report)?);
        section("results", "Results", results::of(report)?);
        section("openings", "Openings", openings::of(names, &analysis.by_opening));
        section("search", "Search", search::of(report)?);
        section("differences", "What differed", differences::of(names, analysis));
        section("games", "Games", games::of(&report.appendix.replays));
    }
    if report.appendix.has_faults() {
        section("faults", "Faults", setting::faults(&report.appendix));
    }
    section("setting", "To run it again", setting::of_match(report));
    Ok(sections)
}

fn of_tournament(report: &TournamentReport) -> Result<Page, RenderError> {
    let TournamentReport { tournament, appendix } = report;
    let Appendix { replays, .. } = appendix;
    let tables =
        |tables: Vec<Table>| html! { @for table in tables { (document::html_table(&table)) } };
    let content = html! {
        (players::of(&tournament.players, &tournament.encounters))
        (tables(contents::results(tournament)))
    };
    let course = &tournament.ratings_over_time;
    let course = lines::over_time(&tournament.players, course, "in the order of the schedule")?;
    let techniques = contents::techniques(tournament);
    let search = html! {
        (search::of_players(&tournament.players, &tournament.searches_by_player)?)
        (tables(contents::searches(tournament)))
        @if !techniques.is_empty() {
            details { summary { "Techniques of each contender" } (tables(techniques)) }
        }
    };
    let mut sections = Vec::new();
    let mut section = |id, title, content| sections.push(Section { id, title, content });
    section("course", "Elo over time", course);
    section("results", "Results", content);
    section("search", "Search", search);
    section("games", "Games", games::of(replays));
    if appendix.has_faults() {
        section("faults", "Faults", setting::faults(appendix));
    }
    let setting = html! {
        (document::html_table(&contents::settings(tournament)))
        (setting::origin(appendix))
    };
    section("setting", "To run it again", setting);
    Ok(Page {
        title: format!("{}: {}", tournament.lead(), tournament.setting.name),
        head: head::of_tournament(tournament),
        sections,
        replays: Some(games::data(replays)?),
        live: None,
        note: shell::OF_GAMES,
    })
}

/// The games of any match runner.
fn of_results(results: &PgnResults) -> Result<Page, RenderError> {
    let document = results.document();
    let (_, tables) = split(&document.0);
    let content = html! {
        (players::of(&results.players, &results.encounters))
        (document::html_fragment(tables))
    };
    let mut sections = Vec::new();
    let mut section = |id, title, content| sections.push(Section { id, title, content });
    let both = match results.encounters.as_slice() {
        [encounter] => Some(encounter),
        _ => None,
    };
    if let (Some(course), Some(encounter)) = (&results.course, both) {
        section("course", "Elo over time", course::of_pairs(course, encounter.test.as_ref())?);
    }
    let ratings = results.moves.as_ref().and_then(|moves| moves.ratings_over_time.as_ref());
    if let Some(course) = ratings {
        let order = "in the order in which the files have them";
        section("course", "Elo over time", lines::over_time(&results.players, course, order)?);
    }
    section("results", "Results", content);
    if let Some(moves) = &results.moves {
        let search = match both {
            Some(encounter) => {
                let names = encounter.players.each_ref().map(String::as_str);
                search::of_comments(names, moves, results.games)?
            }
            None => search::of_players_comments(&results.players, moves)?,
        };
        section("search", "Search", search);
        section("games", "Games", games::of(&moves.replays));
    }
    let replays = results.moves.as_ref().map(|moves| games::data(&moves.replays)).transpose()?;
    let page = match both {
        Some(encounter) => Page {
            title: scored(encounter.players.each_ref().map(String::as_str), encounter.all),
            head: head::of_results(results, encounter),
            ..of_document("Report", None, &document)
        },
        None => of_document("Report", None, &document),
    };
    Ok(Page { sections, replays, ..page })
}

fn of_comparison(comparison: &Comparison) -> Page {
    let document = comparison.document();
    let (_, tables) = split(&document.0);
    let rows: Vec<ForestRow> = comparison.matches.iter().map(ForestRow::of_match).collect();
    let content = html! {
        h3 { "Elo of the first contender over the second" }
        (forest(&rows))
        (document::html_fragment(tables))
    };
    let page = of_document("Matches side by side", None, &document);
    Page { sections: vec![Section { id: "results", title: "Results", content }], ..page }
}

/// A page of tables alone.
fn of_document(title: &str, question: Option<&str>, document: &Document) -> Page {
    let (head, tables) = split(&document.0);
    Page {
        title: title.to_owned(),
        head: head::of_blocks(question, head),
        sections: vec![Section {
            id: "results",
            title: "Results",
            content: html! { (document::html_fragment(tables)) },
        }],
        replays: None,
        live: None,
        note: shell::OF_GAMES,
    }
}

/// The blocks before the first table, and the rest.
pub fn split(blocks: &[Block]) -> (&[Block], &[Block]) {
    let is_table = |block: &Block| matches!(block, Block::Table(_));
    blocks.split_at(blocks.iter().position(is_table).unwrap_or(blocks.len()))
}
