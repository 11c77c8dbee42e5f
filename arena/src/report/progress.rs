//! The figures of a running match, for a progress bar.

use crate::score::tally::{Scoreboard, Tally};
use stats::elo::elo;
use stats::words;
use stats::{Wdl, ratios};

/// Score, winning percentage, and Elo with the anytime-valid interval:
/// `109.5 - 86.5 | 55.9 % | Elo 41.0 [-10.2, 92.4]`.
///
/// The estimate is that of all games; the interval that of the pairs in schedule order.
#[must_use]
pub fn progress(tally: &Tally) -> String {
    let games = tally.games();
    if games.games() == 0 {
        return "no games yet".to_owned();
    }
    let estimate = ratios::score(games).map(elo);
    let ends = tally.anytime.ends().elo();
    format!(
        "{} | {} | Elo {}",
        words::points(games),
        words::winning_percentage(games),
        words::elo_with_interval(estimate, ends)
    )
}

/// Contenders that the standings on one line name, at most.
const NAMED: usize = 5;

/// The score of every contender by name, the best first: `a 61.3 % of 40, b 50.0 % of 40`.
#[must_use]
pub fn standings(names: &[&str], pairings: &[[usize; 2]], scoreboard: &Scoreboard) -> String {
    let mut games = vec![Wdl::default(); names.len()];
    for (&[first, second], tally) in pairings.iter().zip(scoreboard.pairings()) {
        games[first] += tally.games();
        games[second] += tally.games().reversed();
    }
    let mut played: Vec<(&str, Wdl)> =
        names.iter().copied().zip(games).filter(|(_, games)| games.games() > 0).collect();
    if played.is_empty() {
        return "no games yet".to_owned();
    }
    let score = |games: Wdl| ratios::score(games).unwrap_or(0.0);
    played.sort_by(|(_, a), (_, b)| score(*b).total_cmp(&score(*a)));
    let mut parts: Vec<String> = played
        .iter()
        .take(NAMED)
        .map(|&(name, games)| {
            format!(
                "{name} {} of {}",
                words::winning_percentage(games),
                words::count(games.games())
            )
        })
        .collect();
    if played.len() > NAMED {
        parts.push(format!("{} more", played.len() - NAMED));
    }
    parts.join(", ")
}
