//! The curve that turns centipawns into expected scores: fitted to the match itself where that can be done.

use std::path::Path;

use serde::Serialize;

use arena::storage::journal::{JournalReader, ReadError};
use lab::book::fit::fit;
use lab::book::model::Model;
use lab::book::observations::Observer;

/// Plies after the opening whose values are taken.
const PLIES: usize = 60;
/// The curve of a match that has too few games for one of its own: fitted to games of `modern` at 20,000 nodes.
const USUAL: Model = Model { win_at: 125.0, loss_at: -125.0, scale: 120.0 };

/// A curve of expected scores, and its origin.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Curve {
    /// The model of win, draw and loss by value in centipawns.
    pub model: Model,
    /// Games it was fitted to; 0 for the usual one.
    pub games: u64,
}

/// The curve of a match.
///
/// # Errors
/// When the journal cannot be read.
pub fn of_match(journal: &Path) -> Result<Curve, ReadError> {
    let mut observer = Observer::new(PLIES);
    let mut reader = JournalReader::open(journal)?;
    while let Some(game) = reader.next_game()? {
        observer.add(&game);
    }
    let fitted = observer.data().and_then(|data| {
        let games = data.games;
        fit(observer.observations(), data).ok().map(|fitted| (fitted.model, games))
    });
    Ok(match fitted {
        Some((model, games)) if model.is_sound() => Curve { model, games },
        _ => Curve { model: USUAL, games: 0 },
    })
}

impl Curve {
    /// The origin of the curve, in words.
    #[must_use]
    pub fn words(&self) -> String {
        let Model { win_at, loss_at, scale } = self.model;
        let [win_at, loss_at, scale] =
            [win_at, loss_at, scale].map(|number| document::number::decimal(number, 0));
        let origin = match self.games {
            0 => "the usual one at 20,000 nodes, for the match has too few games for its own"
                .to_owned(),
            games => format!("fitted to {}", document::number::several(games, "game")),
        };
        format!(
            "Expected scores are by a curve {origin}: half of the games are won at {win_at} centipawns and lost at \
             {loss_at}, scale {scale}."
        )
    }
}
