//! Results: by colour, by pair, by the way games ended, by their length.

use document::html_table as table;
use maud::{Markup, html};
use plotters::prelude::*;

use super::plot::{self, DRAWN, Frame, LOST, Reading, WON};
use crate::report::analysis::LengthBin;
use crate::report::contents;
use crate::report::summary::Summary;
use crate::report::{MatchReport, RenderError};
use stats::Wdl;
use stats::words;

/// The section.
pub(super) fn of(report: &MatchReport) -> Result<Markup, RenderError> {
    let summary = &report.summary;
    Ok(html! {
        div.columns {
            div {
                h3 { "By colour" }
                (colours(summary))
                h3 { "By pair" }
                (pairs(summary))
                (lengths(&report.analysis.game_lengths)?)
            }
            div {
                h3 { "By termination" }
                (terminations(summary))
            }
        }
        details {
            summary { "All counts" }
            (table(&contents::colours(summary)))
            (table(&contents::pairs(summary)))
            (table(&contents::terminations(summary)))
        }
    })
}

fn colours(summary: &Summary) -> Markup {
    let games = &summary.games;
    let name = &summary.facts.contenders[0].name;
    html! {
        p.note { "Games of " (name) ": won, drawn and lost" }
        (bar("as White", &results(games.as_white)))
        (bar("as Black", &results(games.as_black)))
    }
}

fn results(games: Wdl) -> [(&'static str, &'static str, u64); 3] {
    [("won", "won", games.wins), ("drawn", "drawn", games.draws), ("lost", "lost", games.losses)]
}

fn pairs(summary: &Summary) -> Markup {
    let counts = summary.pairs.counts;
    html! {
        (bar("pairs", &[
            ("won", "2 : 0", counts.ww),
            ("half-won", "1½ : ½", counts.wd),
            ("drawn", "1 : 1", counts.middle()),
            ("half-lost", "½ : 1½", counts.ld),
            ("lost", "0 : 2", counts.ll),
        ]))
        p.note { "Ptnml(0-2) " (words::ptnml(counts)) ": LL, LD, WL+DD, WD, WW" }
    }
}

fn terminations(summary: &Summary) -> Markup {
    html! {
        @for ended in &summary.terminations {
            (share(ended.termination.name(), &results(ended.games), summary.games.played))
        }
    }
}

/// A bar whose parts are as long as their shares, with the counts below.
fn bar(name: &str, parts: &[(&str, &str, u64)]) -> Markup {
    share(name, parts, parts.iter().map(|(_, _, count)| count).sum())
}

/// A bar whose whole length stands for `whole`.
fn share(name: &str, parts: &[(&str, &str, u64)], whole: u64) -> Markup {
    let all: u64 = parts.iter().map(|(_, _, count)| count).sum();
    let share = |count: u64| 100.0 * count as f64 / whole.max(1) as f64;
    let mut left = 0.0;
    let mut place = |count: u64| {
        let begin = left;
        left += share(count);
        words::decimal(begin, 2)
    };
    html! {
        div.bar {
            span.name { (name) " " span.count { (words::count(all)) } }
            svg viewBox="0 0 100 4" preserveAspectRatio="none" role="img"
                aria-label={ (name) ": " @for (_, label, count) in parts { (label) " " (count) " " } } {
                @for (class, _, count) in parts {
                    rect .(class) x=(place(*count)) y="0" height="4" width=(words::decimal(share(*count), 2)) {}
                }
            }
            span.parts {
                @for (class, label, count) in parts {
                    @if *count > 0 { span .(class) { (label) " " b { (words::count(*count)) } } " " }
                }
            }
        }
    }
}

/// How long games were, and who won them.
fn lengths(bins: &[LengthBin]) -> Result<Markup, RenderError> {
    let moves = |plies: usize| plies as f64 / 2.0;
    let highest = bins.iter().map(|bin| bin.games.games()).max().unwrap_or(0);
    let first = bins.first().map_or(0, |bin| bin.from_plies);
    let end = bins.last().map_or(1, |bin| bin.to_plies + 1);
    let frame = Frame {
        title: "Length of the games",
        size: plot::LARGE,
        across: "moves, without the opening's",
        x: moves(first)..moves(end),
        y: 0.0..highest.max(1) as f64 * 1.05,
        x_label: plot::whole,
        y_label: plot::short,
    };
    let key = plot::key(&[("won", "won"), ("drawn", "drawn"), ("lost", "lost")]);
    let readings: Vec<Reading> = bins.iter().map(reading).collect();
    frame.figure(&key, &readings, |chart| {
        for bin in bins {
            let (left, right) = (moves(bin.from_plies) + 0.4, moves(bin.to_plies + 1) - 0.4);
            let mut bottom = 0.0;
            let Wdl { wins, draws, losses } = bin.games;
            for (count, colour) in [(wins, WON), (draws, DRAWN), (losses, LOST)] {
                if count > 0 {
                    let top = bottom + count as f64;
                    let corners = [(left, bottom), (right, top)];
                    chart.draw_series([Rectangle::new(corners, colour.filled())])?;
                    bottom = top;
                }
            }
        }
        Ok(())
    })
}

/// The games of a bar.
fn reading(bin: &LengthBin) -> Reading {
    let Wdl { wins, draws, losses } = bin.games;
    let heading = format!("{} to {} moves", bin.from_plies.div_ceil(2), bin.to_plies.div_ceil(2));
    let counts = [("won", wins), ("drawn", draws), ("lost", losses)];
    let counts = counts.map(|(name, count)| format!("{name} {}", words::count(count)));
    let middle = (bin.from_plies + bin.to_plies + 1) as f64 / 4.0;
    Reading::at(middle, &heading, counts)
}
