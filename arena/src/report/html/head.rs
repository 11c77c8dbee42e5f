//! The head of a page: the question, the verdict, and the numbers it rests on.

use maud::{Markup, html};

use crate::report::section::{Head, Verdict};
use document::Block;
use stats::headline::Answer;
use stats::words;

/// Notices that stand above everything else, at most.
const SHOWN: usize = 2;

/// The head of a report.
pub(super) fn of(head: &Head) -> Markup {
    let Head { title, question, differs_in, faults, verdict, why, account, cards, .. } = head;
    html! {
        @if verdict.is_some() { p.kicker { span #event { (title) } } }
        @if let Some(question) = question { p.question { (question) } }
        // Closed, it is one line.
        @if let Some(differs_in) = differs_in { details.differs { summary { (differs_in) } } }
        @match (faults, verdict) {
            (Some(faults), Some(verdict)) => {
                h1 #verdict .invalid { (faults) }
                p.caveat { "As the games stand: " (verdict.short) "." }
            }
            (None, Some(verdict)) => h1 #verdict .(class(verdict)) { (verdict.short) "." }
            (faults, None) => {
                h1 #verdict { (title) }
                @if let Some(faults) = faults { p.caveat { (faults) } }
            }
        }
        @if let Some(support) = verdict.as_ref().and_then(|verdict| verdict.support.as_ref()) {
            p.intervals { (support) "." }
        }
        @if let Some(why) = why { p.why { (why) } }
        @if let Some(account) = account { p.account { a href=(account) { "Why, term by term: the account" } } }
        @if !cards.is_empty() {
            dl.figures {
                @for (name, value, note) in cards {
                    div { dt { (name) } dd.value { (value) } dd.note { (note) } }
                }
            }
        }
        (notices(&head.notices.all().collect::<Vec<_>>()))
    }
}

fn class(verdict: &Verdict) -> &'static str {
    match verdict.answer {
        Answer::Yes => "stronger",
        Answer::No => "weaker",
        Answer::NotYet => "open",
        Answer::Void => "invalid",
    }
}

/// Notices in the order of their weight: the first ones, and the others behind a fold.
fn notices(notices: &[&String]) -> Markup {
    let (shown, more) = notices.split_at(notices.len().min(SHOWN));
    html! {
        @for notice in shown { p.caveat { (document::html_words(notice)) } }
        @if !more.is_empty() {
            details {
                summary { (words::several(more.len() as u64, "further notice")) }
                @for notice in more { p.caveat { (document::html_words(notice)) } }
            }
        }
    }
}

/// Of a report without a verdict: its answer, or else its title, and its notices.
pub fn of_blocks(question: Option<&str>, answer: Option<&str>, blocks: &[Block]) -> Markup {
    let title = blocks.iter().find_map(|block| match block {
        Block::Title(title) => Some(title.as_str()),
        _ => None,
    });
    let title = title.unwrap_or("Report");
    // Question and answer stand above.
    let paragraphs = blocks.iter().filter_map(|block| match block {
        Block::Paragraph(text) if ![question, answer].contains(&Some(text)) => Some(text),
        _ => None,
    });
    let paragraphs: Vec<&String> = paragraphs.collect();
    html! {
        @if let Some(question) = question { p.question { (question) } }
        @if answer.is_some() { p.kicker { (title) } }
        h1 #verdict { (answer.unwrap_or(title)) }
        (notices(&paragraphs))
    }
}
