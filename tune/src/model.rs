//! The evaluation as a function of its weights, and its gradient.

use engine::{Features, danger_worth};

/// A weight's values: middlegame and endgame.
pub(crate) type Pair = [f64; 2];

/// A position, what a search saw in it and how its game ended, with what the evaluation sees.
pub(crate) struct Observation {
    /// Weight and times it applies: first the worth, then white's danger and black's.
    applied: Box<[(u16, i16)]>,
    /// Where white's danger begins in it, and black's.
    parts: [u16; 2],
    phase: f32,
    scale: [f32; 2],
    /// The score of a search, for white, in centipawns.
    pub(crate) score: f32,
    /// What white scored in the game: 0, 0.5 or 1.
    result: f32,
}

/// What an evaluation is to foretell.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    /// Centipawns that multiply the odds by e.
    pub(crate) scale: f64,
    /// The share of the game's result; the rest is what the search's score lets expect.
    pub(crate) results: f64,
}

impl Observation {
    pub(crate) fn new(features: &Features, score: f32, result: f32) -> Observation {
        let [white, black] = &features.danger;
        let all = features.worth.iter().chain(white).chain(black);
        let applied = all.map(|(weight, times)| (*weight as u16, *times as i16)).collect();
        let first = features.worth.len() as u16;
        Observation {
            applied,
            parts: [first, first + white.len() as u16],
            phase: features.phase as f32,
            scale: features.scale.map(|scale| scale as f32),
            score,
            result,
        }
    }

    fn worth(&self) -> &[(u16, i16)] {
        &self.applied[..usize::from(self.parts[0])]
    }

    fn dangers(&self) -> [&[(u16, i16)]; 2] {
        let [white, black] = self.parts.map(usize::from);
        [&self.applied[white..black], &self.applied[black..]]
    }

    /// The result to be foretold, from 0 to 1.
    fn target(&self, target: Target) -> f64 {
        let seen = expected(f64::from(self.score), target.scale);
        target.results * f64::from(self.result) + (1.0 - target.results) * seen
    }

    /// How surprised one who trusts the search's score is by the game's result, in nats.
    pub(crate) fn surprise_of_search(&self, scale: f64) -> f64 {
        cross_entropy(expected(f64::from(self.score), scale), f64::from(self.result))
    }

    /// The score for white in centipawns, and what a gradient needs of its way there.
    fn evaluate(&self, weights: &[Pair]) -> Score {
        let phases = [f64::from(self.phase), 1.0 - f64::from(self.phase)];
        let worth = sum(self.worth(), weights);
        let [white, black] = self.dangers().map(|danger| sum(danger, weights).map(danger_worth));
        let mut score = 0.0;
        let mut slopes = [[0.0; 2]; 2];
        for phase in 0..2 {
            score += phases[phase] * (worth[phase] + white[phase].0 - black[phase].0);
            slopes[0][phase] = phases[phase] * white[phase].1;
            slopes[1][phase] = -phases[phase] * black[phase].1;
        }
        let scale = f64::from(self.scale[usize::from(score <= 0.0)]);
        Score { centipawns: score * scale, scale, phases, slopes }
    }

    /// How surprised the evaluation is by what it should foretell, in nats.
    pub(crate) fn surprise(&self, weights: &[Pair], target: Target) -> f64 {
        let expected = expected(self.evaluate(weights).centipawns, target.scale);
        cross_entropy(expected, self.target(target))
    }

    /// Adds the gradient of the surprise.
    pub(crate) fn add_gradient(
        &self,
        weights: &[Pair],
        target: Target,
        gradient: &mut [Pair],
    ) -> f64 {
        let score = self.evaluate(weights);
        let expected = expected(score.centipawns, target.scale);
        let slope = (expected - self.target(target)) / target.scale * score.scale;
        add(self.worth(), score.phases.map(|phase| slope * phase), gradient);
        for (danger, slopes) in self.dangers().into_iter().zip(score.slopes) {
            add(danger, slopes.map(|of_danger| slope * of_danger), gradient);
        }
        cross_entropy(expected, self.target(target))
    }
}

struct Score {
    centipawns: f64,
    /// The part of an advantage that counts here.
    scale: f64,
    /// The change of the score, before it is scaled, with the worth in each phase.
    phases: Pair,
    /// The same with white's danger and with black's.
    slopes: [Pair; 2],
}

fn sum(applied: &[(u16, i16)], weights: &[Pair]) -> Pair {
    let mut sum = [0.0; 2];
    for (weight, times) in applied {
        let weight = weights[usize::from(*weight)];
        sum[0] += f64::from(*times) * weight[0];
        sum[1] += f64::from(*times) * weight[1];
    }
    sum
}

fn add(applied: &[(u16, i16)], slopes: Pair, gradient: &mut [Pair]) {
    for (weight, times) in applied {
        let gradient = &mut gradient[usize::from(*weight)];
        gradient[0] += f64::from(*times) * slopes[0];
        gradient[1] += f64::from(*times) * slopes[1];
    }
}

/// The score that white can expect.
fn expected(centipawns: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-centipawns / scale).exp())
}

fn cross_entropy(expected: f64, result: f64) -> f64 {
    let expected = expected.clamp(1e-9, 1.0 - 1e-9);
    -(result * expected.ln() + (1.0 - result) * (1.0 - expected).ln())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Position;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Color, Position as _};

    const POSITIONS: [&str; 5] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "6k1/5ppp/4b3/8/8/2B5/P4PPP/6K1 b - - 0 1",
        "2q3k1/5ppp/8/8/3N4/6P1/5PKP/2Q5 w - - 0 1",
    ];

    fn observations() -> Vec<(Chess, Observation)> {
        let observe = |fen: &str| {
            let fen: Fen = fen.parse().unwrap();
            let board: Chess = fen.into_position(CastlingMode::Standard).unwrap();
            let observation = Observation::new(&Position::new(&board).features(), -50.0, 1.0);
            (board, observation)
        };
        POSITIONS.map(observe).into()
    }

    fn present_weights() -> Vec<Pair> {
        engine::weights().into_iter().map(|pair| pair.map(f64::from)).collect()
    }

    #[test]
    fn with_the_present_weights_it_is_the_engines_evaluation() {
        for (board, observation) in observations() {
            let evaluation = f64::from(Position::new(&board).evaluate().0);
            let evaluation = if board.turn() == Color::White { evaluation } else { -evaluation };
            let score = observation.evaluate(&present_weights()).centipawns;
            assert!((score - evaluation).abs() < 3.0, "{score} for {evaluation}: {board:?}");
        }
    }

    #[test]
    fn the_gradient_is_the_change_of_the_surprise() {
        const STEP: f64 = 1e-4;
        const TARGET: Target = Target { scale: 150.0, results: 0.6 };
        let weights = present_weights();
        for (_, observation) in observations() {
            let mut gradient = vec![[0.0; 2]; weights.len()];
            observation.add_gradient(&weights, TARGET, &mut gradient);
            for (weight, _) in &observation.applied {
                for phase in 0..2 {
                    let surprise = |step: f64| {
                        let mut weights = weights.clone();
                        weights[usize::from(*weight)][phase] += step;
                        observation.surprise(&weights, TARGET)
                    };
                    let change = (surprise(STEP) - surprise(-STEP)) / (2.0 * STEP);
                    let predicted = gradient[usize::from(*weight)][phase];
                    assert!((change - predicted).abs() < 1e-6, "{change} for {predicted}");
                }
            }
        }
    }
}
