//! The curve that turns centipawns into expected scores.

use serde::Serialize;

use crate::book::fit::fit;
use crate::book::model::Model;
use crate::book::observations::Observer;

/// The curve where there are too few games for one of their own: fitted to games of `modern` at 20,000 nodes.
const USUAL: Model = Model { win_at: 125.0, loss_at: -125.0, scale: 120.0 };

/// A curve of expected scores, and its origin.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Curve {
    /// The model of win, draw and loss by value in centipawns.
    pub model: Model,
    /// Games it was fitted to; 0 for the usual one.
    pub games: u64,
}

impl Curve {
    /// The usual curve.
    #[must_use]
    pub fn usual() -> Curve {
        Curve { model: USUAL, games: 0 }
    }

    /// The curve fitted to these games; the usual one where they are too few.
    #[must_use]
    pub fn of_games(observer: &Observer) -> Curve {
        let fitted = observer.data().and_then(|data| {
            let games = data.games;
            fit(observer.observations(), data).ok().map(|fitted| (fitted.model, games))
        });
        match fitted {
            Some((model, games)) if model.is_sound() => Curve { model, games },
            _ => Curve::usual(),
        }
    }
    /// The origin of the curve, in words.
    #[must_use]
    pub fn words(&self) -> String {
        let Model { win_at, loss_at, scale } = self.model;
        let [win_at, loss_at, scale] =
            [win_at, loss_at, scale].map(|number| document::number::decimal(number, 0));
        let origin = match self.games {
            0 => "fitted to other games, those of modern at 20,000 nodes".to_owned(),
            games => format!("fitted to {}", document::number::several(games, "game")),
        };
        format!(
            "Expected scores are by a curve {origin}: half of the games are won at {win_at} centipawns and lost at \
             {loss_at}, scale {scale}."
        )
    }
}
