//! Fitting the model of results: maximum likelihood by Newton's method.
//!
//! With `x` the value in pawns, `P(loss) = F(t1 - b x)` and `P(loss or draw) = F(t2 - b x)`. The
//! likelihood is concave in `(b, t1, t2)` (Pratt 1981), so that there is one maximum. Standard
//! errors are robust to the dependence of positions of one pair of games: `H^-1 (sum g g') H^-1`
//! over the pairs' scores `g` (Liang & Zeger 1986).

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use super::model::{CalibrationRow, FittedModel, Model, ModelData, logistic};
use super::observations::{Observation, Result3};

/// Fewer positions say nothing.
const FEWEST_GAMES: u64 = 20;
/// Newton's method takes about six steps.
const STEPS: usize = 100;
/// Rows of the calibration table, with about equal numbers of positions.
const ROWS: usize = 10;

type Vector = [f64; 3];
type Matrix = [[f64; 3]; 3];

/// The model that fits these positions best, and the quality of its fit.
///
/// # Errors
/// There is no such model; the error gives the reason.
pub fn fit(observations: &[Observation], data: ModelData) -> Result<FittedModel, String> {
    let counts = counts(observations);
    if data.games < FEWEST_GAMES || counts.contains(&0) {
        let [wins, draws, losses] = counts;
        return Err(format!(
            "{} games with {wins} positions of later winners, {draws} of drawn games and {losses} of \
             later losers are too few for a model; it takes all three results and {FEWEST_GAMES} \
             games at least, some hundreds for a good one",
            data.games
        ));
    }
    let mut at = beginning(counts);
    let mut sums = Term::of_all(observations, at);
    for _ in 0..STEPS {
        let Some(inverse) = inverse(&sums.information) else { break };
        let step = times(&inverse, sums.score);
        let mut length = 1.0;
        let improved = loop {
            let next = [0, 1, 2].map(|i| at[i] + length * step[i]);
            let there = Term::of_all(observations, next);
            if there.log_likelihood > sums.log_likelihood {
                break Some((next, there));
            }
            length /= 2.0;
            if length < 1e-6 {
                break None;
            }
        };
        match improved {
            Some((next, there)) => (at, sums) = (next, there),
            None => break,
        }
    }
    let [slope, ..] = at;
    if slope.is_nan() || slope <= 1e-6 {
        return Err(
            "the values of these games do not predict their results: better values did not \
                    win more"
                .to_owned(),
        );
    }
    let covariance = inverse(&sums.information)
        .map(|inverse| product(&product(&inverse, &clustered(observations, at)), &inverse))
        .ok_or("all values of these games are equal; a model needs values that differ")?;
    let [a, b, c] = at;
    let model = Model { win_at: 100.0 * c / a, loss_at: 100.0 * b / a, scale: 100.0 / a };
    let positions = observations.len() as f64;
    Ok(FittedModel {
        model,
        standard_errors: standard_errors(at, &covariance),
        log_likelihood: sums.log_likelihood / positions,
        null_log_likelihood: counts
            .iter()
            .map(|&count| count as f64 / positions)
            .map(|share| share * share.ln())
            .sum(),
        data,
        calibration: calibration(observations, &model),
    })
}

/// Positions by their mover's result: wins, draws, losses.
fn counts(observations: &[Observation]) -> [u64; 3] {
    let count = |result| {
        observations.iter().filter(|observation| observation.result == result).count() as u64
    };
    [Result3::Win, Result3::Draw, Result3::Loss].map(count)
}

/// The start of the search for the maximum: the shares of the results at value 0.
fn beginning([wins, draws, losses]: [u64; 3]) -> Vector {
    let all = (wins + draws + losses) as f64;
    let logit = |share: f64| (share / (1.0 - share)).ln();
    [0.5, logit(losses as f64 / all), logit((losses + draws) as f64 / all)]
}

/// The log-likelihood with its derivatives, of one position or of several.
#[derive(Default)]
struct Term {
    log_likelihood: f64,
    score: Vector,
    /// The second derivatives, with the opposite sign.
    information: Matrix,
}

impl Term {
    fn of_all(observations: &[Observation], at: Vector) -> Term {
        let mut sums = Term::default();
        for observation in observations {
            let Term { log_likelihood, score, information } = Term::of(observation, at);
            sums.log_likelihood += log_likelihood;
            sums.score.iter_mut().zip(score).for_each(|(sum, part)| *sum += part);
            let all = sums.information.as_flattened_mut().iter_mut();
            all.zip(information.as_flattened()).for_each(|(sum, part)| *sum += part);
        }
        sums
    }

    fn of(observation: &Observation, [slope, lower, upper]: Vector) -> Term {
        let x = f64::from(observation.value) / 100.0;
        let point = |threshold: f64| {
            let f = logistic(threshold - slope * x);
            let density = f * (1.0 - f);
            Point { f, density, slope: density * (1.0 - 2.0 * f) }
        };
        // The chance of the result is the part of the distribution between two points.
        let (low, high) = match observation.result {
            Result3::Loss => (Point::LEFT, point(lower)),
            Result3::Draw => (point(lower), point(upper)),
            Result3::Win => (point(upper), Point::RIGHT),
        };
        let chance = (high.f - low.f).max(1e-300);
        let (d1, d2) = (-low.density / chance, high.density / chance);
        let h11 = -low.slope / chance - d1 * d1;
        let h22 = high.slope / chance - d2 * d2;
        let h12 = -d1 * d2;
        // The derivatives of the two points by each parameter.
        let (one, two): (Vector, Vector) = match observation.result {
            Result3::Loss => ([0.0; 3], [-x, 1.0, 0.0]),
            Result3::Draw => ([-x, 1.0, 0.0], [-x, 0.0, 1.0]),
            Result3::Win => ([-x, 0.0, 1.0], [0.0; 3]),
        };
        let score = [0, 1, 2].map(|i| d1 * one[i] + d2 * two[i]);
        let information = [0, 1, 2].map(|i| {
            [0, 1, 2].map(|j| {
                -(h11 * one[i] * one[j]
                    + h22 * two[i] * two[j]
                    + h12 * (one[i] * two[j] + two[i] * one[j]))
            })
        });
        Term { log_likelihood: chance.ln(), score, information }
    }
}

/// A point of the logistic distribution: the share below it, the density and its derivative.
struct Point {
    f: f64,
    density: f64,
    slope: f64,
}

impl Point {
    const LEFT: Point = Point { f: 0.0, density: 0.0, slope: 0.0 };
    const RIGHT: Point = Point { f: 1.0, density: 0.0, slope: 0.0 };
}

/// The sum over the pairs of games of the outer squares of their scores.
fn clustered(observations: &[Observation], at: Vector) -> Matrix {
    let mut pairs: HashMap<u32, Vector> = HashMap::new();
    for observation in observations {
        let score = Term::of(observation, at).score;
        let sum = pairs.entry(observation.pair).or_default();
        (0..3).for_each(|i| sum[i] += score[i]);
    }
    let mut squares = [[0.0; 3]; 3];
    // In a fixed order, so that the last digits are the same every time.
    let mut pairs: Vec<(u32, Vector)> = pairs.into_iter().collect();
    pairs.sort_unstable_by_key(|(pair, _)| *pair);
    for (_, score) in pairs {
        for i in 0..3 {
            for j in 0..3 {
                squares[i][j] += score[i] * score[j];
            }
        }
    }
    squares
}

/// The standard errors of the parameters in their reported form, to the first order.
fn standard_errors([slope, lower, upper]: Vector, covariance: &Matrix) -> Model {
    let error = |gradient: Vector| {
        let mut variance = 0.0;
        for i in 0..3 {
            for j in 0..3 {
                variance += gradient[i] * covariance[i][j] * gradient[j];
            }
        }
        100.0 * variance.max(0.0).sqrt()
    };
    let square = slope * slope;
    Model {
        win_at: error([-upper / square, 0.0, 1.0 / slope]),
        loss_at: error([-lower / square, 1.0 / slope, 0.0]),
        scale: error([-1.0 / square, 0.0, 0.0]),
    }
}

/// Predicted beside observed results, in ranges of value with about equal numbers of positions.
fn calibration(observations: &[Observation], model: &Model) -> Vec<CalibrationRow> {
    let mut sorted: Vec<&Observation> = observations.iter().collect();
    sorted.sort_by_key(|observation| observation.value);
    let size = sorted.len().div_ceil(ROWS).max(1);
    let row = |positions: &[&Observation]| {
        let count = positions.len() as f64;
        let mut predicted = [0.0; 3];
        let mut observed = [0.0; 3];
        for position in positions {
            let chances = model.chances(f64::from(position.value));
            let parts = [chances.win, chances.draw, chances.loss];
            (0..3).for_each(|i| predicted[i] += parts[i] / count);
            observed[position.result as usize] += 1.0 / count;
        }
        let value = |observation: Option<&&Observation>| {
            observation.map_or(0, |observation| observation.value)
        };
        CalibrationRow {
            from: value(positions.first()),
            to: value(positions.last()),
            positions: positions.len() as u64,
            predicted,
            observed,
        }
    };
    sorted.chunks(size).map(row).collect()
}

fn times(matrix: &Matrix, vector: Vector) -> Vector {
    [0, 1, 2].map(|i| (0..3).map(|j| matrix[i][j] * vector[j]).sum())
}

fn product(one: &Matrix, other: &Matrix) -> Matrix {
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| (0..3).map(|k| one[i][k] * other[k][j]).sum()))
}

/// The inverse, by cofactors; `None` if there is none.
fn inverse(m: &Matrix) -> Option<Matrix> {
    let cofactor = |i: usize, j: usize| {
        let [a, b] = [(i + 1) % 3, (i + 2) % 3];
        let [c, d] = [(j + 1) % 3, (j + 2) % 3];
        m[a][c] * m[b][d] - m[a][d] * m[b][c]
    };
    let determinant: f64 = (0..3).map(|j| m[0][j] * cofactor(0, j)).sum();
    let scale = m[0][0] * m[1][1] * m[2][2];
    if !determinant.is_finite() || determinant.abs() <= 1e-12 * scale.abs() {
        return None;
    }
    Some([0, 1, 2].map(|i| [0, 1, 2].map(|j| cofactor(j, i) / determinant)))
}
