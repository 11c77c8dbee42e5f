//! The head of a page: the question, the verdict, and the numbers it rests on.

use maud::{Markup, html};

use crate::report::summary::{Method, Summary, VerdictBy};
use crate::report::{MatchReport, contents, differs_in};
use document::Block;
use stats::Interval;
use stats::words;

/// Of a match of two contenders.
pub(crate) fn of_match(report: &MatchReport) -> Markup {
    let summary = &report.summary;
    let [verdict, support] = contents::verdict_and_support(summary);
    let [first, second] =
        summary.facts.contenders.each_ref().map(|contender| contender.name.as_str());
    html! {
        p.kicker { (summary.facts.name) ": " span.first { (first) } " vs " span.second { (second) } }
        @if let Some(question) = &summary.facts.question { p.question { (question) } }
        p.differs { (differs_in::sentence(&summary.differs_in)) }
        @match summary.validity.headline() {
            None => {
                h1 #verdict .(leaning(summary.valid_interval())) {
                    (verdict) "."
                }
            }
            Some(faults) => {
                h1 #verdict .invalid { (faults) }
                p.caveat { "As the games stand: " (verdict) "." }
            }
        }
        @if summary.games.played > 0 {
            p.intervals { (support) "." }
            (figures(report))
            details {
                summary { "Details: the same by other methods" }
                (document::html_table(&contents::strength(summary)))
                (papers_line(summary))
            }
        }
        @for caveat in contents::caveats(summary) { p.caveat { (caveat) } }
        @if summary.games.played > 0 { p.assumption { (assumption(summary)) } }
    }
}

/// Of a report without a verdict: its title and what is to be known beforehand.
pub fn of_blocks(question: Option<&str>, blocks: &[Block]) -> Markup {
    let title = blocks.iter().find_map(|block| match block {
        Block::Title(title) => Some(title.as_str()),
        _ => None,
    });
    html! {
        @if let Some(question) = question { p.question { (question) } }
        h1 #verdict { (title.unwrap_or("Report")) }
        @for block in blocks {
            @if let Block::Paragraph(text) = block { p.caveat { (text) } }
        }
    }
}

/// For which side the verdict is.
fn leaning(once: Interval) -> &'static str {
    match once {
        _ if once.low > 0.0 => "stronger",
        _ if once.high < 0.0 => "weaker",
        _ => "open",
    }
}

/// The numbers people ask for first.
fn figures(report: &MatchReport) -> Markup {
    let summary = &report.summary;
    let games = &summary.games;
    let superiority =
        if summary.on_pairs.n > 0.0 { &summary.on_pairs.los } else { &summary.on_games.los };
    let llr = summary.stop.as_ref().and_then(|stop| stop.sprt);
    let mut figures = vec![
        ("Elo", words::elo(summary.elo()), interval(summary)),
        ("Score", words::winning_percentage(games.all), words::points(games.all)),
        (
            "Games",
            words::count(games.played),
            format!("of {}, {}", words::count(games.planned), pairs(summary)),
        ),
        (
            "LOS",
            words::probability(superiority.0.unwrap_or(0.5)),
            "likelihood of superiority".to_owned(),
        ),
    ];
    figures.extend(llr.map(|test| {
        let [lower, upper] = [test.lower, test.upper].map(|bound| words::decimal(bound, 2));
        let note = format!("{}, bounds {lower} and {upper}", test.test.bounds());
        ("LLR", words::decimal(test.llr, 2), note)
    }));
    let divergences = &report.analysis.divergences;
    figures.extend(divergences.untouched().map(|share| {
        let note = "of the pairs: both games the same".to_owned();
        ("Untouched", document::number::percent(share), note)
    }));
    html! {
        dl.figures {
            @for (name, value, note) in figures {
                div { dt { (name) } dd.value { (value) } dd.note { (note) } }
            }
        }
    }
}

/// The interval in force.
fn interval(summary: &Summary) -> String {
    let interval = words::interval(summary.valid_interval());
    match interval.as_str() {
        words::NO_INTERVAL => interval,
        _ => format!("{interval} {}", contents::named_interval(summary).name()),
    }
}

fn pairs(summary: &Summary) -> String {
    words::several(summary.pairs.complete, "complete pair")
}

/// The line of the papers' tables.
fn papers_line(summary: &Summary) -> Markup {
    let estimates = &summary.on_games;
    let plus_minus = match (estimates.elo.0, estimates.t_elo_pm.0) {
        (Some(elo), Some(half)) => words::plus_minus(elo, half),
        _ => None,
    };
    let elo = plus_minus
        .unwrap_or_else(|| words::elo_with_interval(estimates.elo.0, estimates.likelihood_elo()));
    html! {
        div.scroll {
            p.note { "As the papers' tables have it: single games, Student's t" }
            table.papers {
                thead { tr { th { "Score" } th { "Winning %" } th { "Winning ratio" } th { "Elo difference" } } }
                tbody {
                    tr {
                        td { (words::points(summary.games.all)) }
                        td { (words::winning_percentage(summary.games.all)) }
                        td { (words::winning_ratio(summary.games.all)) }
                        td { (elo) }
                    }
                }
            }
        }
    }
}

/// The assumptions of the interval that the verdict rests on.
fn assumption(summary: &Summary) -> &'static str {
    match summary.headline.method {
        _ if summary.verdict_by == VerdictBy::Anytime => {
            "The verdict rests on the anytime-valid interval. It may be checked while the match runs, and \
             stays valid where the result has stopped the match; it asks that pairs come from openings of \
             their own, and that what comes next does not depend on what came before."
        }
        Method::Pairs => {
            "The interval takes the pairs of games as independent of each other, each from an \
             opening of its own, and is valid at the end of a match whose length was fixed \
             beforehand."
        }
        Method::Openings => {
            "Openings were played by several pairs, so the interval takes the openings as its unit, \
             independent of each other. It is valid at the end of a match whose length was fixed \
             beforehand."
        }
        Method::Mixed => "The interval takes single games and pairs as independent of each other.",
        Method::Games => {
            "There is no complete pair yet: the interval takes the single games as independent of \
             each other."
        }
    }
}
