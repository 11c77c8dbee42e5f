//! The baseline for a network: the engine's hand-written evaluation.

use engine::Position;
use rayon::prelude::*;
use shakmaty::{CastlingMode, Chess, Setup};

use crate::gradient::Target;
use crate::network::sigmoid;
use crate::position::TrainingPosition;
use crate::training::mean_loss;

/// The mean squared error of the classical evaluation, and the scale in centipawns at which it is least.
pub(crate) fn loss(positions: &[TrainingPosition], target: &Target) -> (f64, f32) {
    let values: Vec<f32> = positions.par_iter().map(value).collect();
    let loss = |scale: f32| {
        let losses = positions.iter().zip(&values);
        let sum: f64 = losses
            .map(|(position, value)| {
                f64::from(sigmoid(value / scale) - target.of(position)).powi(2)
            })
            .sum();
        sum / positions.len() as f64
    };
    let scales = (1..=60).map(|step| 20.0 * step as f32);
    let best = scales.map(|scale| (loss(scale), scale)).min_by(|a, b| a.0.total_cmp(&b.0));
    best.unwrap_or((f64::NAN, f32::NAN))
}

/// The mean squared error of the scores themselves: the part of the results that they do not
/// predict.
pub(crate) fn loss_of_scores(positions: &[TrainingPosition], target: &Target) -> f64 {
    mean_loss(positions, target, |chunk| {
        chunk.iter().map(|position| sigmoid(position.score() / target.scale)).collect()
    })
}

/// The evaluation for the side to move. It ignores castling rights and en passant, so they are not
/// kept.
fn value(position: &TrainingPosition) -> f32 {
    let mut setup = Setup::empty();
    for (square, man) in position.men() {
        setup.board.set_piece_at(square, man);
    }
    setup.turn = position.turn();
    let chess: Result<Chess, _> = setup.position(CastlingMode::Standard);
    chess.map_or(0.0, |chess| Position::new(&chess).evaluate().centipawns() as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::positions;

    #[test]
    fn the_evaluation_predicts_material_and_scores_predict_themselves() {
        let positions = positions(9, 500);
        let target = Target { scale: 200.0, results: 0.0 };
        assert!(loss_of_scores(&positions, &target) < 1e-12);
        let (classical, scale) = loss(&positions, &target);
        let nothing = mean_loss(&positions, &target, |chunk| vec![0.5; chunk.len()]);
        assert!(classical < nothing / 3.0 && scale > 100.0, "{classical} {nothing} {scale}");
    }
}
