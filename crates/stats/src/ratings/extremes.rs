//! Players that won or lost all their games against the rated ones: a rating by a prior, and a bound without one.

use crate::root::bisect;

use super::{ELO_SCALE, Played, Results, score, solution};

/// Drawn games that the prior of a player without a rating has, shared among its opponents in proportion to its games
/// with them; the number is that of BayesElo (R. Coulom).
pub const PRIOR_GAMES: f64 = 2.0;

/// The Elo of a player that won or lost all: by a prior, and its bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extreme {
    /// Elo with a prior of [`PRIOR_GAMES`] drawn games.
    pub elo: f64,
    /// The one-sided confidence bound without a prior: the Elo at which results as extreme as these against the rated
    /// players have the probability that the confidence leaves. Lower for a player that won all, upper for one that lost all; `None`
    /// without games against rated players. A pair counts as one game, since its games resemble each other.
    pub bound: Option<f64>,
}

/// The farthest from the rated players that a bound is looked for, in logarithms of odds.
const FARTHEST: f64 = 60.0;

/// Elo by a prior and bound of every connected player without a strength; of others they have no meaning. Without any
/// known strength the mean of all is 0.
pub(super) fn extremes(
    known: &[Option<f64>],
    connected: &[bool],
    results: &[Results],
    confidence: f64,
) -> Vec<Extreme> {
    let none = Extreme { elo: 0.0, bound: None };
    if !known.iter().zip(connected).any(|(known, connected)| *connected && known.is_none()) {
        return vec![none; known.len()];
    }
    let members: Vec<usize> = (0..known.len()).filter(|&player| connected[player]).collect();
    let mut number = vec![0; known.len()];
    members.iter().enumerate().for_each(|(i, &member)| number[member] = i);
    let fixed: Vec<Option<f64>> = members.iter().map(|&member| known[member]).collect();
    let mut games = vec![0.0; known.len()];
    for encounter in results {
        encounter.players.iter().for_each(|&player| games[player] += encounter.games());
    }
    let with_prior =
        results.iter().filter(|encounter| connected[encounter.players[0]]).map(|encounter| {
            let unknown = encounter.players.iter().filter(|&&player| known[player].is_none());
            let share = |&player: &usize| PRIOR_GAMES * encounter.games() / games[player].max(1.0);
            let drawn: f64 = unknown.map(share).sum();
            let played = Played::of(encounter.players.map(|player| number[player]), encounter);
            Played { games: played.games + drawn, points: played.points + drawn / 2.0, ..played }
        });
    let with_prior: Vec<Played> = with_prior.filter(|played| played.games > 0.0).collect();
    let (strengths, ..) = solution(&fixed, &with_prior);
    let extreme = |player: usize| match connected[player] && known[player].is_none() {
        true => Extreme {
            elo: strengths[number[player]] * ELO_SCALE,
            bound: bound(player, known, results, confidence),
        },
        false => none,
    };
    (0..known.len()).map(extreme).collect()
}

/// The bound of a player that won or lost all against players of known strength.
fn bound(
    player: usize,
    known: &[Option<f64>],
    results: &[Results],
    confidence: f64,
) -> Option<f64> {
    // The opponents' strengths, and the independent games against each.
    let mut against: Vec<(f64, f64)> = Vec::new();
    let mut has_won = false;
    for encounter in results.iter().filter(|encounter| encounter.samples() > 0.0) {
        let [first, second] = encounter.players;
        let (opponent, won) = match () {
            () if first == player => (second, encounter.points() > 0.0),
            () if second == player => (first, encounter.points() < encounter.games()),
            () => continue,
        };
        if let Some(strength) = known[opponent] {
            against.push((strength, encounter.samples()));
            has_won = won;
        }
    }
    let sign = if has_won { 1.0 } else { -1.0 };
    let log_probability = |strength: f64| -> f64 {
        against
            .iter()
            .map(|(other, samples)| samples * score(sign * (strength - other) * ELO_SCALE).ln())
            .sum()
    };
    let wanted = (1.0 - confidence).ln();
    let middle = against.first()?.0;
    // The probability of winning all grows with the strength, that of losing all falls.
    let is_too_low = |strength| (log_probability(strength) < wanted) == has_won;
    Some(bisect(middle - FARTHEST, middle + FARTHEST, is_too_low) * ELO_SCALE)
}
