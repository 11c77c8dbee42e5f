//! Tables of what was counted: by colour, by pair, by the way games ended.

use super::first;
use crate::report::summary::Summary;
use document::Table;
use stats::{Wdl, words};

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
