//! The page of an explanation, the ten costliest choices on boards.

use document::{html_table, number};
use maud::{Markup, html};

use super::{head, scores, sentences, tables};
use crate::explanation::{Explanation, JudgedChoice, PairingExplanation};
use arena::report::html::shell::Page;
use arena::report::html::{Section, board};

/// The page.
pub(super) fn page(explanation: &Explanation) -> String {
    let mut sections = Vec::new();
    let [judged, costliest] = [
        html! { @for pairing in &explanation.pairings { (self::judged(pairing)) } },
        html! { @for pairing in &explanation.pairings { (self::costliest(pairing)) } },
    ];
    sections.push(Section { id: "judged", title: "Which choice was worse", content: judged });
    sections.push(Section { id: "costliest", title: "The costliest choices", content: costliest });
    let page = Page {
        title: format!("Why one side won: {}", explanation.name),
        head: self::above(explanation),
        sections,
        replays: None,
        live: None,
        note: "Scores are for the side to move; a loss is of the first contender's moves against the second's.",
    };
    page.render()
}

fn above(explanation: &Explanation) -> Markup {
    html! {
        p.kicker { (explanation.name) ": " a href="../report.html" { "the report of the match" } }
        @if let Some(question) = &explanation.question { p.question { (question) } }
        h1 #verdict { "Why one side won" }
        @for pairing in &explanation.pairings {
            @for sentence in sentences(pairing) { p.intervals { (sentence) } }
        }
        @for sentence in head(explanation) { p.note { (sentence) } }
    }
}

fn judged(pairing: &PairingExplanation) -> Markup {
    html! {
        @if let Some(table) = tables(pairing) { (html_table(&table)) } @else { p { "No pair diverged." } }
        p.note {
            "Intervals are at 95 % and treat the choices of one pair as a cluster. Where judges do not agree nobody is \
             called worse; the loss is the mean of both judges over all choices of the row."
        }
    }
}

fn costliest(pairing: &PairingExplanation) -> Markup {
    html! {
        @if pairing.costliest.is_empty() { p { "Both judges agree on no worse move." } }
        @for choice in &pairing.costliest { (judged_choice(pairing, choice)) }
        @if !pairing.others.is_empty() {
            p.note { (number::several(pairing.others.len() as u64, "further choice")) " are in positions.epd." }
        }
    }
}

fn judged_choice(pairing: &PairingExplanation, choice: &JudgedChoice) -> Markup {
    let name = &pairing.contenders[choice.contender];
    let dots = if choice.position.contains(" b ") { "…" } else { "." };
    html! {
        div.columns {
            figure.position { (board::diagram(&choice.board, &choice.squares)) }
            div {
                h3 {
                    span.(["first", "second"][choice.contender]) { (name) } " played "
                    a href={ "../report.html#game-" (choice.game) "-" (choice.ply + 1) } {
                        (choice.move_number) (dots) " " (choice.worse)
                    }
                    ", better is " (choice.better)
                }
                p {
                    "It lost " (number::percent(choice.loss)) " of expected score. "
                    @if let Some(score) = choice.score {
                        "Its own search had " (engine::Score(score)) " at depth " (choice.depth) "."
                    }
                }
                @for score in scores(choice) { p.note { (score) } }
            }
        }
    }
}
