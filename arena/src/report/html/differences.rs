//! What differed: where the two games of a pair diverge, and what a contender did not see coming.

use crate::report::score;
use maud::{Markup, html};

use crate::report::analysis::{Analysis, Choice, Divergence, Swing};
use stats::words;

/// Rows that a table shows at first, and at most.
const SHOWN: usize = 12;
const MOST: usize = 200;

/// The section.
pub(super) fn of(names: [&str; 2], analysis: &Analysis) -> Markup {
    let divergences = &analysis.divergences;
    let decided: Vec<&Divergence> =
        divergences.list.iter().filter(|of| of.half_points != 2).take(MOST).collect();
    let (shown, rest) = decided.split_at(decided.len().min(SHOWN));
    html! {
        div.columns {
            div {
                h3 { "The largest swings" }
                p.note {
                    "A contender's own score at one of its moves and at its next: what it did not see coming. "
                    "One for each side of a game, scores beyond ten pawns counted as ten."
                }
                (swings(names, &analysis.swings))
            }
            div {
                h3 { "Where pairs diverge" }
                p.note {
                    (words::several(divergences.diverged_pairs, "pair")) " diverge at some move; "
                    (words::count(divergences.identical_pairs)) " are the same as far as both games go. "
                    @if divergences.diverged_pairs > 0 {
                        "Below is the first divergence of those that one contender won: the first position "
                        "in which they chose differently, with the same game behind them."
                    }
                    @if let Some(without_effect) = divergences.without_effect() { (without_effect) }
                }
                (first_divergences(names, shown))
                @if !rest.is_empty() {
                    details {
                        summary { "The next " (words::count(rest.len() as u64)) }
                        (first_divergences(names, rest))
                    }
                }
            }
        }
        p {
            button.copy type="button" data-copy="#positions" { "Copy all positions as EPD" }
            textarea #positions hidden readonly aria-label="Positions as EPD" { (epd(analysis, &decided)) }
        }
    }
}

fn epd(analysis: &Analysis, decided: &[&Divergence]) -> String {
    let swings = analysis
        .swings
        .iter()
        .map(|of| format!("{} id \"game {} move {}\";\n", of.position, of.game, of.move_number));
    let divergences_of_pairs = decided
        .iter()
        .map(|of| format!("{} id \"pair {} move {}\";\n", of.position, of.pair, of.move_number));
    swings.chain(divergences_of_pairs).collect()
}

fn link(game: u32, ply: usize, text: &str) -> Markup {
    html! { a href={ "#game-" (game) "-" (ply) } { (text) } }
}

fn swings(names: [&str; 2], swings: &[Swing]) -> Markup {
    let (shown, rest) = swings.split_at(swings.len().min(SHOWN));
    let table = |swings: &[Swing]| {
        html! {
            div.scroll {
                table {
                    thead {
                        tr {
                            th scope="col" { "Contender" } th scope="col" { "game" }
                            th scope="col" { "move" } th scope="col" { "depth" }
                            th scope="col" { "score" } th scope="col" { "a move later" }
                        }
                    }
                    tbody {
                        @for of in swings {
                            @let side = usize::from(of.contender).min(1);
                            tr {
                                th.(["first", "second"][side]) scope="row" { (names[side]) }
                                td { (of.game) }
                                td { (link(of.game, of.ply, &format!("{} {}", of.move_number, of.san))) }
                                td { (of.depth) }
                                td { (score::text(of.before)) }
                                td { (score::text(of.after)) }
                            }
                        }
                    }
                }
            }
        }
    };
    html! {
        @if swings.is_empty() { p { "No scores were given." } } @else { (table(shown)) }
        @if !rest.is_empty() {
            details {
                summary { "The next " (words::count(rest.len() as u64)) }
                (table(rest))
            }
        }
    }
}

fn first_divergences(names: [&str; 2], list: &[&Divergence]) -> Markup {
    let choice = |choice: &Choice| {
        html! {
            (link(choice.game, choice.ply, &choice.san))
            span.dim {
                @if choice.score.is_some() { " " (score::text(choice.score)) }
                " d" (choice.depth)
            }
        }
    };
    html! {
        @if !list.is_empty() {
            div.scroll {
                table {
                    thead {
                        tr {
                            th scope="col" { "Pair" } th scope="col" { "move" }
                            th scope="col" { (names[0]) } th scope="col" { (names[1]) }
                            th scope="col" { "points" }
                        }
                    }
                    tbody {
                        @for of in list {
                            @let lean = if of.half_points > 2 { "won" } else { "lost" };
                            tr {
                                th scope="row" { (of.pair) }
                                td { (of.move_number) @if of.to_move == "black" { "…" } @else { "." } }
                                td { (choice(&of.choices.first)) }
                                td { (choice(&of.choices.second)) }
                                td .(lean) { (points(of.half_points)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The points of both sides in a pair.
fn points(half_points: u8) -> &'static str {
    match half_points {
        0 => "0 : 2",
        1 => "½ : 1½",
        2 => "1 : 1",
        3 => "1½ : ½",
        _ => "2 : 0",
    }
}
