//! A plan in words.

use std::fmt::Write as _;

use super::{Length, Plan};
use crate::report::words;
use document::terminal;

/// The plan, one sentence a line, and the table of the sequential test.
pub(super) fn text(plan: &Plan) -> String {
    let mut text = String::new();
    let Plan { fixed, test, worth, standard_error_of_ten, .. } = plan;
    for line in [
        format!(
            "Games with {} draws and a correlation of {} within pairs.",
            share(plan.draw_ratio),
            words::decimal(plan.pair_correlation, 2)
        ),
        plan.book_cost.map_or_else(
            || "No openings make such games in the model of wins, draws and losses.".to_owned(),
            |cost| format!("What the book costs: {}.", cost.words(plan.fixed.games)),
        ),
        String::new(),
        format!(
            "To find a difference of {} Elo with a probability of {}, and one that is not there \
             with {} ({}): {}.",
            plan.elo,
            share(plan.power),
            share(plan.alpha),
            if plan.sides == 1 { "one-sided" } else { "two-sided" },
            length(*fixed)
        ),
        format!(
            "After {}: ± {} Elo if you look once, ± {} however often you look; the difference is \
             found with a probability of {}.",
            length(worth.length),
            words::decimal(worth.half_width, 1),
            words::decimal(worth.half_width_at_any_look, 1),
            words::probability(worth.power)
        ),
        format!(
            "For a standard error below 10 Elo: {} (without draws more than 1000, as the papers \
             say).",
            length(*standard_error_of_ten)
        ),
        String::new(),
        format!(
            "SPRT of {} against {} {}, alpha {}, beta {}, expected to take",
            test.sprt.elo0,
            test.sprt.elo1,
            test.sprt.model.name(),
            test.sprt.alpha,
            test.sprt.beta
        ),
    ] {
        let _ = writeln!(text, "{line}");
    }
    let lengths: Vec<String> = test.expectations.iter().map(|at| length(at.length)).collect();
    let width = lengths.iter().map(|length| terminal::width(length)).max().unwrap_or(0);
    for (at, length) in test.expectations.iter().zip(lengths) {
        let _ = writeln!(
            text,
            "  {} at {:>6} Elo (accepts H1: {})",
            terminal::pad_left(&length, width),
            words::decimal(at.elo, 2),
            words::probability(at.pass_probability)
        );
    }
    text
}

/// A number of whole pairs in games, and its time.
fn length(length: Length) -> String {
    let games = 2 * (length.games / 2.0).ceil() as u64;
    match length.hours.0 {
        Some(hours) => format!("{} ({})", words::several(games, "game"), time(hours)),
        None => words::several(games, "game"),
    }
}

fn time(hours: f64) -> String {
    match hours {
        hours if hours >= 48.0 => format!("{} days", words::decimal(hours / 24.0, 1)),
        hours if hours >= 1.0 => format!(
            "{} h",
            words::decimal(hours, if hours < 9.95 && hours.fract() > 0.05 { 1 } else { 0 })
        ),
        hours => format!("{} min", words::decimal((60.0 * hours).ceil(), 0)),
    }
}

fn share(share: f64) -> String {
    format!("{} %", words::decimal(100.0 * share, 1).trim_end_matches(".0"))
}
