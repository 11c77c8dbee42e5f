//! Chances of win, draw and loss by value: an ordered logistic model.
//!
//! A game's result is one of three in order, decided by a latent variable around the mover's value:
//! `P(win) = F((v - win_at) / scale)` and `P(loss) = F((loss_at - v) / scale)`, where `F` is the
//! logistic function and the rest are draws (McCullagh 1980, "Regression models for ordinal data").

use std::path::Path;

use anyhow::{Context, anyhow};
use serde::{Deserialize, Serialize};

/// The model. All values are in centipawns from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// The value at which the mover wins half of its games.
    pub win_at: f64,
    /// The value at which the mover loses half of its games.
    pub loss_at: f64,
    /// The increase in value that multiplies the odds by e; above zero.
    pub scale: f64,
}

/// Chances of the mover; they add up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// Of a win.
    pub win: f64,
    /// Of a draw.
    pub draw: f64,
    /// Of a loss.
    pub loss: f64,
}

impl Chances {
    /// The expected score, 0 to 1.
    #[must_use]
    pub fn expected_score(self) -> f64 {
        self.win + self.draw / 2.0
    }
}

impl Model {
    /// The mover's chances at this value in centipawns.
    #[must_use]
    pub fn chances(&self, value: f64) -> Chances {
        let win = logistic((value - self.win_at) / self.scale);
        let loss = logistic((self.loss_at - value) / self.scale);
        Chances { win, draw: 1.0 - win - loss, loss }
    }

    /// The mover's expected score at this value in centipawns, 0 to 1.
    #[must_use]
    pub fn expected_score(&self, value: i32) -> f64 {
        self.chances(f64::from(value)).expected_score()
    }

    /// Whether it is a valid model: a higher value has better chances, and no chance is below zero.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let Model { win_at, loss_at, scale } = *self;
        [win_at, loss_at, scale].iter().all(|parameter| parameter.is_finite())
            && scale > 0.0
            && loss_at <= win_at
    }
}

/// The logistic function.
pub(super) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// A model with the numbers that show how well it fits, as it is kept in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FittedModel {
    /// The model.
    pub model: Model,
    /// Standard errors of the parameters, with the pair of games as the unit of independence.
    pub standard_errors: Model,
    /// Mean log-likelihood of the observed results, in nats.
    pub log_likelihood: f64,
    /// The same for a model without values, with only the shares of wins, draws and losses.
    pub null_log_likelihood: f64,
    /// The data that it was fitted to.
    pub data: ModelData,
    /// Predicted beside observed results, by value.
    pub calibration: Vec<CalibrationRow>,
}

/// The data that a model was fitted to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelData {
    /// Name of the match.
    pub name: String,
    /// The contenders' limits.
    pub limits: [String; 2],
    /// The contenders' signatures, which change when an engine does.
    pub signatures: [u64; 2],
    /// The opening book.
    pub book: String,
    /// The number of plies after the opening whose values were taken.
    pub plies: usize,
    /// Games.
    pub games: u64,
    /// Pairs of games.
    pub pairs: u64,
    /// Positions.
    pub positions: u64,
}

impl ModelData {
    /// The reason that this model may mislead, in words, for values from an engine with this
    /// signature that searches `nodes` nodes.
    #[must_use]
    pub fn doubts(&self, nodes: u64, signature: u64) -> Vec<String> {
        let mut doubts = Vec::new();
        if !self.signatures.contains(&signature) {
            doubts.push(format!(
                "the model was fitted to another engine (signatures {} and {}, here {signature}), \
                 whose values may mean something else",
                self.signatures[0], self.signatures[1]
            ));
        }
        let own = format!("nodes={nodes}");
        if !self.limits.contains(&own) {
            doubts.push(format!(
                "the model was fitted to a match with {}, and values are judged at {own}: the \
                 expected scores are those of that match",
                self.limits.join(" and ")
            ));
        }
        doubts
    }
}

/// Positions with values in one range.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CalibrationRow {
    /// The lowest value, in centipawns from the mover's view.
    pub from: i32,
    /// The highest value.
    pub to: i32,
    /// Positions.
    pub positions: u64,
    /// Shares of wins, draws and losses that the model predicts.
    pub predicted: [f64; 3],
    /// Shares that were observed.
    pub observed: [f64; 3],
}

impl FittedModel {
    /// Reads a model from its file.
    ///
    /// # Errors
    /// When it cannot be read, or is not a model.
    pub fn read(path: &Path) -> anyhow::Result<FittedModel> {
        let text = bounded::read_text(path, bounded::SMALL)
            .with_context(|| format!("cannot read the model {}", path.display()))?;
        let fitted: Result<FittedModel, String> =
            serde_json::from_str(&text).map_err(|problem| problem.to_string());
        let sound = fitted.and_then(|fitted| match fitted.model.is_sound() {
            true => Ok(fitted),
            false => Err("its numbers give no probabilities".to_owned()),
        });
        sound.map_err(|problem| {
            let path = path.display();
            anyhow!("{path}: {problem}; a model is written by `arena book model MATCH --out FILE`")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_follow_the_value() {
        let model = Model { win_at: 120.0, loss_at: -100.0, scale: 60.0 };
        let even = model.chances(120.0);
        assert!((even.win - 0.5).abs() < 1e-12 && even.loss < 0.03);
        assert!((model.chances(-100.0).loss - 0.5).abs() < 1e-12);
        let Chances { win, draw, loss } = model.chances(30.0);
        assert!((win + draw + loss - 1.0).abs() < 1e-12 && draw > win);
        assert!((-500..500).all(|v| model.expected_score(v) < model.expected_score(v + 1)));
        assert!(model.is_sound());
        assert!(!Model { scale: -60.0, ..model }.is_sound());
        assert!(!Model { loss_at: 130.0, ..model }.is_sound());
    }

    #[test]
    fn a_file_that_is_no_model_says_what_makes_one() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("m.json");
        std::fs::write(&path, "{\"model\": 1}").unwrap();
        let error = FittedModel::read(&path).unwrap_err().to_string();
        assert!(error.contains("arena book model MATCH --out FILE"), "{error}");
        let error = FittedModel::read(&directory.path().join("none")).unwrap_err().to_string();
        assert!(error.starts_with("cannot read the model"), "{error}");
    }
}
