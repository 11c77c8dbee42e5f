//! The lines of a running match: its figures, for a progress bar, and its faults.

use std::path::Path;

use crate::chess::record::{GameRecord, Termination};
use crate::config::Match;
use crate::score::tally::{Scoreboard, Tally};
use stats::elo::elo;
use stats::headline::{Kind, NamedInterval};
use stats::words;
use stats::{Estimates, Wdl, ratios};

/// Score, winning percentage, and Elo with its error as of one look, in fewer and fewer words:
/// `new - old: 109.5 - 86.5 (55.9 %), Elo 41.0 +- 51.3 (95 %, one look)` to `Elo 41.0 +- 51.3`.
///
/// All are of the complete pairs, or of the games before the first one; once a test has ended the match, estimate and
/// interval are those of its exit.
#[must_use]
pub fn progress([first, second]: [&str; 2], tally: &Tally) -> Vec<String> {
    if tally.games().games() == 0 {
        return vec!["no games yet".to_owned()];
    }
    let pairs = tally.pairs();
    let games = if pairs.pairs() > 0 { pairs.games() } else { tally.games() };
    let (estimate, interval) = match tally.monitor.exit() {
        Some(exit) => (exit.elo.0, NamedInterval::exit(&exit)),
        None => {
            let estimates = Estimates::of(&pairs.into(), games);
            let interval = NamedInterval::fixed(estimates.likelihood_elo());
            (ratios::score(games).map(elo), interval)
        }
    };
    let (elo, named) = match (interval.kind, interval.ends.half_width()) {
        (Kind::Fixed, Some(half)) => {
            let elo = format!("Elo {} +- {}", words::elo(estimate), words::decimal(half, 1));
            let named = format!("{elo} ({}, one look)", words::level(interval.confidence));
            (elo, named)
        }
        (_, width) => {
            let elo = format!("Elo {}", words::elo_with_interval(estimate, interval.ends));
            let name = width.map(|_| format!(" ({})", interval.name())).unwrap_or_default();
            let named = format!("{elo}{name}");
            (elo, named)
        }
    };
    let (points, percentage) = (words::points(games), words::winning_percentage(games));
    vec![
        format!("{first} - {second}: {points} ({percentage}), {named}"),
        format!("{first} - {second}: {points} ({percentage}), {elo}"),
        format!("{first}: {points} | {percentage} | {elo}"),
        format!("{first}: {points} | {elo}"),
        format!("{points} | {elo}"),
        elo,
    ]
}

/// Contenders that the standings on one line name, at most.
const NAMED: usize = 5;

/// The score of every contender by name, the best first, `a 61.3 % of 40, b 50.0 % of 40`; then with fewer
/// and fewer of them.
#[must_use]
pub fn standings(names: &[&str], pairings: &[[usize; 2]], scoreboard: &Scoreboard) -> Vec<String> {
    let mut games = vec![Wdl::default(); names.len()];
    for (&[first, second], tally) in pairings.iter().zip(scoreboard.pairings()) {
        games[first] += tally.games();
        games[second] += tally.games().reversed();
    }
    let mut played: Vec<(&str, Wdl)> =
        names.iter().copied().zip(games).filter(|(_, games)| games.games() > 0).collect();
    let score = |games: Wdl| ratios::score(games).unwrap_or(0.0);
    played.sort_by(|(_, a), (_, b)| score(*b).total_cmp(&score(*a)));
    let of_best = |count: usize| {
        let named = played.iter().take(count).map(|&(name, games)| {
            let percentage = words::winning_percentage(games);
            format!("{name} {percentage} of {}", words::count(games.games()))
        });
        let more = (played.len() > count).then(|| format!("{} more", played.len() - count));
        named.chain(more).collect::<Vec<String>>().join(", ")
    };
    match played.len().min(NAMED) {
        0 => vec!["no games yet".to_owned()],
        most => (1..=most).rev().map(of_best).collect(),
    }
}

/// A game that did not end by chess, in words with the place of its evidence; `None` for the others.
#[must_use]
pub fn incident(settings: &Match, record: &GameRecord, evidence: Option<&Path>) -> Option<String> {
    let (side, fault) = match record.termination {
        Termination::TimeForfeit(side) => (side, "overstepped the time"),
        Termination::Abandoned(side) => (side, "failed"),
        Termination::IllegalMove(side) => (side, "named no legal move"),
        _ => return None,
    };
    let (game, name) = (record.spec.game + 1, &settings.player(&record.spec, side).name);
    let detail = record.incident.as_ref().map_or(String::new(), |detail| format!(" ({detail})"));
    let kept = evidence.map_or(String::new(), |path| format!("; see {}", path.display()));
    Some(format!("game {game}: {name} {fault}{detail}{kept}"))
}
