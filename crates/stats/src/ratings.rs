//! Ratings of more than two players from the games they played against each other.
//!
//! Model: Bradley & Terry, "Rank analysis of incomplete block designs" (Biometrika 39, 1952), a
//! draw being half a win and half a loss; Elo is its logarithm. The ratings solve "every player has
//! as many points as expected". Because of draws and pairs, results vary differently from the
//! model's coin tosses, so the errors do not rest on the model: they are Huber's ("The behavior of
//! maximum likelihood estimates under nonstandard conditions", 1967), H^-1 B H^-1 with H the
//! information of the model and B the observed squares of each pair's deviation from its
//! expectation. For two players they are those of Student's t on pairs.

mod equations;
mod extremes;
mod grounded;
mod groups;
mod network;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use equations::{Equations, Heeds};
use extremes::extremes;
pub use extremes::{Extreme, PRIOR_GAMES};
use network::Joint;

use super::distributions::{critical_value, student_t_cdf};
use super::elo::score;
use super::{Pentanomial, Wdl};

/// The games of two players, from the first one's view.
#[derive(Clone, Copy, Debug)]
pub struct Results {
    /// The players' numbers.
    pub players: [usize; 2],
    /// Complete pairs.
    pub pairs: Pentanomial,
    /// Games that belong to no pair.
    pub singles: Wdl,
    /// All games as White and as Black, where these are not balanced: the ratings then have a term for White.
    pub colours: Option<[Wdl; 2]>,
}

/// The rating of one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo, relative to the anchors, or else to the mean of all rated players.
    pub elo: f64,
    /// Half the width of its interval in Elo; `None` without a spread to estimate it from.
    pub half_width: Option<f64>,
    /// The likelihood of superiority over the next weaker rated player, 0 to 1; `None` for the weakest, and without a spread
    /// to estimate it from.
    pub los_over_next: Option<f64>,
}

/// Elo in a unit of the natural logarithm of odds.
const ELO_SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// Newton's steps at most; near the solution each doubles the digits.
const STEPS: usize = 100;
/// A step shorter than this means that all digits have been found.
const SHORTEST_STEP: f64 = 1e-10;
/// The largest change of a logarithm of odds in a step.
const LONGEST_STEP: f64 = 2.0;

impl Results {
    fn games(&self) -> f64 {
        (self.pairs.games() + self.singles).games() as f64
    }

    fn points(&self) -> f64 {
        (self.pairs.games() + self.singles).half_points() as f64 / 2.0
    }

    fn samples(&self) -> f64 {
        (self.pairs.pairs() + self.singles.games()) as f64
    }

    /// Sums of squared deviations from the expected score, which depends on the colour: those of pairs, or of all single
    /// games, for colour 0, and of single games with one colour.
    fn squares(&self, expected: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
        let sum = |counts: &[u64], games: f64, colour: f64| {
            let squares = counts.iter().enumerate().map(|(half_points, &count)| {
                count as f64 * (half_points as f64 / 2.0 - games * expected(colour)).powi(2)
            });
            (colour, squares.sum::<f64>())
        };
        let single =
            |games: Wdl, colour| sum(&[games.losses, games.draws, games.wins], 1.0, colour);
        let Pentanomial { ll, ld, wd, ww, .. } = self.pairs;
        let pairs = sum(&[ll, ld, self.pairs.middle(), wd, ww], 2.0, 0.0);
        match self.colours {
            // Of games beside pairs the colours are not known.
            Some([white, black]) if self.pairs.pairs() == 0 => {
                vec![single(white, 1.0), single(black, -1.0)]
            }
            _ => vec![pairs, single(self.singles, 0.0)],
        }
    }
}

/// The information of the games about one player's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Standing {
    /// The player is rated.
    Rated(Rating),
    /// It took all points from the rated players, directly or by way of others.
    Above(Extreme),
    /// They took all points from it.
    Below(Extreme),
    /// No chain of games leads from it to the rated players.
    Unconnected,
}

impl Standing {
    /// The rating, if there is one.
    #[must_use]
    pub fn rating(self) -> Option<Rating> {
        match self {
            Standing::Rated(rating) => Some(rating),
            Standing::Above(_) | Standing::Below(_) | Standing::Unconnected => None,
        }
    }

    /// The bound and the Elo by a prior of a player whose results have no rating.
    #[must_use]
    pub fn extreme(self) -> Option<Extreme> {
        match self {
            Standing::Above(extreme) | Standing::Below(extreme) => Some(extreme),
            Standing::Rated(_) | Standing::Unconnected => None,
        }
    }
}

/// The rating of every player, or the reason that there is none. `anchors` are players with known Elo, each once: the
/// others are rated relative to them, and their intervals leave out the anchors' own uncertainty. Without anchors the
/// mean of all rated players is 0.
///
/// Ratings exist where every player took points, directly or by way of others, off each other
/// (L. R. Ford, "Solution of a ranking problem from binary comparisons", 1957): a player who won
/// all games is infinitely strong. The largest such group is rated, from the games within it; the others have an
/// [`Extreme`]. An anchor outside that group counts for nothing.
///
/// The time is about proportional to the square of the number of players if most of them met few
/// others, as in a gauntlet. If many players all met each other, solving the equations takes about
/// the cube.
#[must_use]
pub fn ratings(
    players: usize,
    results: &[Results],
    anchors: &[(usize, f64)],
    confidence: f64,
) -> Vec<Standing> {
    let results: Vec<Results> =
        results.iter().filter(|encounter| encounter.games() > 0.0).copied().collect();
    let results = results.as_slice();
    let group = comparable(players, results);
    let mut number = vec![None; players];
    group.iter().enumerate().for_each(|(i, &member)| number[member] = Some(i));
    let within: Vec<([usize; 2], Results)> = results
        .iter()
        .filter_map(|&encounter| {
            let [first, second] = encounter.players;
            Some(([number[first]?, number[second]?], encounter))
        })
        .collect();
    let mut fixed = vec![None; group.len()];
    for &(player, elo) in anchors {
        if let Some(member) = number[player] {
            fixed[member] = Some(elo / ELO_SCALE);
        }
    }
    let rated = rate(&fixed, &within, confidence);
    let connected = connected(players, results, group.first().copied());
    let above = above(players, results, group.first().copied());
    let known: Vec<Option<f64>> = number
        .iter()
        .map(|i| i.and_then(|i| rated.get(i)).map(|rating| rating.elo / ELO_SCALE))
        .collect();
    let extremes = extremes(&known, &connected, results, confidence);
    let standing = |player: usize| match number[player].and_then(|i| rated.get(i)) {
        Some(&rating) => Standing::Rated(rating),
        None if above[player] => Standing::Above(extremes[player]),
        None if connected[player] => Standing::Below(extremes[player]),
        None => Standing::Unconnected,
    };
    (0..players).map(standing).collect()
}

/// The ratings of players that can all be compared; some may be fixed.
fn rate(fixed: &[Option<f64>], results: &[([usize; 2], Results)], confidence: f64) -> Vec<Rating> {
    let players = fixed.len();
    if players < 2 {
        return Vec::new();
    }
    let games: Vec<Played> = results
        .iter()
        .flat_map(|(players, results)| Played::by_colour(*players, results))
        .collect();
    let (strengths, white, equations) = solution(fixed, &games);
    let mut samples = vec![0.0; players];
    let mut spread: Vec<([usize; 2], f64, f64)> = Vec::new();
    for &(of_two @ [first, second], encounter) in results {
        samples[first] += encounter.samples();
        samples[second] += encounter.samples();
        let expected = |colour: f64| expected(&strengths, of_two, colour * white);
        let squares = encounter.squares(expected);
        spread.extend(squares.into_iter().map(|(colour, squares)| (of_two, colour, squares)));
    }
    let all_samples: f64 = samples.iter().sum::<f64>() / 2.0;
    let freedom = (all_samples - (equations.unknowns() as f64)).max(1.0);
    let critical = critical_value(confidence, freedom + 1.0);
    // Of a strength, or of a difference, that heeds the players' surpluses so; in Elo.
    let error = |Heeds { players, white }: &Heeds| {
        let term = |&([first, second], colour, squares): &([usize; 2], f64, f64)| {
            squares * (players[first] - players[second] + colour * white).powi(2)
        };
        let variance = spread.iter().map(term).sum::<f64>() * all_samples / freedom;
        Some(variance.sqrt() * ELO_SCALE).filter(|error| *error > 1e-6)
    };
    let heeds: Vec<Heeds> = (0..players).map(|i| equations.heeds(i)).collect();
    let mut order: Vec<usize> = (0..players).collect();
    order.sort_by(|&one, &other| strengths[other].total_cmp(&strengths[one]));
    let mut next = vec![None; players];
    order.windows(2).for_each(|neighbours| next[neighbours[0]] = Some(neighbours[1]));
    let superiority = |i: usize| {
        let next: usize = next[i]?;
        let joint = heeds[i].less(&heeds[next]);
        let lead = (strengths[i] - strengths[next]) * ELO_SCALE;
        Some(student_t_cdf(lead / error(&joint)?, freedom))
    };
    (0..players)
        .map(|i| Rating {
            elo: strengths[i] * ELO_SCALE,
            half_width: error(&heeds[i])
                .filter(|_| samples[i] >= 2.0)
                .map(|error| critical * error),
            los_over_next: superiority(i),
        })
        .collect()
}

/// The games of two players and the first one's points, in which virtual games may be mixed.
#[derive(Clone, Copy, Debug)]
struct Played {
    players: [usize; 2],
    /// 1 where the first one was White, -1 where it was Black, 0 for both.
    colour: f64,
    games: f64,
    points: f64,
}

impl Played {
    fn of(players: [usize; 2], results: &Results) -> Played {
        Played { players, colour: 0.0, games: results.games(), points: results.points() }
    }

    /// The games of each colour apart, where these are not balanced.
    fn by_colour(players: [usize; 2], results: &Results) -> Vec<Played> {
        let Some(colours) = results.colours else { return vec![Played::of(players, results)] };
        let of_colour = |(colour, games): (f64, Wdl)| Played {
            players,
            colour,
            games: games.games() as f64,
            points: games.half_points() as f64 / 2.0,
        };
        [1.0, -1.0]
            .into_iter()
            .zip(colours)
            .map(of_colour)
            .filter(|played| played.games > 0.0)
            .collect()
    }
}

/// The strengths at which every player that is not fixed has as many points as expected, in logarithms of odds, with White's
/// advantage, for which White has; and the equations of the games there. All are connected.
fn solution(fixed: &[Option<f64>], results: &[Played]) -> (Vec<f64>, f64, Equations) {
    let known: Vec<f64> = fixed.iter().copied().flatten().collect();
    let start = known.iter().sum::<f64>() / known.len().max(1) as f64;
    let mut strengths: Vec<f64> = fixed.iter().map(|fixed| fixed.unwrap_or(start)).collect();
    let (mut white, mut steps) = (0.0, 0);
    loop {
        let mut surpluses = Heeds { players: vec![0.0; fixed.len()], white: 0.0 };
        let information: Vec<(Joint, f64)> = results
            .iter()
            .map(|&Played { players: [first, second], colour, games, points }| {
                let expected = expected(&strengths, [first, second], colour * white);
                let surplus = points - games * expected;
                surpluses.players[first] += surplus;
                surpluses.players[second] -= surplus;
                surpluses.white += colour * surplus;
                (([first, second], games * expected * (1.0 - expected)), colour)
            })
            .collect();
        let equations = Equations::new(fixed, &information);
        let step = equations.solve(&surpluses);
        let longest =
            step.players.iter().fold(step.white.abs(), |longest, change| longest.max(change.abs()));
        let scale = if longest > LONGEST_STEP { LONGEST_STEP / longest } else { 1.0 };
        strengths
            .iter_mut()
            .zip(&step.players)
            .for_each(|(strength, change)| *strength += scale * change);
        white += scale * step.white;
        steps += 1;
        if longest < SHORTEST_STEP || steps == STEPS {
            return (strengths, white, equations);
        }
    }
}

/// The expected score of the first of two, whose colour is worth so much.
fn expected(strengths: &[f64], [first, second]: [usize; 2], colour: f64) -> f64 {
    score((strengths[first] - strengths[second] + colour) * ELO_SCALE)
}

/// The largest group of players that took points off each other, in the order of their numbers; of
/// equal ones the one with the first player.
fn comparable(players: usize, results: &[Results]) -> Vec<usize> {
    let (gains, losses) = points_taken(players, results);
    let groups = groups::strongly_connected(&gains, &losses);
    let rank = |group: &Vec<usize>| (group.len(), Reverse(group.first().copied()));
    groups.into_iter().max_by_key(rank).unwrap_or_default()
}

/// By player: the opponents that it took points off, and those that took points off it.
fn points_taken(players: usize, results: &[Results]) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let (mut gains, mut losses) = (vec![Vec::new(); players], vec![Vec::new(); players]);
    for encounter in results {
        let ([first, second], points) = (encounter.players, encounter.points());
        if points > 0.0 {
            gains[first].push(second);
            losses[second].push(first);
        }
        if points < encounter.games() {
            gains[second].push(first);
            losses[first].push(second);
        }
    }
    (gains, losses)
}

/// The players that took points off this one, directly or by way of others.
fn above(players: usize, results: &[Results], player: Option<usize>) -> Vec<bool> {
    let (_, losses) = points_taken(players, results);
    groups::reached(player, &losses)
}

/// The players connected with this one by a chain of games, whatever their results.
fn connected(players: usize, results: &[Results], player: Option<usize>) -> Vec<bool> {
    let mut met = vec![Vec::new(); players];
    for Results { players: [first, second], .. } in results {
        met[*first].push(*second);
        met[*second].push(*first);
    }
    groups::reached(player, &met)
}
