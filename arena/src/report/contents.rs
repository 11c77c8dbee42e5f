//! What a report says, in which order and in which words.

pub(super) mod analysis;
pub(super) mod efforts;
mod unused_time;

use super::MatchReport;
use super::effort::Effort;
use super::stopped::{Outcome, StopSummary};
use super::summary::{Method, Summary};
use document::{Block, Document, Table};
use stats::Estimates;
use stats::headline::{self, Names};
use stats::words;
use stats::{Interval, Wdl};

/// The report of a journal.
pub(super) fn of_match(report: &MatchReport) -> Document {
    let mut document = of(&report.summary);
    if report.summary.games.played > 0 {
        // The setting stays at the end.
        let setting = document.0.pop();
        document.0.extend(analysis::tables(report).map(Block::Table));
        document.0.extend(setting);
    }
    document
}

/// The report of the numbers alone.
pub(super) fn of(summary: &Summary) -> Document {
    let mut blocks = vec![
        Block::Title(format!("{} vs {}", first(summary), second(summary))),
        Block::Paragraph(verdict(summary)),
    ];
    blocks.extend(caveats(summary).into_iter().map(Block::Paragraph));
    if summary.games.played > 0 {
        blocks.extend(
            [
                score(summary),
                strength(summary),
                colours(summary),
                pairs(summary),
                terminations(summary),
                efforts::per_move(&sides(summary)),
            ]
            .map(Block::Table),
        );
        blocks.extend(summary.stop.iter().flat_map(sequential_test).map(Block::Table));
        let sides = sides(summary);
        blocks.extend(efforts::techniques(&sides).map(Block::Table));
        blocks.extend(efforts::clocks(&sides).map(Block::Table));
    }
    blocks.push(Block::Table(setting(summary)));
    Document(blocks)
}

fn first(summary: &Summary) -> &str {
    &summary.facts.contenders[0].name
}

fn second(summary: &Summary) -> &str {
    &summary.facts.contenders[1].name
}

pub(in crate::report) fn verdict(summary: &Summary) -> String {
    let names = Names { first: first(summary), second: second(summary) };
    let elo = summary.headline.elo.0;
    let (fixed, anytime) = (summary.headline.ends.interval(), summary.anytime.ends.interval());
    match headline::verdict(names, elo, summary.valid_interval()) {
        verdict if elo.is_some() => format!("{verdict}, {}.", headline::intervals(fixed, anytime)),
        verdict => verdict + ".",
    }
}

/// What a reader must know before believing the verdict.
pub(in crate::report) fn caveats(summary: &Summary) -> Vec<String> {
    let mut caveats = Vec::new();
    caveats.extend(summary.stop.as_ref().map(StopSummary::sentence));
    caveats.extend(rule_changes(summary));
    if summary.is_decided() {
        caveats.push(
            "A match that stops when its result is clear overstates it: the Elo difference and the 95 % \
             CI are biased; the anytime-valid 95 % CI is not."
                .to_owned(),
        );
    }
    caveats.extend(unfinished(summary));
    caveats.extend(contradictory(summary));
    if summary.headline.method == Method::Openings {
        caveats.push(format!(
            "{} played an opening that another pair had played. Games from one opening resemble \
             each other, so the interval takes the {} as its unit instead of the pairs.",
            words::several(summary.openings.pairs_reusing_an_opening, "pair"),
            words::several(summary.openings.distinct, "opening")
        ));
    }
    if summary.pairs.unpaired_games > 0 {
        caveats.push(format!(
            "{} still without the other game of the pair: counted in the score, not in the pairs.",
            words::several(summary.pairs.unpaired_games, "game")
        ));
    }
    caveats.extend(faults(summary));
    caveats.extend(unused_time::sentence(&summary.facts.contenders, &sides(summary)));
    caveats
}

/// Those of the caveats that are news of this match, and not of matches of its kind.
pub(in crate::report) fn news(summary: &Summary) -> Vec<String> {
    let stop = summary.stop.as_ref().map(StopSummary::sentence);
    stop.into_iter()
        .chain(rule_changes(summary))
        .chain(unfinished(summary))
        .chain(contradictory(summary))
        .chain(faults(summary))
        .collect()
}

fn rule_changes(summary: &Summary) -> impl Iterator<Item = String> + '_ {
    summary.rule_changes.iter().map(|change| {
        format!(
            "{change} The results of these games could be known then: the error rates of the test \
             no longer hold."
        )
    })
}

fn unfinished(summary: &Summary) -> Option<String> {
    (!summary.is_over()).then(|| {
        format!(
            "The match is not finished: {} of {} played. The 95 % CI is for its end; until then use the \
             anytime-valid one.",
            words::count(summary.games.played),
            words::several(summary.games.planned, "game")
        )
    })
}

fn contradictory(summary: &Summary) -> Option<String> {
    summary.anytime.contradictory.then(|| {
        "The pairs contradict each other: some of them exclude every difference that the others \
         had left. Something changed during the match (an engine, the machine, the kind of \
         openings), or this is one of the 5 % of matches in which the anytime-valid interval is \
         wrong. The interval stays as it was before."
            .to_owned()
    })
}

/// Games that were not lost by chess.
fn faults(summary: &Summary) -> Option<String> {
    let forfeits: u64 = summary.contenders.iter().map(|effort| effort.time_forfeits).sum();
    let failures: u64 = summary.contenders.iter().map(|effort| effort.failures).sum();
    if forfeits + failures == 0 {
        return None;
    }
    let suspects: u64 = summary.contenders.iter().map(|effort| effort.suspect_forfeits).sum();
    let suspect = match suspects {
        0 => String::new(),
        _ => format!(" ({} suspect: the machine may be to blame)", words::count(suspects)),
    };
    Some(format!(
        "{} lost on time{suspect} and {} by a failing engine: see the terminations.",
        words::several(forfeits, "game"),
        words::several(failures, "game")
    ))
}

/// The line of the papers' tables: from games as they have it, and the same from pairs.
fn score(summary: &Summary) -> Table {
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
        format!("Elo of {} over {}", first(summary), second(summary)),
        "Elo".to_owned(),
        "95 % CI".to_owned(),
    ]);
    let (games, pairs) = (&summary.on_games, &summary.on_pairs);
    let is_verdict = |method| summary.is_over() && summary.headline.method == method;
    let marked = |name: &str, method: Method| match is_verdict(method) {
        true => format!("{name} (the verdict's)"),
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
    let mut anytime = format!("anytime-valid ({})", words::several(summary.anytime.pairs, "pair"));
    if !summary.is_over() {
        anytime += " (the verdict's)";
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

/// Where the sequential test stands, if there is one.
fn sequential_test(stop: &StopSummary) -> Option<Table> {
    let test = stop.sprt.as_ref()?;
    let mut table = Table::new(["Sequential test", "ratio", "lower bound", "upper bound", "state"]);
    let state = match stop.outcome {
        Outcome::H0 => "H0 accepted",
        Outcome::H1 => "H1 accepted",
        Outcome::Stronger | Outcome::Weaker | Outcome::Inconclusive => "inconclusive",
        Outcome::Open => "open",
    };
    let [llr, lower, upper] =
        [test.llr, test.lower, test.upper].map(|value| words::decimal(value, 2));
    let pairs = words::several(stop.pairs, "pair");
    let name = format!("log-likelihood ratio, {} ({pairs})", test.hypotheses());
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

pub(in crate::report) fn colours(summary: &Summary) -> Table {
    let mut table = Table::new([
        format!("Games of {}", first(summary)).as_str(),
        "games",
        "won",
        "drawn",
        "lost",
        "score",
    ]);
    let games = &summary.games;
    for (name, games) in
        [("as White", games.as_white), ("as Black", games.as_black), ("all", games.all)]
    {
        let [all, won, drawn, lost] = results(games);
        table.row([name.to_owned(), all, won, drawn, lost, words::winning_percentage(games)]);
    }
    table
}

pub(in crate::report) fn pairs(summary: &Summary) -> Table {
    let mut table = Table::new([
        "Pairs",
        "LL",
        "LD",
        "DD",
        "WL",
        "WD",
        "WW",
        "Ptnml(0-2)",
        "correlation",
        "pairs ratio",
    ]);
    let pairs = &summary.pairs;
    let counts = pairs.counts;
    let mut row = vec![words::count(pairs.complete)];
    row.extend(
        [counts.ll, counts.ld, counts.dd, counts.wl, counts.wd, counts.ww].map(words::count),
    );
    row.push(words::ptnml(counts));
    row.push(words::ratio(pairs.pair_correlation.0));
    row.push(words::ratio(pairs.pairs_ratio.0));
    table.row(row);
    table
}

pub(in crate::report) fn terminations(summary: &Summary) -> Table {
    let mut table = Table::new([
        format!("Terminations, seen by {}", first(summary)).as_str(),
        "games",
        "won",
        "drawn",
        "lost",
    ]);
    for ended in &summary.terminations {
        let [all, won, drawn, lost] = results(ended.games);
        table.row([ended.termination.name().to_owned(), all, won, drawn, lost]);
    }
    table
}

fn results(games: Wdl) -> [String; 4] {
    [games.games(), games.wins, games.draws, games.losses].map(words::count)
}

/// The contenders' names and what they did.
fn sides(summary: &Summary) -> [(&str, &Effort); 2] {
    let efforts = &summary.contenders;
    [(first(summary), &efforts.first), (second(summary), &efforts.second)]
}

pub(in crate::report) fn setting(summary: &Summary) -> Table {
    let mut table = Table::new(["Match", summary.facts.name.as_str()]).of_words();
    let facts = &summary.facts;
    let openings = &summary.openings;
    if let Some(question) = &facts.question {
        table.row(["question", question]);
    }
    for contender in &facts.contenders {
        table.row([
            &contender.name,
            &format!("{} at {}", contender.configuration, contender.limits),
        ]);
    }
    table.row(["openings", &facts.book.to_string()]);
    if let Some(cost) = &summary.book_cost {
        let games = summary.pairs.counts.games().games() as f64;
        table.row(["what they cost", &cost.words(games)]);
    }
    let per_opening = match (openings.fewest_games, openings.most_games) {
        (fewest, most) if fewest == most => words::count(most),
        (fewest, most) => format!("{} to {}", words::count(fewest), words::count(most)),
    };
    table.row([
        "games per opening",
        &format!(
            "{per_opening} over {}; {} reused an opening",
            words::several(openings.distinct, "opening"),
            words::several(openings.pairs_reusing_an_opening, "pair")
        ),
    ]);
    let plies = &summary.plies;
    let mean = plies.total.checked_div(summary.games.played).unwrap_or(0);
    table.row([
        "plies per game",
        &format!("{} to {}, {mean} on average", plies.shortest, plies.longest),
    ]);
    let rules = facts.stop.words();
    if !rules.is_empty() {
        table.row(["stop rules", &rules]);
    }
    table.row(["anytime-valid interval", &facts.anytime.words()]);
    table.row(["adjudication", &facts.adjudication]);
    table.row(["seed", &facts.seed.to_string()]);
    table
}
