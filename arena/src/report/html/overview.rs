//! The page of all results below a directory.

use std::time::Duration;

use maud::{Markup, html};

use super::Section;
use super::shell::Page;
use crate::report::GLOSSARY;
use crate::system::duration::duration;
use stats::queue::{Judged, Queue, QueuedTest};
use stats::words;

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
    /// Its test, if it is a match with one.
    pub test: Option<QueuedTest>,
}

/// The page of the manual on many tests.
const MANUAL: &str = "docs/guide/src/statistics.md, \"A queue of tests\"";

/// The page of these results, in their order.
#[must_use]
pub fn page(directory: &str, rows: &[OverviewRow]) -> String {
    let running = rows.iter().filter(|row| row.is_running).count() as u64;
    let looked = rows.iter().filter(|row| !row.needs_look.is_empty()).count() as u64;
    let tests: Vec<QueuedTest> = rows.iter().filter_map(|row| row.test).collect();
    let queue = Queue::of(&tests);
    let mut judged = queue.iter().flat_map(|queue| queue.judged.iter().copied());
    let judged: Vec<Option<Judged>> =
        rows.iter().map(|row| row.test.and_then(|_| judged.next()?)).collect();
    let head = html! {
        p.kicker { (directory) }
        h1 #verdict { (words::several(rows.len() as u64, "result")) }
        p { (words::count(running)) " running, " (words::count(looked)) " to look at." }
        @if let Some(queue) = &queue {
            p { (queue.sentence()) }
            details {
                summary { "How they are judged" }
                @for (_, meaning) in GLOSSARY.iter().filter(|(word, _)| *word == "queue of tests") { p { (meaning) } }
                p { "More in the manual: " (MANUAL) "." }
            }
        }
    };
    let sections =
        vec![Section { id: "overview", title: "Results", content: table(rows, &judged) }];
    let note = "Newest first. Elo differences are from the first contender's view.";

    let title = format!("{directory}: results");
    Page { title, head, sections, replays: None, live: None, note }.render()
}

fn table(rows: &[OverviewRow], judged: &[Option<Judged>]) -> Markup {
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
                tbody #overview-rows { @for (row, judged) in rows.iter().zip(judged) { (self::row(row, *judged)) } }
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

fn row(row: &OverviewRow, judged: Option<Judged>) -> Markup {
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
                @if let Some(judged) = judged { div.note { "Among these tests it " (judged.words()) "." } }
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
    use stats::queue::Evidence;

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
            test: None,
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
        assert!(!page.contains("false discovery rate"), "{page}");
    }

    #[test]
    fn accepts_of_a_queue_are_judged_in_their_rows() {
        let row = |name: &str, p_value: f64, is_accepted| OverviewRow {
            name: name.to_owned(),
            test: Some(QueuedTest {
                alpha: 0.05,
                is_accepted,
                evidence: Evidence::PValue(p_value),
            }),
            ..OverviewRow::default()
        };
        let mut rows = vec![row("null", 0.5, false); 18];
        rows.insert(7, OverviewRow::default());
        rows.extend([row("lucky", 0.04, true), row("strong", 1e-5, true)]);
        let page = page("results", &rows);
        let said = "20 tests let expect 1.0 false accepts if no change gains anything; of the 2 that accepted H1, 1 \
                    stands at a false discovery rate of 5 %.";
        assert!(page.contains(said), "{page}");
        let row_of = |name: &str| {
            let (_, row) = page.split_once(&format!(">{name}<")).unwrap();
            row.split_once("</tr>").unwrap().0.to_owned()
        };
        assert!(
            row_of("lucky").contains("does not stand: p-value 0.040, 0.0014 needed."),
            "{page}"
        );
        assert!(row_of("strong").contains("it stands: p-value 0.000010, "), "{page}");
        assert!(!row_of("null").contains("needed"), "{page}");
    }
}
