//! The page of all results below a directory.

use std::time::Duration;

use maud::{Markup, html};

use super::Section;
use super::shell::Page;
use crate::system::duration::duration;
use stats::stop::StopRule;
use stats::{queue, words};

/// Results of one directory, as the page of all shows them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OverviewRow {
    /// The directory's name.
    pub name: String,
    /// The address of its page.
    pub link: String,
    /// Its kind: a match, a tuning, a suite.
    pub kind: &'static str,
    /// The question that it answers.
    pub question: Option<String>,
    /// The answer so far; `None` if there is none yet.
    pub verdict: Option<String>,
    /// The reason of a difference, as far as its games or an account tell it.
    pub why: Option<String>,
    /// Whether it is running.
    pub is_running: bool,
    /// Games, iterations or searches that are finished, and how many are planned, if that is known.
    pub progress: (u64, Option<u64>),
    /// The unit of these.
    pub unit: &'static str,
    /// The time that the rest takes at the present pace, if it is running.
    pub time_left: Option<Duration>,
    /// The time since its journal was written to.
    pub age: Duration,
    /// Findings that need a look: faults, games lost on time.
    pub needs_look: Vec<String>,
    /// The rules on results of a match.
    pub rules: Vec<StopRule>,
}

/// The page of these results, in their order.
#[must_use]
pub fn page(directory: &str, rows: &[OverviewRow]) -> String {
    let running = rows.iter().filter(|row| row.is_running).count() as u64;
    let looked = rows.iter().filter(|row| !row.needs_look.is_empty()).count() as u64;
    let false_accepts = queue::false_accepts(rows.iter().flat_map(|row| &row.rules));
    let head = html! {
        p.kicker { (directory) }
        h1 #verdict { (words::several(rows.len() as u64, "result")) }
        p { (words::count(running)) " running, " (words::count(looked)) " to look at." }
        @if let Some(false_accepts) = false_accepts { p { (false_accepts) } }
    };
    let sections = vec![Section { id: "overview", title: "Results", content: table(rows) }];
    let note = "Newest first. Elo differences are from the first contender's view.";

    let title = format!("{directory}: results");
    Page { title, head, sections, replays: None, live: None, note }.render()
}

fn table(rows: &[OverviewRow]) -> Markup {
    html! {
        p {
            label { "Search " input #overview-search type="search" autocomplete="off"; } " "
            label { "Show "
                select #overview-show {
                    option value="" { "all" }
                    option value="running" { "running" }
                    option value="look" { "to look at" }
                    @for kind in kinds(rows) { option value=(kind) { (kind) } }
                }
            }
        }
        div.scroll {
            table.overview {
                thead {
                    tr {
                        th scope="col" { "Results" }
                        th.words scope="col" { "Verdict" }
                        th scope="col" { "Progress" }
                        th scope="col" { "Last activity" }
                        th.words scope="col" { "Look at" }
                    }
                }
                tbody #overview-rows { @for row in rows { (self::row(row)) } }
            }
        }
    }
}

/// The kinds among the rows, each once.
fn kinds(rows: &[OverviewRow]) -> Vec<&'static str> {
    let mut kinds: Vec<&'static str> = rows.iter().map(|row| row.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn row(row: &OverviewRow) -> Markup {
    let is_looked = !row.needs_look.is_empty();
    let marks = [(row.is_running, "running"), (is_looked, "look"), (true, row.kind)];
    let marks: Vec<&str> = marks.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark).collect();
    html! {
        tr data-marks=(marks.join(" ")) {
            th scope="row" {
                a href=(row.link) { (row.name) }
                div.note { (row.kind) @if let Some(question) = &row.question { ": " (question) } }
            }
            td.words {
                (row.verdict.as_deref().unwrap_or("none yet"))
                @if let Some(why) = &row.why { div.note { (why) } }
            }
            td { (progress(row)) }
            td { @if row.is_running { "running" } @else { (duration(row.age)) " ago" } }
            td.words { (row.needs_look.join("; ")) }
        }
    }
}

/// `120 of 400 games, 12 min 00 s left`
fn progress(row: &OverviewRow) -> String {
    let (finished, planned) = row.progress;
    let counts = match planned {
        Some(planned) => {
            format!("{} of {}", words::count(finished), words::several(planned, row.unit))
        }
        None => words::several(finished, row.unit),
    };
    row.time_left.map_or(counts.clone(), |left| format!("{counts}, {} left", duration(left)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stats::sprt::{Model, Sprt};

    #[test]
    fn foreign_text_is_escaped_and_every_fact_is_there() {
        let row = OverviewRow {
            name: "<b>".to_owned(),
            link: "m/x/".to_owned(),
            kind: "match",
            question: Some("Is & better?".to_owned()),
            verdict: Some("8.5 Elo".to_owned()),
            is_running: true,
            progress: (120, Some(400)),
            unit: "game",
            time_left: Some(Duration::from_secs(720)),
            age: Duration::from_secs(5),
            needs_look: vec!["2 games lost on time".to_owned()],
            why: Some("Why: 'a' searches 0.4 plies deeper.".to_owned()),
            rules: Vec::new(),
        };
        let page = page("results", &[row]);
        assert!(page.contains("&lt;b&gt;") && page.contains("Is &amp; better?"), "{page}");
        for fact in [
            "8.5 Elo",
            "120 of 400 games, 12 min",
            "2 games lost on time",
            "running look match",
            "1 result",
            "<td class=\"words\">8.5 Elo<div class=\"note\">Why: 'a' searches",
        ] {
            assert!(page.contains(fact), "{fact}: {page}");
        }
        assert!(!page.contains("false accepts"), "{page}");
    }

    #[test]
    fn the_page_says_how_many_false_accepts_its_tests_let_expect() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Normalized).unwrap();
        let row = OverviewRow { rules: vec![StopRule::Sprt(sprt)], ..OverviewRow::default() };
        let mut rows = vec![row; 20];
        rows.insert(7, OverviewRow::default());
        let page = page("results", &rows);
        let said =
            "20 tests for a gain let expect up to 1.0 false accepts if no change gains anything.";
        assert!(page.contains(said), "{page}");
    }
}
