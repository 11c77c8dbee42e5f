//! Plots with a line a player: the players shown, their colours; and ratings over time.

use plotters::prelude::RGBColor;

use crate::report::pgn_results::over_time;
use crate::report::pgn_results::{PlayerOverTime, PlayerSummary, RatingsOverTime};
use crate::report::section::plot::{self, COLOURS, INK, Key, Mark, Plot, Reading};
use crate::report::section::{Part, Plots, Section};
use stats::words;

/// The classes of the colours.
const CLASSES: [&str; COLOURS.len()] =
    ["player-0", "player-1", "player-2", "player-3", "player-4", "player-5", "player-6"];

/// The players that have a line, with its colour; `players` are the strongest first.
pub(super) fn shown(
    players: &[PlayerSummary],
) -> impl DoubleEndedIterator<Item = (&PlayerSummary, RGBColor)> {
    players.iter().zip(COLOURS)
}

/// Which line is whose.
pub(super) fn key(players: &[PlayerSummary]) -> Key {
    let named = CLASSES.into_iter().zip(players);
    named.map(|(class, player)| (class, player.name.clone())).collect()
}

/// That not all players have a line, if so.
pub(super) fn of_strongest(players: &[PlayerSummary]) -> Option<String> {
    let (all, shown) = (players.len(), COLOURS.len());
    (all > shown).then(|| format!("Of {all} players the {shown} strongest are shown."))
}

/// The section of ratings over time; `order` says in which order the games are.
pub(in crate::report) fn over_time(
    players: &[PlayerSummary],
    course: &RatingsOverTime,
    order: &str,
) -> Section {
    let table = over_time::table(course).map(Part::Table);
    let parts = if course.games.len() < 2 {
        let few = "There are too few games for a plot, or more than 64 players.".to_owned();
        vec![Part::Note(few)]
    } else {
        plots(players, course, order)
    };
    Section::new("course", "Elo over time", parts.into_iter().chain(table))
}

fn plots(players: &[PlayerSummary], course: &RatingsOverTime, order: &str) -> Vec<Part> {
    let is_rated = course.players.iter().any(|player| player.elo.iter().any(|elo| elo.0.is_some()));
    let elo = is_rated.then(|| {
        let value = |player: &PlayerOverTime, point: usize| player.elo[point].0;
        lines("Elo, relative to the mean of all rated", players, course, value, 0.0)
    });
    let score = |player: &PlayerOverTime, point: usize| Some(100.0 * player.score[point].0?);
    let score = lines("Score against all others, %", players, course, score, 50.0);
    let note = format!(
        "Games {order}. A player has no Elo as long as it took all points or none from those who have one, or has \
         not met them; its score is there from its first game on."
    );
    let plots = elo.into_iter().chain([score]).collect();
    let mut parts = vec![Part::Note(note)];
    parts.extend(of_strongest(players).map(Part::Note));
    parts.push(Part::Plots(Plots { key: key(players), plots }));
    parts
}

fn lines(
    title: &str,
    players: &[PlayerSummary],
    course: &RatingsOverTime,
    value: impl Fn(&PlayerOverTime, usize) -> Option<f64>,
    level: f64,
) -> Plot {
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
    let clip = |(x, y): (f64, f64)| (x, y.clamp(range.start, range.end));
    let clipped = lines
        .into_iter()
        .map(|(points, colour)| Mark::Line(points.into_iter().map(clip).collect(), colour));
    let level = Mark::Dashed([(first, level), (last, level)], INK);
    Plot {
        readings: course.games.iter().enumerate().map(reading).collect(),
        marks: [level].into_iter().chain(clipped).collect(),
        x_label: plot::counted,
        ..Plot::of(title, "games", first..last, range)
    }
}
