//! The head of a page: the question, the verdict, and the numbers it rests on.

mod results;
mod tournament;

use maud::{Markup, html};

pub(super) use results::of_match as of_results;
pub(super) use tournament::of as of_tournament;

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
        p.kicker { (summary.facts.name) ": " (versus([first, second])) }
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
            (notices(&contents::notices(summary)))
            details {
                summary { "Details: the same by other methods" }
                (document::html_table(&contents::strength(summary)))
                (papers_line(summary))
                p.assumption { (assumption(summary)) }
                @if let Some(bias) = contents::bias(summary) { p.assumption { (bias) } }
            }
        }
    }
}

/// Both names in their colours.
fn versus([first, second]: [&str; 2]) -> Markup {
    html! { span #event { span.first { (first) } " vs " span.second { (second) } } }
}

/// Notices that stand above everything else, at most.
const SHOWN: usize = 2;

/// Notices in the order of their weight: the first ones, and the others behind a fold.
fn notices(notices: &[String]) -> Markup {
    let (shown, more) = notices.split_at(notices.len().min(SHOWN));
    html! {
        @for notice in shown { p.caveat { (notice) } }
        @if !more.is_empty() {
            details {
                summary { (words::several(more.len() as u64, "further notice")) }
                @for notice in more { p.caveat { (notice) } }
            }
        }
    }
}

/// One of the numbers that lead a page: its name, its value, and a note.
type Card = (&'static str, String, String);

fn cards(cards: &[Card]) -> Markup {
    html! {
        dl.figures {
            @for (name, value, note) in cards {
                div { dt { (name) } dd.value { (value) } dd.note { (note) } }
            }
        }
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
        (notices(&paragraphs(blocks, question)))
    }
}

/// The paragraphs but the question, which stands above.
fn paragraphs(blocks: &[Block], question: Option<&str>) -> Vec<String> {
    let text = |block: &Block| match block {
        Block::Paragraph(text) if question != Some(text) => Some(text.clone()),
        _ => None,
    };
    blocks.iter().filter_map(text).collect()
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
    let mut figures: Vec<Card> = vec![
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
    cards(&figures)
}

/// The interval in force.
fn interval(summary: &Summary) -> String {
    let interval = words::interval(summary.valid_interval());
    match interval.as_str() {
        words::NO_INTERVAL => interval,
        _ => format!("{interval} {}", contents::named_interval(summary).name()),
    }
}

/// `16 complete pairs and 1 game without its pair`
fn pairs(summary: &Summary) -> String {
    let pairs = words::several(summary.pairs.complete, "complete pair");
    pairs + &unpaired(summary.pairs.unpaired_games)
}

/// ` and 1 game without its pair`, where there are any.
fn unpaired(games: u64) -> String {
    match games {
        0 => String::new(),
        1 => " and 1 game without its pair".to_owned(),
        _ => format!(" and {} games without their pairs", words::count(games)),
    }
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
