//! Elo over time: Elo with its bands; beside it the sequential test, or else the pairs by their points.

use crate::report::MatchReport;
use crate::report::analysis::{EloOverTime, EloPoint};
use crate::report::outlook::TestSummary;
use crate::report::pgn_results::{EncounterSummary, PgnResults};
use crate::report::section::plot::{self, DRAWN, FIRST, INK, LOST, Mark, Plot, Reading, WON};
use crate::report::section::{Part, Plots, Section};
use crate::report::summary::Ends;
use stats::{Pentanomial, words};

/// The Elo axis ends here at the latest.
const LIMIT: f64 = 600.0;

/// The section of a match.
pub(super) fn of_match(report: &MatchReport) -> Option<Section> {
    let test = report.summary.stop.as_ref().and_then(|stop| stop.sprt);
    let note = "Pairs in the order of the schedule, as far as none is missing. The inner band is the 95 % CI of a \
                match of that length; the outer one is anytime-valid, and never grows: a value once excluded stays excluded.";
    let has_games = report.summary.games.played > 0;
    let (course, pairs) = (&report.analysis.course, report.summary.pairs.counts);
    has_games.then(|| section(course, test.as_ref(), pairs, note))
}

/// That of two players in the games of any match runner.
pub(in crate::report) fn of_two(
    results: &PgnResults,
    encounter: &EncounterSummary,
) -> Option<Section> {
    let note = "Pairs in the order in which the files have them complete. The band is the 95 % CI of a match of that \
                length.";
    Some(section(results.course.as_ref()?, encounter.test.as_ref(), encounter.pairs, note))
}

fn section(
    course: &EloOverTime,
    test: Option<&TestSummary>,
    pairs: Pentanomial,
    note: &str,
) -> Section {
    let title = "Elo over time";
    if course.points.len() < 2 {
        let few = "There are too few complete pairs for a plot.".to_owned();
        return Section::new("course", title, [Part::Note(few)]);
    }
    let beside = test.map_or_else(|| by_points(pairs), |test| llr(course, test));
    let plots = vec![elo(course), beside];
    let parts = [Part::Note(note.to_owned()), Part::Plots(Plots { key: Vec::new(), plots })];
    Section::new("course", title, parts)
}

fn elo(course: &EloOverTime) -> Plot {
    let points = &course.points;
    let last = points.last().map_or(1, |point| point.pairs) as f64;
    // The first pairs say nothing, and their bands would leave no room for the rest.
    let settled = |point: &&EloPoint| point.pairs as f64 >= (last / 12.0).min(20.0);
    let values = points.iter().filter(settled).flat_map(|point| {
        let ends = point.anytime.unwrap_or(point.once).interval();
        [Some(ends.low), Some(ends.high), point.elo.0, Some(0.0)].into_iter().flatten()
    });
    let range = plot::room(values.filter(|value| value.abs() < LIMIT), None);
    let (bottom, top) = (range.start.max(-LIMIT), range.end.min(LIMIT));
    let clip = |value: f64| value.clamp(bottom, top);
    let band = |interval: fn(&EloPoint) -> Option<Ends>, opacity: f64| {
        let ends = |point: &EloPoint| {
            let ends = interval(point)?.interval();
            Some((point.pairs as f64, clip(ends.low), clip(ends.high)))
        };
        let ends: Vec<_> = points.iter().filter_map(ends).collect();
        (!ends.is_empty()).then_some(Mark::Band(ends, FIRST, opacity))
    };
    let anytime = band(|point| point.anytime, 0.14);
    let fixed = ("band-fixed", "95 % CI");
    let key = match anytime {
        Some(_) => plot::key([("band-anytime", "anytime-valid CI"), fixed]),
        None => plot::key([fixed]),
    };
    let first = points[0].pairs as f64;
    let line = points.iter().filter_map(|point| Some((point.pairs as f64, clip(point.elo.0?))));
    Plot {
        key,
        x_label: plot::counted,
        readings: points.iter().map(reading).collect(),
        marks: [
            anytime,
            band(|point| Some(point.once), 0.22),
            Some(Mark::Dashed([(first, 0.0), (last, 0.0)], INK)),
            Some(Mark::Line(line.collect(), FIRST)),
        ]
        .into_iter()
        .flatten()
        .collect(),
        ..Plot::of("Elo difference", "pairs", first..last, bottom..top)
    }
}

/// The values after some pairs.
fn reading(point: &EloPoint) -> Reading {
    let interval = |name: &str, ends: Ends| format!("{name} {}", words::interval(ends.interval()));
    let values = [
        Some(format!("Elo {}", words::elo(point.elo.0))),
        Some(interval("95 % CI", point.once)),
        point.anytime.map(|ends| interval("anytime-valid", ends)),
    ];
    let values = values.into_iter().flatten();
    Reading::at(point.pairs as f64, &words::several(point.pairs, "pair"), values)
}

/// A bar for the pairs of each number of points.
fn by_points(pairs: Pentanomial) -> Plot {
    let Pentanomial { ll, ld, wd, ww, .. } = pairs;
    let bars = [ll, ld, pairs.middle(), wd, ww];
    let all = pairs.pairs();
    let marks = bars.iter().zip([LOST, LOST, DRAWN, WON, WON]).enumerate();
    let marks = marks.map(|(half_points, (&count, colour))| {
        let middle = half_points as f64 / 2.0;
        Mark::Bar([(middle - 0.2, 0.0), (middle + 0.2, count as f64)], colour)
    });
    let reading = |(half_points, &count): (usize, &u64)| {
        let points = words::decimal(half_points as f64 / 2.0, 1);
        let share = format!("{}: {}", words::several(count, "pair"), words::percent(count, all));
        Reading::at(half_points as f64 / 2.0, &format!("{points} points"), [share])
    };
    let room = plot::room(bars.iter().map(|&count| count as f64), Some(0.0));
    Plot {
        x_label: |points| words::decimal(points, 1),
        y_label: plot::counted,
        readings: bars.iter().enumerate().map(reading).collect(),
        marks: marks.collect(),
        ..Plot::of("Pairs by the points of the first contender", "points", -0.4..2.4, room)
    }
}

fn llr(course: &EloOverTime, test: &TestSummary) -> Plot {
    let ratio = |point: &EloPoint| Some((point.pairs as f64, point.llr?));
    let points: Vec<(f64, f64)> = course.points.iter().filter_map(ratio).collect();
    let last = course.points.last().map_or(1, |point| point.pairs) as f64;
    let first = course.points[0].pairs as f64;
    let values = points.iter().map(|(_, llr)| *llr).chain([test.lower, test.upper]);
    let room = plot::room(values, None);
    let reading = |&(pairs, llr): &(f64, f64)| {
        let pairs_played = words::several(pairs as u64, "pair");
        Reading::at(pairs, &pairs_played, [format!("LLR {}", words::decimal(llr, 2))])
    };
    let title = format!("Log-likelihood ratio: {}", test.test.bounds());
    Plot {
        key: plot::key([("won", "H1 above"), ("lost", "H0 below")]),
        x_label: plot::counted,
        y_label: plot::short,
        readings: points.iter().map(reading).collect(),
        marks: vec![
            Mark::Dashed([(first, test.upper), (last, test.upper)], WON),
            Mark::Dashed([(first, test.lower), (last, test.lower)], LOST),
            Mark::Line(points, FIRST),
        ],
        ..Plot::of(&title, "pairs", first..last, room)
    }
}
