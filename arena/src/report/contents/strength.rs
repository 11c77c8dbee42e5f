//! Tables of what the results say: score, Elo difference, sequential test.

use super::{first, second};
use crate::report::stopped::{Outcome, StopSummary};
use crate::report::summary::{Method, Summary, VerdictBy};
use document::Table;
use stats::stop::Decision;
use stats::{Estimates, Interval, Wdl, anytime, words};

/// The line of the papers' tables: from games as they have it, and the same from pairs.
pub(super) fn score(summary: &Summary) -> Table {
    let names = format!("{} - {}", first(summary), second(summary));
    let mut table = Table::new(["Score", &names, "winning %", "winning ratio", "Elo difference"]);
    let mut row = |name: &str, games: Wdl, estimates: &Estimates| {
        let plus_minus = match (estimates.elo.0, estimates.t_elo_pm.0) {
            (Some(elo), Some(half)) => words::plus_minus(elo, half),
            _ => None,
        };
        // Where Student's t has no error to print, the likelihood still has an interval.
        let elo = plus_minus.unwrap_or_else(|| {
            words::elo_with_interval(estimates.elo.0, estimates.likelihood_elo())
        });
        table.row([
            name,
            &words::points(games),
            &words::winning_percentage(games),
            &words::winning_ratio(games),
            &elo,
        ]);
    };
    row("games", summary.games.all, &summary.on_games);
    row("pairs", summary.pairs.counts.games(), &summary.on_pairs);
    table
}

pub(in crate::report) fn strength(summary: &Summary) -> Table {
    let mut table = Table::new([
        format!("Details: Elo of {} over {}", first(summary), second(summary)),
        "Elo".to_owned(),
        "95 % CI".to_owned(),
    ]);
    let (games, pairs) = (&summary.on_games, &summary.on_pairs);
    let is_fixed = summary.verdict_by == VerdictBy::Headline;
    let marked = |name: &str, method: Method| match is_fixed && summary.headline.method == method {
        true => format!("{name} (used for the verdict)"),
        false => name.to_owned(),
    };
    let mut row = |name: String, elo: Option<f64>, ends: Option<Interval>| {
        let text = ends.map_or_else(|| "n/a".to_owned(), words::interval);
        table.row([name, words::elo(elo), text]);
    };
    if let Some(ends) = summary.clustered_by_opening {
        row(marked("openings, clustered t", Method::Openings), pairs.elo.0, Some(ends.interval()));
    }
    if pairs.n > 0.0 {
        row(
            marked("pairs, empirical likelihood", Method::Pairs),
            pairs.elo.0,
            Some(pairs.likelihood_elo()),
        );
        row("pairs, Student's t".to_owned(), pairs.elo.0, pairs.student_elo());
        row("pairs, Wilson".to_owned(), pairs.elo.0, Some(pairs.wilson_elo()));
    } else {
        row(
            marked("games, empirical likelihood", Method::Games),
            games.elo.0,
            Some(games.likelihood_elo()),
        );
    }
    row("games, Student's t (the papers')".to_owned(), games.elo.0, games.student_elo());
    let level = summary.anytime.unusual_level();
    let pairs_seen = words::several(summary.anytime.pairs, "pair");
    let earlier = if is_tighter(summary) { "; narrowed by earlier looks" } else { "" };
    let mut anytime = format!("anytime-valid{level} ({pairs_seen}{earlier})");
    if !is_fixed {
        anytime += " (used for the verdict)";
    }
    row(anytime, pairs.elo.0, Some(summary.anytime.ends.interval()));
    table.row(normalized(summary));
    let superiority = if pairs.n > 0.0 { pairs.los } else { games.los };
    table.row([
        "LOS (likelihood of superiority)".to_owned(),
        words::probability(superiority.0.unwrap_or(0.5)),
        String::new(),
    ]);
    table
}

/// Whether the anytime-valid interval, which keeps whatever an earlier look has excluded, is narrower on a side than
/// the interval of the present look.
fn is_tighter(summary: &Summary) -> bool {
    let (anytime, once) = (summary.anytime.ends.interval(), summary.on_pairs.likelihood_elo());
    let keeps_looks = summary.facts.anytime != anytime::Method::Mixture;
    let is_tighter = |anytime: f64, once: f64| once.is_finite() && anytime > once;
    keeps_looks && (is_tighter(anytime.low, once.low) || is_tighter(-anytime.high, -once.high))
}

/// Where the sequential test stands, if there is one.
pub(super) fn sequential_test(stop: &StopSummary) -> Option<Table> {
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

fn normalized(summary: &Summary) -> [String; 3] {
    let estimates = if summary.on_pairs.n > 0.0 { &summary.on_pairs } else { &summary.on_games };
    let name = "normalized Elo".to_owned();
    match (estimates.nelo.0, estimates.nelo_err_delta.0) {
        (Some(value), Some(half)) if half > 0.0 => {
            let ends = Interval { low: value - half, high: value + half };
            [name, words::decimal(value, 1), words::interval(ends)]
        }
        _ => [name, "n/a".to_owned(), "n/a".to_owned()],
    }
}
