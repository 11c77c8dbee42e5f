//! Plots with a line a player: who is shown, in which colour; and ratings over time.

use maud::{Markup, html};
use plotters::prelude::RGBColor;

use super::plot::{self, Frame, INK, Reading};
use crate::report::RenderError;
use crate::report::colours::COLOURS;
use crate::report::pgn_results::{PlayerOverTime, PlayerSummary, RatingsOverTime};
use stats::words;

/// The players that have a line, with its colour; `players` are the strongest first.
pub(super) fn shown(
    players: &[PlayerSummary],
) -> impl DoubleEndedIterator<Item = (&PlayerSummary, RGBColor)> {
    players.iter().zip(COLOURS)
}

/// Which line is whose.
pub(super) fn key(players: &[PlayerSummary]) -> Markup {
    html! {
        p.legend {
            span.key {
                @for (i, (player, _)) in shown(players).enumerate() {
                    span class={ "player-" (i) } { (player.name) } " "
                }
            }
        }
        @if players.len() > COLOURS.len() {
            p.note { "Of " (players.len()) " players the " (COLOURS.len()) " strongest are shown." }
        }
    }
}

/// The section of ratings over time; `order` says in which order the games are.
pub(super) fn over_time(
    players: &[PlayerSummary],
    course: &RatingsOverTime,
    order: &str,
) -> Result<Markup, RenderError> {
    if course.games.len() < 2 {
        return Ok(html! { p { "There are too few games for a plot, or more than 64 players." } });
    }
    let is_rated = course.players.iter().any(|player| player.elo.iter().any(|elo| elo.0.is_some()));
    let elo = is_rated.then(|| {
        let value = |player: &PlayerOverTime, point: usize| player.elo[point].0;
        lines("Elo, relative to the mean of all rated", players, course, value, 0.0)
    });
    let score = |player: &PlayerOverTime, point: usize| Some(100.0 * player.score[point].0?);
    let score = lines("Score against all others, %", players, course, score, 50.0)?;
    Ok(html! {
        p.note {
            "Games " (order) ". A player has no Elo as long as it took all points or none from those who have "
            "one, or has not met them; its score is there from its first game on."
        }
        (key(players))
        div.plots { @if let Some(elo) = elo { (elo?) } (score) }
    })
}

fn lines(
    title: &str,
    players: &[PlayerSummary],
    course: &RatingsOverTime,
    value: impl Fn(&PlayerOverTime, usize) -> Option<f64>,
    level: f64,
) -> Result<Markup, RenderError> {
    let points = |name: &str| -> Vec<(f64, f64)> {
        let player = course.players.iter().find(|player| player.player == name);
        let at = |(point, &games): (usize, &u64)| Some((games as f64, value(player?, point)?));
        course.games.iter().enumerate().filter_map(at).collect()
    };
    // Drawn last, the strongest lies on top.
    let lines: Vec<(Vec<(f64, f64)>, RGBColor)> =
        shown(players).map(|(player, colour)| (points(&player.name), colour)).rev().collect();
    let ends = |at: Option<&u64>| at.map_or(1.0, |&games| games as f64);
    let (first, last) = (ends(course.games.first()), ends(course.games.last()));
    // The first games say nothing, and would leave no room for the rest.
    let settled =
        lines.iter().flat_map(|(points, _)| points).filter(|(games, _)| *games >= last / 6.0);
    let range = plot::room(settled.map(|(_, value)| *value).chain([level]), None);
    let frame = Frame {
        title,
        size: plot::LARGE,
        across: "games",
        x: first..last,
        y: range.clone(),
        x_label: plot::short,
        y_label: plot::whole,
    };
    let reading = |(point, &games): (usize, &u64)| {
        let of_player = |(player, _): (&PlayerSummary, RGBColor)| {
            let over_time = course.players.iter().find(|other| other.player == player.name)?;
            Some(format!("{} {}", player.name, words::decimal(value(over_time, point)?, 1)))
        };
        Reading::at(
            games as f64,
            &words::several(games, "game"),
            shown(players).filter_map(of_player),
        )
    };
    let readings: Vec<Reading> = course.games.iter().enumerate().map(reading).collect();
    frame.figure(&html! {}, &readings, |chart| {
        plot::dashed(chart, [(first, level), (last, level)], INK)?;
        lines.iter().try_for_each(|(points, colour)| {
            let clipped = points.iter().map(|&(x, y)| (x, y.clamp(range.start, range.end)));
            plot::line(chart, clipped, *colour)
        })
    })
}
