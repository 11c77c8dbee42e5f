//! The table of what was played.

use crate::report::summary::Summary;
use document::Table;
use stats::words;

pub(in crate::report) fn setting(summary: &Summary) -> Table {
    let mut table = Table::new(["Match", summary.facts.name.as_str()]).of_words();
    let facts = &summary.facts;
    let openings = &summary.openings;
    if let Some(question) = &facts.question {
        table.row(["question", question]);
    }
    for contender in &facts.contenders {
        table.row([&contender.name, &format!("{} at {}", contender.engine, contender.limits)]);
        if let Some(revision) = &contender.revision {
            table.row([format!("{}, built from", contender.name), revision.to_string()]);
        }
    }
    if let Some(cost) = facts.equal_cost_in_words() {
        table.row(["nodes", &cost]);
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
