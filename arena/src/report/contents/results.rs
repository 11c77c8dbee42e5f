//! Results: by method, by colour, by pair, by the way games ended, by their length.

use maud::{Markup, html};

use super::two_players::{TwoPlayers, results};
use crate::report::MatchReport;
use crate::report::analysis::LengthBin;
use crate::report::section::plot::{self, DRAWN, LOST, Mark, Plot, Reading, WON};
use crate::report::section::{Part, Plots, Section};
use crate::report::stopped::{Outcome, StopSummary};
use crate::report::summary::{Ended, Method, Summary, VerdictBy};
use document::Table;
use stats::stop::Decision;
use stats::{Pentanomial, Wdl, words};

/// The section of a match.
pub(super) fn of_match(report: &MatchReport) -> Option<Section> {
    let summary = &report.summary;
    if summary.games.played == 0 {
        return None;
    }
    let two = TwoPlayers::from(summary);
    let tests = summary.stop.iter().filter_map(sequential_test);
    let methods = Part::tables([two.strength()].into_iter().chain(tests));
    let methods = methods.chain([Part::Note(assumption(summary).to_owned())]).collect();
    let counts = [two.colours(), two.pairs(), terminations(two.names[0], &summary.terminations)];
    let plots = vec![lengths(&report.analysis.game_lengths)];
    let mut parts = vec![
        Part::Table(two.score()),
        Part::Fold("The difference by every method".to_owned(), methods),
        Part::Drawing(bars(&two)),
        Part::Drawing(ending_bars(&summary.terminations, summary.games.played)),
        Part::Fold("All counts".to_owned(), Part::tables(counts).collect()),
        Part::Plots(Plots { key: Vec::new(), plots }),
    ];
    let workers = report.analysis.by_worker.as_ref();
    parts.extend(workers.map(|workers| Part::Table(workers.table())));
    Some(Section::new("results", "Results", parts))
}

/// The assumptions of the interval that the verdict rests on.
fn assumption(summary: &Summary) -> &'static str {
    match summary.headline.method {
        _ if summary.verdict_by == VerdictBy::Exit => {
            "The verdict is the test's. Estimate and interval follow from the law of its exit, the bound that was \
             crossed and the number of pairs: they allow for the stop, and the interval agrees with the verdict. \
             They ask that pairs come from openings of their own and that strength does not change."
        }
        _ if summary.verdict_by == VerdictBy::Anytime => {
            "The verdict rests on the anytime-valid interval. It may be checked while the match runs, and \
             stays valid where the result has stopped the match; it asks that pairs come from openings of \
             their own, and that the choice of the next ones does not depend on earlier results."
        }
        Method::Pairs => {
            "The interval takes the pairs of games as independent of each other, each from an \
             opening of its own, and is valid at the end of a match whose length was fixed \
             beforehand."
        }
        Method::Openings => {
            "Openings were played by several pairs, so the interval takes the openings as its unit, \
             independent of each other. It is valid at the end of a match whose length was fixed \
             beforehand."
        }
        Method::Mixed => "The interval takes single games and pairs as independent of each other.",
        Method::Colours => {
            "The colours are not balanced: the estimate has a term for White, and its interval takes single games as \
             independent of each other."
        }
        Method::Games => {
            "There is no complete pair yet: the interval takes the single games as independent of \
             each other."
        }
    }
}

/// Where the sequential test stands, if there is one.
fn sequential_test(stop: &StopSummary) -> Option<Table> {
    let test = stop.sprt.as_ref()?;
    let mut table = Table::new(["Sequential test", "ratio", "lower bound", "upper bound", "state"]);
    let state = match stop.outcome {
        Outcome::Decided(Decision::H0) => "H0 accepted",
        Outcome::Decided(Decision::H1) => "H1 accepted",
        Outcome::Decided(Decision::Stronger | Decision::Weaker | Decision::NoDifference)
        | Outcome::Inconclusive => "inconclusive",
        Outcome::Open => "open",
    };
    let [llr, lower, upper] =
        [test.llr, test.lower, test.upper].map(|value| words::decimal(value, 2));
    let pairs = words::several(stop.pairs, "pair");
    let name = format!("log-likelihood ratio, {} ({pairs})", test.test.bounds());
    table.row([name, llr, lower, upper, state.to_owned()]);
    Some(table)
}

fn terminations(first: &str, endings: &[Ended]) -> Table {
    let heading = format!("Terminations, seen by {first}");
    let mut table = Table::new([heading.as_str(), "games", "won", "drawn", "lost"]);
    for ended in endings {
        table.row([ended.termination.name().to_owned()].into_iter().chain(results(ended.games)));
    }
    table
}

/// Games by the way they ended, where they are nobody's in particular.
pub(super) fn ending_counts<'a>(endings: impl IntoIterator<Item = (&'a str, u64)>) -> Table {
    let mut table = Table::new(["Terminations", "games"]);
    for (name, games) in endings {
        table.row([name, &words::count(games)]);
    }
    table
}

/// Colours and pairs as bars.
fn bars(two: &TwoPlayers<'_>) -> Markup {
    let Pentanomial { ww, wd, ld, ll, .. } = two.pairs;
    let pairs = [
        ("won", "2 : 0", ww),
        ("half-won", "1½ : ½", wd),
        ("drawn", "1 : 1", two.pairs.middle()),
        ("half-lost", "½ : 1½", ld),
        ("lost", "0 : 2", ll),
    ];
    html! {
        p.note { "Games of " (two.names[0]) ": won, drawn and lost" }
        (bar("as White", &won_drawn_lost(two.as_white)))
        (bar("as Black", &won_drawn_lost(two.as_black)))
        (bar("pairs", &pairs))
    }
}

fn ending_bars(endings: &[Ended], played: u64) -> Markup {
    html! {
        @for ended in endings {
            (share(ended.termination.name(), &won_drawn_lost(ended.games), played))
        }
    }
}

/// A part of a bar: the class of its colour, its name, and its length.
type BarPart = (&'static str, &'static str, u64);

fn won_drawn_lost(games: Wdl) -> [BarPart; 3] {
    [("won", "won", games.wins), ("drawn", "drawn", games.draws), ("lost", "lost", games.losses)]
}

/// A bar whose parts are as long as their shares, with the counts below.
fn bar(name: &str, parts: &[BarPart]) -> Markup {
    share(name, parts, parts.iter().map(|(_, _, count)| count).sum())
}

/// A bar whose whole length stands for `whole`.
fn share(name: &str, parts: &[BarPart], whole: u64) -> Markup {
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

/// The lengths of games, by their winner.
fn lengths(bins: &[LengthBin]) -> Plot {
    let moves = |plies: usize| plies as f64 / 2.0;
    let highest = bins.iter().map(|bin| bin.games.games()).max().unwrap_or(0);
    let first = bins.first().map_or(0, |bin| bin.from_plies);
    let end = bins.last().map_or(1, |bin| bin.to_plies + 1);
    let bars = bins.iter().flat_map(|bin| {
        let (left, right) = (moves(bin.from_plies) + 0.4, moves(bin.to_plies + 1) - 0.4);
        let mut bottom = 0.0;
        let Wdl { wins, draws, losses } = bin.games;
        let parts = [(wins, WON), (draws, DRAWN), (losses, LOST)];
        parts.into_iter().filter(|(count, _)| *count > 0).map(move |(count, colour)| {
            let top = bottom + count as f64;
            let corners = [(left, bottom), (right, top)];
            bottom = top;
            Mark::Bar(corners, colour)
        })
    });
    let (x, y) = (moves(first)..moves(end), 0.0..highest.max(1) as f64 * 1.05);
    Plot {
        key: plot::key(["won", "drawn", "lost"].map(|name| (name, name))),
        y_label: plot::short,
        readings: bins.iter().map(reading).collect(),
        marks: bars.collect(),
        ..Plot::of("Length of the games", "moves, without the opening's", x, y)
    }
}

/// The games of a bar.
fn reading(bin: &LengthBin) -> Reading {
    let heading = format!("{} to {} moves", bin.from_plies.div_ceil(2), bin.to_plies.div_ceil(2));
    let counts =
        won_drawn_lost(bin.games).map(|(_, name, count)| format!("{name} {}", words::count(count)));
    let middle = (bin.from_plies + bin.to_plies + 1) as f64 / 4.0;
    Reading::at(middle, &heading, counts)
}
