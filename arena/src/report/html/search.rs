//! The section of the searches: by move number, by technique, and scores against results.

use document::html_table as table;
use maud::{Markup, html};
use plotters::prelude::*;

use super::lines;
use super::plot::{self, FIRST, Frame, INK, SECOND};
use crate::report::analysis::phases;
use crate::report::analysis::{Bin, MoveNumber, PlayerCourse, SearchCourse};
use crate::report::contents::{efforts, techniques};
use crate::report::pgn_results::{GamesSummary, PlayerSummary, Told};
use crate::report::{MatchReport, RenderError, Summary};
use crate::score::tally::ByContender;
use stats::words;

/// Moves that a bin of the calibration needs to be shown.
const ENOUGH: u64 = 20;

/// The subject of a plot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needed {
    Depth,
    Time,
    Nodes,
}

/// One of the plots by move number.
struct MoveNumberPlot {
    title: &'static str,
    needs: &'static [Needed],
    from_zero: bool,
    value: fn(&MoveNumber) -> Option<f64>,
}

const COURSES: [MoveNumberPlot; 5] = [
    MoveNumberPlot {
        title: "Depth",
        needs: &[Needed::Depth],
        from_zero: false,
        value: |step| Some(step.depth),
    },
    MoveNumberPlot {
        title: "Nodes per move",
        needs: &[Needed::Nodes],
        from_zero: true,
        value: |step| Some(step.nodes),
    },
    MoveNumberPlot {
        title: "Time per move, ms",
        needs: &[Needed::Time],
        from_zero: true,
        value: |step| Some(1e3 * step.seconds),
    },
    MoveNumberPlot {
        title: "Nodes per second",
        needs: &[Needed::Time, Needed::Nodes],
        from_zero: true,
        value: |step| step.nodes_per_second.0,
    },
    MoveNumberPlot {
        title: "Branching factor",
        needs: &[Needed::Nodes],
        from_zero: false,
        value: |step| step.branching_factor.0,
    },
];

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
    let all: Vec<(&SearchCourse, RGBColor)> = shown()
        .filter_map(|(player, colour)| Some((&course(&player.name)?.course, colour)))
        .rev()
        .collect();
    let games = players.iter().map(|player| player.games.games()).max().unwrap_or(0);
    let plots: Vec<Markup> =
        plots(told).map(|plot| plot.plot(&all, games, &html! {})).collect::<Result<_, _>>()?;
    Ok(html! {
        p.note {
            "What to see: a line that lies higher in depth sees further, in nodes per second is faster, and in "
            "branching factor prunes less. By move number, means over the games that got so far."
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

/// The plots for which enough is told.
fn plots(told: &[Needed]) -> impl Iterator<Item = &'static MoveNumberPlot> {
    COURSES.iter().filter(|plot| plot.needs.iter().all(|need| told.contains(need)))
}

/// The plots, with what there is to see in them.
fn figures(
    names: [&str; 2],
    searches: Option<(&ByContender<SearchCourse>, &[Needed])>,
    games: u64,
    scores: Option<&ByContender<Vec<Bin>>>,
) -> Result<Markup, RenderError> {
    let key = plot::key(&[("first", names[0]), ("second", names[1])]);
    let plain = html! {};
    let mut plots = Vec::new();
    if let Some((courses, told)) = searches {
        let both = [(&courses.second, SECOND), (&courses.first, FIRST)];
        for plot in self::plots(told) {
            plots.push(plot.plot(&both, games, &plain)?);
        }
    }
    plots.extend(scores.map(calibration).transpose()?);
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
                "By move number, means over the games that got so far. The branching factor is the "
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

impl MoveNumberPlot {
    fn plot(
        &self,
        courses: &[(&SearchCourse, RGBColor)],
        games: u64,
        key: &Markup,
    ) -> Result<Markup, RenderError> {
        // A few long games are no course.
        let enough = (games / 50).max(2);
        let points = |course: &SearchCourse| -> Vec<(f64, f64)> {
            let moves = course.moves.iter().filter(|step| step.moves >= enough);
            moves.filter_map(|step| Some((f64::from(step.number), (self.value)(step)?))).collect()
        };
        let lines: Vec<(Vec<(f64, f64)>, RGBColor)> =
            courses.iter().map(|(course, colour)| (points(course), *colour)).collect();
        let all = || lines.iter().flat_map(|(points, _)| points);
        let last = all().map(|(x, _)| *x).fold(2.0, f64::max);
        let first = all().map(|(x, _)| *x).fold(last - 1.0, f64::min);
        let frame = Frame {
            title: self.title,
            size: plot::SMALL,
            across: "move",
            x: first..last,
            y: plot::room(all().map(|(_, y)| *y), self.from_zero.then_some(0.0)),
            x_label: plot::whole,
            y_label: plot::short,
        };
        frame.figure(key, |chart| {
            let mut lines = lines.iter();
            lines
                .try_for_each(|(points, colour)| plot::line(chart, points.iter().copied(), *colour))
        })
    }
}

/// Scores against results.
fn calibration(bins: &ByContender<Vec<Bin>>) -> Result<Markup, RenderError> {
    let points = bins.map(|bins| -> Vec<(f64, f64)> {
        let enough = bins.iter().filter(|bin| bin.moves >= ENOUGH);
        enough.map(|bin| (f64::from(bin.score) / 100.0, 100.0 * bin.result)).collect()
    });
    let frame = Frame {
        title: "Result by own score, %",
        size: plot::SMALL,
        across: "own score, pawns",
        x: -10.5..10.5,
        y: -3.0..103.0,
        x_label: plot::whole,
        y_label: plot::whole,
    };
    frame.figure(&html! {}, |chart| {
        plot::dashed(chart, [(-10.5, 50.0), (10.5, 50.0)], INK)?;
        plot::dashed(chart, [(0.0, -3.0), (0.0, 103.0)], INK)?;
        for (points, colour) in [(&points.second, SECOND), (&points.first, FIRST)] {
            plot::line(chart, points.iter().copied(), colour)?;
            chart.draw_series(points.iter().map(|&at| Circle::new(at, 2, colour.filled())))?;
        }
        Ok(())
    })
}
