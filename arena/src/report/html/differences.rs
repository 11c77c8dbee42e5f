//! The section of differences: where the two games of a pair diverge, and the largest swings of a contender's score.

use crate::report::score;
use document::html_table as table;
use maud::{Markup, html};

use crate::report::analysis::divergence;
use crate::report::analysis::{Analysis, Choice, Divergence, Swing};
use stats::words;

/// Rows that a table shows at first, and at most.
const SHOWN: usize = 12;
const MOST: usize = 200;

/// The section.
pub(super) fn of(names: [&str; 2], analysis: &Analysis) -> Markup {
    let divergences = &analysis.divergences;
    let decided: Vec<&Divergence> =
        divergences.list.iter().filter(|pair| pair.half_points != 2).take(MOST).collect();
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
                @if let Some(places) = divergence::places_table(divergences) {
                    details {
                        summary { "Where divergences begin: by move, phase and depth" }
                        (table(&places))
                    }
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
    let swings = analysis.swings.iter().map(|swing| {
        format!("{} id \"game {} move {}\";\n", swing.position, swing.game, swing.move_number)
    });
    let divergences_of_pairs = decided.iter().map(|pair| {
        format!("{} id \"pair {} move {}\";\n", pair.position, pair.pair, pair.move_number)
    });
    swings.chain(divergences_of_pairs).collect()
}

/// A link to the position after the move that `ply` plies of the game come before.
fn link(game: u32, ply: usize, text: &str) -> Markup {
    html! { a href={ "#game-" (game) "-" (ply + 1) } { (text) } }
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
                        @for swing in swings {
                            @let side = usize::from(swing.contender).min(1);
                            tr {
                                th.(["first", "second"][side]) scope="row" { (names[side]) }
                                td { (swing.game) }
                                td { (link(swing.game, swing.ply, &format!("{} {}", swing.move_number, swing.san))) }
                                td { (swing.depth) }
                                td { (score::text(swing.before)) }
                                td { (score::text(swing.after)) }
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
                        @for pair in list {
                            @let lean = if pair.half_points > 2 { "won" } else { "lost" };
                            tr {
                                th scope="row" { (pair.pair) }
                                td { (pair.move_number) @if pair.to_move == "black" { "…" } @else { "." } }
                                td { (choice(&pair.choices.first)) }
                                td { (choice(&pair.choices.second)) }
                                td .(lean) { (points(pair.half_points)) }
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
