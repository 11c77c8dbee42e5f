//! Values and results of the positions of a match.

use document::number;
use std::collections::HashSet;

use shakmaty::{Color, KnownOutcome};

use super::model::ModelData;
use arena::chess::record::Contender;
use arena::storage::journal::JournalGame;

/// Values beyond this are far from those of openings, in centipawns.
const LIMIT: i32 = 400;

/// The mover's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result3 {
    /// It won.
    Win,
    /// The game was drawn.
    Draw,
    /// It lost.
    Loss,
}

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The pair of games it belongs to.
    pub pair: u32,
    /// The value that the mover's search gave, in centipawns from the mover's view.
    pub value: i32,
    /// The mover's result in the game.
    pub result: Result3,
}

/// Takes the games of a match of two contenders.
#[derive(Clone, Debug, Default)]
pub struct Observer {
    plies: usize,
    observations: Vec<Observation>,
    pairs: HashSet<u32>,
    games: u64,
    /// Half points of the first contender.
    half_points: u64,
    data: Option<ModelData>,
}

impl Observer {
    /// An observer of the first plies after the opening.
    #[must_use]
    pub fn new(plies: usize) -> Observer {
        Observer { plies, ..Observer::default() }
    }

    /// Takes a game. Games that were lost by a fault, and games of a tournament, are left out.
    pub fn add(&mut self, game: &JournalGame) {
        let JournalGame { record, facts, .. } = game;
        if record.termination.fault().is_some() || facts.tournament.is_some() {
            return;
        }
        let (plies, pair) = (self.plies, record.spec.pair());
        self.data.get_or_insert_with(|| ModelData {
            name: facts.name.clone(),
            limits: facts.contenders.each_ref().map(|contender| contender.limits.to_string()),
            signatures: facts.contenders.each_ref().map(|contender| contender.signature),
            book: facts.book.to_string(),
            plies,
            games: 0,
            pairs: 0,
            positions: 0,
        });
        self.games += 1;
        self.pairs.insert(pair);
        let half_points = |color: Color| match record.outcome {
            KnownOutcome::Draw => 1,
            KnownOutcome::Decisive { winner } => 2 * u64::from(winner == color),
        };
        let is_first = |color: &Color| record.spec.player(*color) == Contender::First;
        self.half_points += Color::ALL.into_iter().find(is_first).map_or(0, half_points);
        for (mover, played) in record.moves_by_side().take(self.plies) {
            let value = played.score.map(|score| score.centipawns());
            if let Some(value) = value.filter(|value| value.abs() <= LIMIT) {
                let result = match half_points(mover) {
                    0 => Result3::Loss,
                    1 => Result3::Draw,
                    _ => Result3::Win,
                };
                self.observations.push(Observation { pair, value, result });
            }
        }
    }

    /// The positions.
    #[must_use]
    pub fn observations(&self) -> &[Observation] {
        &self.observations
    }

    /// The origin of the positions; `None` without a game.
    #[must_use]
    pub fn data(&self) -> Option<ModelData> {
        let data = self.data.clone()?;
        Some(ModelData {
            games: self.games,
            pairs: self.pairs.len() as u64,
            positions: self.observations.len() as u64,
            ..data
        })
    }

    /// Why a model of these games may mislead, in words.
    #[must_use]
    pub fn doubt(&self) -> Option<String> {
        let games = self.games as f64;
        let score = self.half_points as f64 / (2.0 * games);
        // Three standard errors of games without draws.
        let is_uneven = (score - 0.5).abs() > 3.0 * 0.5 / games.sqrt();
        is_uneven.then(|| {
            format!(
                "the first contender scored {}: the model takes both to be of one strength, so \
                 that a match of equals would tell more",
                number::percent(score)
            )
        })
    }
}
