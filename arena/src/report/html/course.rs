//! Elo over time: Elo with its bands, and the sequential test.

use maud::{Markup, html};

use super::plot::{self, FIRST, Frame, INK, LOST, Reading, WON};
use crate::report::analysis::{EloOverTime, EloPoint, TestBounds};
use crate::report::outlook::TestSummary;
use crate::report::summary::Ends;
use crate::report::{MatchReport, RenderError};
use stats::words;

/// The Elo axis ends here at the latest.
const LIMIT: f64 = 600.0;

/// The section.
pub(super) fn of(report: &MatchReport) -> Result<Markup, RenderError> {
    let test = report.summary.stop.as_ref().and_then(|stop| stop.sprt);
    let note = "Pairs in the order of the schedule, as far as none is missing. The inner band is the 95 % CI of a \
                match of that length; the outer one is anytime-valid: it keeps whatever an earlier look has excluded.";
    figures(&report.analysis.course, test.as_ref(), note)
}

/// The section of the games of any match runner.
pub(super) fn of_pairs(
    course: &EloOverTime,
    test: Option<&TestSummary>,
) -> Result<Markup, RenderError> {
    let note = "Pairs in the order in which the files have them complete. The inner band is the 95 % CI of a match \
                of that length; the outer one is anytime-valid by the counts alone, as in the tables.";
    figures(course, test, note)
}

fn figures(
    course: &EloOverTime,
    test: Option<&TestSummary>,
    note: &str,
) -> Result<Markup, RenderError> {
    if course.points.len() < 2 {
        return Ok(html! { p { "There are too few complete pairs for a plot." } });
    }
    let elo = elo(course)?;
    let hypotheses = test.map_or(String::new(), |test| format!(": {}", test.test.bounds()));
    let test = course.test.map(|test| llr(course, test, &hypotheses)).transpose()?;
    Ok(html! {
        p.note { (note) }
        div.plots { (elo) @if let Some(test) = test { (test) } }
    })
}

fn elo(course: &EloOverTime) -> Result<Markup, RenderError> {
    let points = &course.points;
    let last = points.last().map_or(1, |point| point.pairs) as f64;
    // The first pairs say nothing, and their bands would leave no room for the rest.
    let settled = |point: &&EloPoint| point.pairs as f64 >= (last / 12.0).min(20.0);
    let values = points.iter().filter(settled).flat_map(|point| {
        let anytime = point.anytime.interval();
        [Some(anytime.low), Some(anytime.high), point.elo.0, Some(0.0)].into_iter().flatten()
    });
    let range = plot::room(values.filter(|value| value.abs() < LIMIT), None);
    let (bottom, top) = (range.start.max(-LIMIT), range.end.min(LIMIT));
    let clip = |value: f64| value.clamp(bottom, top);
    let ends = |interval: fn(&EloPoint) -> Ends| -> Vec<(f64, f64, f64)> {
        let band = |point: &EloPoint| {
            let ends = interval(point).interval();
            (point.pairs as f64, clip(ends.low), clip(ends.high))
        };
        points.iter().map(band).collect()
    };
    let frame = Frame {
        title: "Elo difference",
        size: plot::LARGE,
        across: "pairs",
        x: points[0].pairs as f64..last,
        y: bottom..top,
        x_label: plot::short,
        y_label: plot::whole,
    };
    let key = plot::key(&[("band-anytime", "anytime-valid CI"), ("band-fixed", "95 % CI")]);
    let readings: Vec<Reading> = points.iter().map(reading).collect();
    frame.figure(&key, &readings, |chart| {
        plot::band(chart, &ends(|point| point.anytime), FIRST, 0.14)?;
        plot::band(chart, &ends(|point| point.once), FIRST, 0.22)?;
        plot::dashed(chart, [(frame.x.start, 0.0), (last, 0.0)], INK)?;
        let line = points.iter().filter_map(|point| Some((point.pairs as f64, clip(point.elo.0?))));
        plot::line(chart, line, FIRST)
    })
}

/// The values after some pairs.
fn reading(point: &EloPoint) -> Reading {
    let interval = |name: &str, ends: Ends| format!("{name} {}", words::interval(ends.interval()));
    let values = [
        format!("Elo {}", words::elo(point.elo.0)),
        interval("95 % CI", point.once),
        interval("anytime-valid", point.anytime),
    ];
    Reading::at(point.pairs as f64, &words::several(point.pairs, "pair"), values)
}

fn llr(course: &EloOverTime, test: TestBounds, hypotheses: &str) -> Result<Markup, RenderError> {
    let title = format!("Log-likelihood ratio{hypotheses}");
    let points = || {
        let ratio = |point: &EloPoint| Some((point.pairs as f64, point.llr?));
        course.points.iter().filter_map(ratio)
    };
    let last = course.points.last().map_or(1, |point| point.pairs) as f64;
    let values = points().map(|(_, llr)| llr).chain([test.lower, test.upper]);
    let frame = Frame {
        title: &title,
        size: plot::LARGE,
        across: "pairs",
        x: course.points[0].pairs as f64..last,
        y: plot::room(values, None),
        x_label: plot::short,
        y_label: plot::short,
    };
    let key = plot::key(&[("won", "H1 above"), ("lost", "H0 below")]);
    let reading = |(pairs, llr): (f64, f64)| {
        let pairs_played = words::several(pairs as u64, "pair");
        Reading::at(pairs, &pairs_played, [format!("LLR {}", words::decimal(llr, 2))])
    };
    let readings: Vec<Reading> = points().map(reading).collect();
    frame.figure(&key, &readings, |chart| {
        plot::dashed(chart, [(frame.x.start, test.upper), (last, test.upper)], WON)?;
        plot::dashed(chart, [(frame.x.start, test.lower), (last, test.lower)], LOST)?;
        plot::line(chart, points(), FIRST)
    })
}
