//! The evaluation as a function of its weights, and its gradient.

use engine::{Features, danger_worth, winnable_share};

/// A weight's values: middlegame and endgame.
pub(crate) type Pair = [f64; 2];

/// A position with its features, the score of its search and the result of its game.
pub(crate) struct Observation {
    /// Weights and their counts: material and position, the danger to White's king and to Black's,
    /// the initiative, and the winnability for White and for Black.
    applied: Box<[(u16, i16)]>,
    /// The end of each of these.
    ends: [u16; 6],
    phase: f32,
    scale: [f32; 2],
    /// The score of a search, for white, in centipawns.
    pub(crate) score: f32,
    /// White's score in the game: 0, 0.5 or 1.
    result: f32,
}

/// The target of the fit.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    /// Centipawns that multiply the odds by e.
    pub(crate) scale: f64,
    /// The weight of the game's result in the target, from 0 to 1; the rest is the result that the
    /// search's score predicts.
    pub(crate) results: f64,
}

impl Observation {
    pub(crate) fn new(features: &Features, score: f32, result: f32) -> Observation {
        let ([white, black], [for_white, for_black]) = (&features.danger, &features.winnable);
        let parts = [&features.worth, white, black, &features.initiative, for_white, for_black];
        let all = parts.into_iter().flatten();
        let applied = all.map(|(weight, times)| (*weight as u16, *times as i16)).collect();
        let mut end = 0;
        let ends = parts.map(|part| {
            end += part.len() as u16;
            end
        });
        Observation {
            applied,
            ends,
            phase: features.phase as f32,
            scale: features.scale.map(|scale| scale as f32),
            score,
            result,
        }
    }

    fn worth(&self) -> &[(u16, i16)] {
        &self.applied[..usize::from(self.ends[0])]
    }

    fn dangers(&self) -> [&[(u16, i16)]; 2] {
        [self.part(1), self.part(2)]
    }

    fn initiative(&self) -> &[(u16, i16)] {
        self.part(3)
    }

    /// The terms that make an endgame advantage winnable for the side that has it.
    fn winnable(&self, white: bool) -> &[(u16, i16)] {
        self.part(if white { 4 } else { 5 })
    }

    fn part(&self, index: usize) -> &[(u16, i16)] {
        let [start, end] = [self.ends[index - 1], self.ends[index]].map(usize::from);
        &self.applied[start..end]
    }

    /// The result to predict, from 0 to 1.
    fn target(&self, target: Target) -> f64 {
        let seen = expected(f64::from(self.score), target.scale);
        target.results * f64::from(self.result) + (1.0 - target.results) * seen
    }

    /// The cross-entropy loss of the search's score against the game's result, in nats.
    pub(crate) fn loss_of_search(&self, scale: f64) -> f64 {
        cross_entropy(expected(f64::from(self.score), scale), f64::from(self.result))
    }

    /// The score for white in centipawns, with its derivatives.
    fn evaluate(&self, weights: &[Pair]) -> Score<'_> {
        let phases = [f64::from(self.phase), 1.0 - f64::from(self.phase)];
        let worth = sum(self.worth(), weights);
        let [white, black] = self.dangers().map(|danger| sum(danger, weights).map(danger_worth));
        let value = |phase: usize| worth[phase] + white[phase].0 - black[phase].0;
        let endgame = self.endgame(value(1), weights);
        let score = phases[0] * value(0) + phases[1] * endgame.value;
        let scale = f64::from(self.scale[usize::from(score <= 0.0)]);
        let of_worth = [phases[0], phases[1] * endgame.of_value].map(|slope| slope * scale);
        let of_danger = |side: [(f64, f64); 2]| [of_worth[0] * side[0].1, of_worth[1] * side[1].1];
        Score {
            centipawns: score * scale,
            of_worth,
            of_danger: [of_danger(white), of_danger(black).map(|slope| -slope)],
            of_initiative: [0.0, scale * phases[1] * endgame.of_initiative],
            winnable: self.winnable(endgame.for_white),
            of_winnable: [0.0, scale * phases[1] * endgame.of_winnable],
        }
    }

    /// The endgame value after scaling.
    fn endgame(&self, value: f64, weights: &[Pair]) -> Endgame {
        let for_white = value > 0.0;
        let sign = if for_white { 1.0 } else { -1.0 };
        let raised = value.abs() + sum(self.initiative(), weights)[1];
        let (share, slope) = winnable_share(sum(self.winnable(for_white), weights)[1]);
        let advantage = raised.max(0.0);
        let counts = if raised > 0.0 { share } else { 0.0 };
        Endgame {
            value: sign * advantage * share,
            for_white,
            of_value: counts,
            of_initiative: sign * counts,
            of_winnable: sign * advantage * slope,
        }
    }

    /// The score for white in centipawns.
    #[cfg(test)]
    pub(crate) fn centipawns(&self, weights: &[Pair]) -> f64 {
        self.evaluate(weights).centipawns
    }

    /// The cross-entropy loss of the evaluation against the target, in nats.
    pub(crate) fn loss(&self, weights: &[Pair], target: Target) -> f64 {
        let expected = expected(self.evaluate(weights).centipawns, target.scale);
        cross_entropy(expected, self.target(target))
    }

    /// Adds the gradient of the loss, and returns the loss.
    pub(crate) fn add_gradient(
        &self,
        weights: &[Pair],
        target: Target,
        gradient: &mut [Pair],
    ) -> f64 {
        let score = self.evaluate(weights);
        let expected = expected(score.centipawns, target.scale);
        let slope = (expected - self.target(target)) / target.scale;
        let mut add =
            |applied, slopes: Pair| add(applied, slopes.map(|part| slope * part), gradient);
        add(self.worth(), score.of_worth);
        for (danger, of_danger) in self.dangers().into_iter().zip(score.of_danger) {
            add(danger, of_danger);
        }
        add(self.initiative(), score.of_initiative);
        add(score.winnable, score.of_winnable);
        cross_entropy(expected, self.target(target))
    }
}

/// A score, and its derivative by each of the sums it is made of, phase by phase.
struct Score<'a> {
    centipawns: f64,
    of_worth: Pair,
    /// White's and black's.
    of_danger: [Pair; 2],
    of_initiative: Pair,
    /// The terms that make the endgame advantage winnable.
    winnable: &'a [(u16, i16)],
    of_winnable: Pair,
}

/// The endgame value after scaling, and its derivatives.
struct Endgame {
    value: f64,
    for_white: bool,
    of_value: f64,
    of_initiative: f64,
    of_winnable: f64,
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

/// The result that a score predicts for white, from 0 to 1.
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
            let score = observation.centipawns(&present_weights());
            assert!((score - evaluation).abs() < 3.0, "{score} for {evaluation}: {board:?}");
        }
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        const STEP: f64 = 1e-4;
        const TARGET: Target = Target { scale: 150.0, results: 0.6 };
        let weights = present_weights();
        for (_, observation) in observations() {
            let mut gradient = vec![[0.0; 2]; weights.len()];
            observation.add_gradient(&weights, TARGET, &mut gradient);
            for (weight, _) in &observation.applied {
                for phase in 0..2 {
                    let loss = |step: f64| {
                        let mut weights = weights.clone();
                        weights[usize::from(*weight)][phase] += step;
                        observation.loss(&weights, TARGET)
                    };
                    let change = (loss(STEP) - loss(-STEP)) / (2.0 * STEP);
                    let predicted = gradient[usize::from(*weight)][phase];
                    assert!((change - predicted).abs() < 1e-6, "{change} for {predicted}");
                }
            }
        }
    }
}
