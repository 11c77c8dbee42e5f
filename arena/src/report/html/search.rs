//! The section of the searches: by move number, by technique, and scores against results.

mod by_move;
mod calibration;

use document::html_table as table;
use maud::{Markup, html};

use super::lines;
use super::plot::{self, FIRST, SECOND};
use crate::report::analysis::phases;
use crate::report::analysis::{Bin, PlayerCourse, SearchCourse};
use crate::report::contents::{efforts, techniques};
use crate::report::pgn_results::{GamesSummary, PlayerSummary, Told};
use crate::report::{MatchReport, RenderError, Summary};
use crate::score::tally::ByContender;
use by_move::{CourseLine, Needed};
use calibration::calibration;
use stats::words;

/// The section.
pub(super) fn of(report: &MatchReport) -> Result<Markup, RenderError> {
    let summary = &report.summary;
    let names = summary.facts.contenders.each_ref().map(|contender| contender.name.as_str());
    let efforts = &summary.contenders;
    let sides = [(names[0], &efforts.first), (names[1], &efforts.second)];
    let analysis = &report.analysis;
    let all = [Needed::Depth, Needed::Time, Needed::Nodes];
    let searches = (&analysis.by_move_number, all.as_slice());
    let games = report.summary.games.played;
    Ok(html! {
        (figures(names, Some(searches), games, Some(&analysis.calibration))?)
        (table(&efforts::per_move(&sides)))
        (techniques(summary))
        @if let Some(price) = &analysis.node_time { p { (price.sentence(names)) } }
        @if let Some(phases) = phases::table(names, &analysis.by_phase) { (table(&phases)) }
        @if let Some(clocks) = efforts::clocks(&sides) { (table(&clocks)) }
    })
}

/// The techniques that differ, and the others behind a fold.
fn techniques(summary: &Summary) -> Markup {
    let (differing, same): (Vec<_>, Vec<_>) =
        summary.techniques.iter().partition(|technique| technique.differs());
    html! {
        @if !differing.is_empty() {
            (table(&techniques::table(summary, &differing)))
            p.note {
                "The techniques that differ most come first: those that one contender does not use, then by the "
                "sum of the three differences. Success is the share of tries that pruned or changed something; "
                "the share of nodes is of those visited on the technique's account."
            }
        }
        @if !same.is_empty() {
            details {
                summary { "Techniques that both use alike: " (words::count(same.len() as u64)) }
                (table(&techniques::table(summary, &same)))
            }
        }
    }
}

/// The section of the games of any match runner, as far as their comments go.
pub(super) fn of_comments(
    names: [&str; 2],
    moves: &GamesSummary,
    games: u64,
) -> Result<Markup, RenderError> {
    let told = needed(moves.comments);
    let searches = moves.by_move_number.as_ref().map(|courses| (courses, told.as_slice()));
    let has_plots = searches.is_some() || moves.calibration.is_some();
    Ok(html! {
        @if has_plots { (figures(names, searches, games, moves.calibration.as_ref())?) }
        @for sentence in &moves.left_out { p.note { (sentence) } }
    })
}

/// The section of more than two players of any match runner, as far as their comments go.
pub(super) fn of_players_comments(
    players: &[PlayerSummary],
    moves: &GamesSummary,
) -> Result<Markup, RenderError> {
    let courses = moves.searches_by_player.as_deref().unwrap_or_default();
    Ok(html! {
        @if !courses.is_empty() {
            (by_player(players, courses, &needed(moves.comments))?)
        }
        @for sentence in &moves.left_out { p.note { (sentence) } }
    })
}

/// The section of a tournament.
pub(super) fn of_players(
    players: &[PlayerSummary],
    courses: &[PlayerCourse],
) -> Result<Markup, RenderError> {
    by_player(players, courses, &[Needed::Depth, Needed::Time, Needed::Nodes])
}

/// The plots by move number with a line a player; `players` are the strongest first.
fn by_player(
    players: &[PlayerSummary],
    courses: &[PlayerCourse],
    told: &[Needed],
) -> Result<Markup, RenderError> {
    let shown = || lines::shown(players);
    let course = |name: &str| courses.iter().find(|course| course.player == name);
    // Drawn last, the strongest lies on top.
    let line = |(player, colour)| {
        let player: &PlayerSummary = player;
        let course = &course(&player.name)?.course;
        Some(CourseLine { name: &player.name, course, colour })
    };
    let all: Vec<CourseLine<'_>> = shown().filter_map(line).rev().collect();
    let games = players.iter().map(|player| player.games.games()).max().unwrap_or(0);
    let plots: Vec<Markup> =
        by_move::plots(told).map(|plot| plot.plot(&all, games)).collect::<Result<_, _>>()?;
    Ok(html! {
        p.note {
            "What to see: a line that lies higher in depth sees further, in nodes per second is faster, and in "
            "branching factor prunes less. By move number, means over the games that got so far: the grey area is "
            "their share, and a thin line that of less than a tenth."
        }
        (lines::key(players))
        div.plots.three { @for plot in plots { (plot) } }
    })
}

/// The searches, by the figures in the comments.
fn needed(Told { times, nodes, .. }: Told) -> Vec<Needed> {
    let told = [(true, Needed::Depth), (times > 0, Needed::Time), (nodes > 0, Needed::Nodes)];
    told.into_iter().filter(|told| told.0).map(|told| told.1).collect()
}

/// The plots, with what there is to see in them.
fn figures(
    names: [&str; 2],
    searches: Option<(&ByContender<SearchCourse>, &[Needed])>,
    games: u64,
    scores: Option<&ByContender<Vec<Bin>>>,
) -> Result<Markup, RenderError> {
    let key = plot::key(&[("first", names[0]), ("second", names[1])]);
    let mut plots = Vec::new();
    if let Some((courses, told)) = searches {
        let both = [
            CourseLine { name: names[1], course: &courses.second, colour: SECOND },
            CourseLine { name: names[0], course: &courses.first, colour: FIRST },
        ];
        for plot in by_move::plots(told) {
            plots.push(plot.plot(&both, games)?);
        }
    }
    plots.extend(scores.map(|bins| calibration(names, bins)).transpose()?);
    Ok(html! {
        @if searches.is_some() {
            p.note {
                "What to see: at the same limits lines that lie on each other mean equal searches. One that lies "
                "higher in depth sees further, in nodes per second is faster, and in branching factor prunes less."
            }
        }
        p.legend { (key) }
        div.plots.three { @for plot in plots { (plot) } }
        p.note {
            @if searches.is_some() {
                "By move number, means over the games that got so far: the grey area is their share, and a "
                "thin line that of less than a tenth. The branching factor is the "
                "geometric mean of nodes" sup { "1/depth" } ". "
            }
            @if scores.is_some() {
                "The last plot, calibration, sets each "
                "contender's own score against what it took from the games: a good line rises evenly from 0 to "
                "100 % through 50 % at 0. Where it is steeper, scores promise less than they keep; where it is "
                "flat, a better score was worth no more points."
            }
        }
    })
}
