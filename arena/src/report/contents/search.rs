//! The searches: by move number, by technique, and scores against results.

mod by_move;

use super::{efforts, lines};
use plotters::prelude::RGBColor;

use crate::report::analysis::search::{table_of, tables_of_players};
use crate::report::analysis::{Calibration, PlayerSearches, calibration, phases, search};
use crate::report::effort::Effort;
use crate::report::pgn_results::{GamesSummary, PlayerSummary};
use crate::report::section::plot::{self, FIRST, SECOND};
use crate::report::section::{Part, Plots, Section};
use crate::report::tournament::Tournament;
use crate::report::{MatchReport, technique_uses};
use crate::score::tally::ByContender;
use by_move::CourseLine;

/// Whether times and nodes of searches are known; their depths are.
pub(in crate::report) type Known = [bool; 2];

const ID: &str = "search";
const TITLE: &str = "Search";

/// The section of a match.
pub(super) fn of_match(report: &MatchReport) -> Option<Section> {
    let MatchReport { summary, analysis, .. } = report;
    if summary.games.played == 0 {
        return None;
    }
    let (names, sides) = (summary.names(), summary.sides());
    let known = [true; 2];
    let (courses, games) = (&analysis.searches, summary.games.played);
    let mut parts = of_two(names, courses, known, games, Some(&analysis.calibration));
    parts.push(Part::Table(efforts::per_move(&sides)));
    parts.extend(technique_uses::parts(names, &summary.techniques));
    parts.extend(analysis.node_time.map(|price| Part::Paragraph(price.sentence(names))));
    parts.extend(Part::tables(courses.iter().map(|course| table_of(course, known))));
    parts.extend(Part::tables(phases::table(names, &analysis.by_phase)));
    parts.extend(Part::tables(efforts::clocks(&sides)));
    Some(Section::new(ID, TITLE, parts))
}

/// The section of a tournament.
pub(in crate::report) fn of_tournament(tournament: &Tournament) -> Section {
    let sides: Vec<&Effort> = tournament.efforts.iter().collect();
    let courses = &tournament.searches;
    let mut parts = by_player(&tournament.standings.players, courses, [true; 2]);
    parts.push(Part::Table(efforts::per_move(&sides)));
    parts.extend(Part::tables(tables_of_players(courses, [true; 2])));
    parts.extend(Part::tables(efforts::clocks(&sides)));
    let techniques: Vec<Part> = Part::tables(efforts::techniques(&sides)).collect();
    if !techniques.is_empty() {
        parts.push(Part::Fold("Techniques of each contender".to_owned(), techniques));
    }
    Section::new(ID, TITLE, parts)
}

/// The section of the games of any match runner, as far as their comments go; `both` are the names of two players
/// where there are no more.
pub(in crate::report) fn of_comments(
    both: Option<[&str; 2]>,
    players: &[PlayerSummary],
    moves: &GamesSummary,
    games: u64,
) -> Section {
    let known = moves.comments.known();
    let courses = &moves.searches;
    let mut parts = match both {
        Some(names) => of_two(names, courses, known, games, moves.calibration.as_ref()),
        None if courses.is_empty() => Vec::new(),
        None => by_player(players, courses, known),
    };
    parts.extend(Part::tables(match both {
        Some(_) => courses.iter().map(|course| table_of(course, known)).collect(),
        None => tables_of_players(courses, known),
    }));
    if !courses.is_empty() {
        parts.push(Part::Table(search::table(courses)));
    }
    parts.extend(moves.left_out.iter().cloned().map(Part::Paragraph));
    Section::new(ID, TITLE, parts)
}

/// The lines of these players, each with its colour. Drawn last, the first lies on top.
fn lines_of<'a>(
    shown: impl DoubleEndedIterator<Item = (&'a str, RGBColor)>,
    courses: &'a [PlayerSearches],
) -> Vec<CourseLine<'a>> {
    let course = |name: &str| courses.iter().find(|course| course.player == name);
    shown.rev().filter_map(|(name, colour)| Some((course(name)?, colour))).collect()
}

/// The plots by move number with a line a player; `players` are the strongest first.
fn by_player(players: &[PlayerSummary], courses: &[PlayerSearches], known: Known) -> Vec<Part> {
    let shown = lines::shown(players).map(|(player, colour)| (player.name.as_str(), colour));
    let all = lines_of(shown, courses);
    let games = players.iter().map(|player| player.games.games()).max().unwrap_or(0);
    let plots = by_move::plots(known).map(|plot| plot.plot(&all, games)).collect();
    let note = "How to read them: a line that lies higher in depth sees further, in nodes per second is faster, and in \
                branching factor prunes less. By move number, means over the games that got so far: the grey area is \
                their share, and a thin line that of less than a tenth.";
    let of_strongest = lines::of_strongest(players);
    let mut parts = vec![Part::Note(note.to_owned())];
    parts.extend(of_strongest.map(Part::Note));
    parts.push(Part::Plots(Plots { key: lines::key(players), plots }));
    parts
}

/// The plots of two players, with notes on how to read them.
fn of_two(
    names: [&str; 2],
    courses: &[PlayerSearches],
    known: Known,
    games: u64,
    scores: Option<&ByContender<Calibration>>,
) -> Vec<Part> {
    let mut plots = Vec::new();
    let mut notes = Vec::new();
    if !courses.is_empty() {
        let both = lines_of(names.into_iter().zip([FIRST, SECOND]), courses);
        plots.extend(by_move::plots(known).map(|plot| plot.plot(&both, games)));
        notes.push(
            "How to read them: at the same limits lines that lie on each other mean equal searches. One that lies higher \
             in depth sees further, in nodes per second is faster, and in branching factor prunes less. By move \
             number, means over the games that got so far: the grey area is their share, and a thin line that of less \
             than a tenth. The branching factor is the geometric mean of the depth-th root of the nodes.",
        );
    }
    if let Some(bins) = scores {
        plots.push(calibration::plot(names, bins));
        notes.push(
            "The last plot, calibration, sets each contender's own score against its points in the games: a good \
             line rises evenly from 0 to 100 % through 50 % at 0. Where it is steeper, scores promise less than they \
             keep; where it is flat, a better score was worth no more points.",
        );
    }
    if plots.is_empty() {
        return Vec::new();
    }
    let key = plot::key([("first", names[0]), ("second", names[1])]);
    let plots = Part::Plots(Plots { key, plots });
    notes.into_iter().map(|note| Part::Note(note.to_owned())).chain([plots]).collect()
}
