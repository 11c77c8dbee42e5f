//! Ratings of more than two players from the games they played against each other.
//!
//! Model: Bradley & Terry, "Rank analysis of incomplete block designs" (Biometrika 39, 1952), a
//! draw being half a win and half a loss; Elo is its logarithm. The ratings solve "every player has
//! as many points as expected". Draws and the two games of a pair make results vary otherwise than
//! the model's coin tosses, so the errors do not rest on the model: they are Huber's ("The behavior
//! of maximum likelihood estimates under nonstandard conditions", 1967), H^-1 B H^-1 with H the
//! information of the model and B the observed squares of each pair's deviation from its
//! expectation. For two players they are those of Student's t on pairs.

use super::distributions::critical_value;
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
}

/// The rating of one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo, relative to the mean of all that are rated.
    pub elo: f64,
    /// Half the width of its interval in Elo; `None` where there is no spread to estimate it from.
    pub half_width: Option<f64>,
}

/// Elo in a unit of the natural logarithm of odds.
const ELO_SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// Newton's steps at most; each doubles the digits.
const STEPS: usize = 100;
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

    /// Sum of the squares by which pairs and single games deviate from an expected score per game.
    fn squares(&self, expected: f64) -> f64 {
        let Pentanomial { ll, ld, wd, ww, .. } = self.pairs;
        let pairs = [ll, ld, self.pairs.middle(), wd, ww];
        let singles = [self.singles.losses, self.singles.draws, self.singles.wins];
        let sum = |counts: &[u64], games: f64| {
            counts.iter().enumerate().fold(0.0, |sum, (half_points, &count)| {
                sum + count as f64 * (half_points as f64 / 2.0 - games * expected).powi(2)
            })
        };
        sum(&pairs, 2.0) + sum(&singles, 1.0)
    }
}

/// The rating of every player; `None` for those that cannot be compared with the rest.
///
/// Ratings exist for players each of whom took points, directly or by way of others, off each other
/// (L. R. Ford, "Solution of a ranking problem from binary comparisons", 1957): who won all games
/// is infinitely strong. The largest such group is rated, from the games within it.
#[must_use]
pub fn ratings(players: usize, results: &[Results], confidence: f64) -> Vec<Option<Rating>> {
    let group = comparable(players, results);
    let number: Vec<Option<usize>> =
        (0..players).map(|player| group.iter().position(|&member| member == player)).collect();
    let within: Vec<([usize; 2], Results)> = results
        .iter()
        .filter_map(|&of| {
            let [first, second] = of.players;
            Some(([number[first]?, number[second]?], of))
        })
        .collect();
    let rated = rate(group.len(), &within, confidence);
    number.into_iter().map(|number| number.and_then(|i| rated.get(i).copied())).collect()
}

fn rate(players: usize, results: &[([usize; 2], Results)], confidence: f64) -> Vec<Rating> {
    if players < 2 {
        return Vec::new();
    }
    let mut strengths = vec![0.0; players];
    let mut inverse = Vec::new();
    for _ in 0..STEPS {
        let mut gradient = vec![0.0; players];
        let mut information = vec![vec![0.0; players]; players];
        for ([first, second], of) in results {
            let expected = expected(&strengths, *first, *second);
            let surplus = of.points() - of.games() * expected;
            gradient[*first] += surplus;
            gradient[*second] -= surplus;
            add_edge(&mut information, *first, *second, of.games() * expected * (1.0 - expected));
        }
        inverse = pseudo_inverse(information);
        let step: Vec<f64> = inverse.iter().map(|row| dot(row, &gradient)).collect();
        let longest = step.iter().fold(0.0, |longest: f64, change| longest.max(change.abs()));
        let scale = if longest > LONGEST_STEP { LONGEST_STEP / longest } else { 1.0 };
        strengths.iter_mut().zip(&step).for_each(|(strength, change)| *strength += scale * change);
        if longest < 1e-12 {
            break;
        }
    }
    let mut spread = vec![vec![0.0; players]; players];
    let mut samples = vec![0.0; players];
    for ([first, second], of) in results {
        let squares = of.squares(expected(&strengths, *first, *second));
        add_edge(&mut spread, *first, *second, squares);
        samples[*first] += of.samples();
        samples[*second] += of.samples();
    }
    let all_samples: f64 = samples.iter().sum::<f64>() / 2.0;
    let freedom = (all_samples - (players as f64 - 1.0)).max(1.0);
    (0..players)
        .map(|i| {
            let spread_row: Vec<f64> = spread.iter().map(|row| dot(row, &inverse[i])).collect();
            let variance = dot(&inverse[i], &spread_row) * all_samples / freedom;
            let error = variance.max(0.0).sqrt() * ELO_SCALE;
            let half_width = (samples[i] >= 2.0 && error > 1e-6)
                .then(|| critical_value(confidence, freedom + 1.0) * error);
            Rating { elo: strengths[i] * ELO_SCALE, half_width }
        })
        .collect()
}

fn expected(strengths: &[f64], first: usize, second: usize) -> f64 {
    score((strengths[first] - strengths[second]) * ELO_SCALE)
}

fn add_edge(matrix: &mut [Vec<f64>], first: usize, second: usize, weight: f64) {
    matrix[first][first] += weight;
    matrix[second][second] += weight;
    matrix[first][second] -= weight;
    matrix[second][first] -= weight;
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// The pseudo-inverse of a matrix that is singular only because all ratings may be shifted: the
/// projection on that shift is added and taken away again.
fn pseudo_inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let scale = (0..size).map(|i| matrix[i][i]).sum::<f64>() / size as f64;
    let shift = scale / size as f64;
    let mut inverse = vec![vec![0.0; size]; size];
    for i in 0..size {
        inverse[i][i] = 1.0;
        matrix[i].iter_mut().for_each(|cell| *cell += shift);
    }
    // The matrix is positive definite: no row has to be exchanged.
    for i in 0..size {
        let pivot = matrix[i][i];
        matrix[i].iter_mut().chain(&mut inverse[i]).for_each(|cell| *cell /= pivot);
        let (pivot_row, pivot_inverse) = (matrix[i].clone(), inverse[i].clone());
        for j in (0..size).filter(|&j| j != i) {
            let factor = matrix[j][i];
            matrix[j].iter_mut().zip(&pivot_row).for_each(|(cell, of)| *cell -= factor * of);
            inverse[j].iter_mut().zip(&pivot_inverse).for_each(|(cell, of)| *cell -= factor * of);
        }
    }
    let back = 1.0 / (scale * size as f64);
    inverse.iter_mut().flatten().for_each(|cell| *cell -= back);
    inverse
}

/// The largest group of players that took points off each other, in the order of their numbers.
fn comparable(players: usize, results: &[Results]) -> Vec<usize> {
    let mut reaches: Vec<Vec<bool>> =
        (0..players).map(|player| (0..players).map(|other| other == player).collect()).collect();
    for of in results {
        let ([first, second], points) = (of.players, of.points());
        reaches[first][second] |= points > 0.0;
        reaches[second][first] |= points < of.games();
    }
    // Warshall's closure.
    for middle in 0..players {
        let onward = reaches[middle].clone();
        for from in reaches.iter_mut().filter(|from| from[middle]) {
            from.iter_mut().zip(&onward).for_each(|(reach, &onward)| *reach |= onward);
        }
    }
    (0..players)
        .map(|player| {
            let mutual = |&other: &usize| reaches[player][other] && reaches[other][player];
            (0..players).filter(mutual).collect::<Vec<usize>>()
        })
        .rev()
        .max_by_key(Vec::len)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::elo::elo;
    use crate::stats::{Ledger, student_t};

    fn pairs(players: [usize; 2], [ll, ld, dd, wd, ww]: [u64; 5]) -> Results {
        let pairs = Pentanomial { ll, ld, dd, wl: 0, wd, ww };
        Results { players, pairs, singles: Wdl::default() }
    }

    #[test]
    fn two_players_are_as_far_apart_as_their_score_says() {
        let counts = [45, 228, 420, 247, 60];
        let rated = ratings(2, &[pairs([0, 1], counts)], 0.95);
        let [first, second] = [rated[0].unwrap(), rated[1].unwrap()];
        let student = student_t::interval(&Ledger::of_pairs(counts), 0.95).unwrap();
        let difference = elo(f64::midpoint(student.low, student.high));
        assert!((first.elo - second.elo - difference).abs() < 1e-9);
        // Each is half the difference away from the mean, and so is its error.
        let half = student.elo().half_width().unwrap() / 2.0;
        assert!((first.half_width.unwrap() - half).abs() < 0.01 * half);
    }

    #[test]
    fn ratings_that_made_the_scores_are_found_again() {
        let truth = [60.0, 10.0, -70.0];
        let results = [[0, 1], [1, 2], [2, 0]].map(|[first, second]: [usize; 2]| {
            let wins = (1e6 * score(truth[first] - truth[second])).round() as u64;
            let singles = Wdl { losses: 1_000_000 - wins, draws: 0, wins };
            Results { players: [first, second], pairs: Pentanomial::default(), singles }
        });
        for (rating, truth) in ratings(3, &results, 0.95).iter().zip(truth) {
            let rating = rating.unwrap();
            assert!((rating.elo - truth).abs() < 0.01, "{rating:?} {truth}");
            assert!(rating.half_width.unwrap() > 0.1 && rating.half_width.unwrap() < 1.0);
        }
    }

    #[test]
    fn who_won_or_lost_everything_has_no_rating() {
        let results = [
            pairs([0, 1], [1, 5, 5, 5, 2]),
            pairs([2, 0], [0, 0, 0, 0, 9]),
            pairs([3, 1], [4, 0, 0, 0, 0]),
        ];
        let rated = ratings(4, &results, 0.95);
        assert!(rated[0].is_some() && rated[1].is_some());
        assert_eq!((rated[2], rated[3]), (None, None));
    }

    #[test]
    fn equal_results_give_no_error_to_print() {
        let rated = ratings(2, &[pairs([0, 1], [0, 0, 30, 0, 0])], 0.95);
        assert_eq!(rated[0], Some(Rating { elo: 0.0, half_width: None }));
        assert_eq!(ratings(0, &[], 0.95), []);
        assert_eq!(ratings(2, &[], 0.95), [None, None]);
    }
}
