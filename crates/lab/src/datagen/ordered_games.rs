//! The games in the order of their numbers, and the amount wanted.

use std::collections::BTreeMap;

use anyhow::Context;
use game_data::ScoredGame;

use super::self_player::PlayedGame;
use super::store::Amount;

/// The amount of data wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// This many games.
    Games(u64),
    /// The games that have this many positions together: no game is cut.
    Positions(u64),
}

impl Wanted {
    /// The part of this amount that is counted.
    #[must_use]
    pub fn done(self, amount: Amount) -> u64 {
        match self {
            Wanted::Games(_) => amount.games,
            Wanted::Positions(_) => amount.positions,
        }
    }

    /// The whole amount.
    #[must_use]
    pub fn all(self) -> u64 {
        let (Wanted::Games(all) | Wanted::Positions(all)) = self;
        all
    }
}

/// Sorts finished games: they arrive in any order and leave in the order of their numbers.
#[derive(Debug)]
pub struct OrderedGames {
    wanted: Wanted,
    /// The amount of all games that have left, those of earlier runs included.
    amount: Amount,
    waiting: BTreeMap<u64, ScoredGame>,
    /// Games that have left, and are not on disk.
    bytes: Vec<u8>,
    unwritten: Amount,
}

impl OrderedGames {
    /// The state after the amount that earlier runs have written.
    #[must_use]
    pub fn new(wanted: Wanted, amount: Amount) -> OrderedGames {
        let unwritten = Amount::default();
        OrderedGames { wanted, amount, waiting: BTreeMap::new(), bytes: Vec::new(), unwritten }
    }

    /// Whether the amount wanted is reached.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.wanted.done(self.amount) >= self.wanted.all()
    }

    /// The part of the amount wanted that is reached, in games or positions.
    #[must_use]
    pub fn done(&self) -> usize {
        self.wanted.done(self.amount) as usize
    }

    /// The amount so far.
    #[must_use]
    pub fn amount(&self) -> Amount {
        self.amount
    }

    /// The amount wanted.
    #[must_use]
    pub fn wanted(&self) -> Wanted {
        self.wanted
    }

    /// Takes a game.
    ///
    /// # Errors
    /// When the format has no place for it.
    pub fn take(&mut self, played: PlayedGame) -> anyhow::Result<()> {
        self.waiting.insert(played.number, played.game);
        while !self.is_complete()
            && let Some(game) = self.waiting.remove(&self.amount.games)
        {
            game_data::write(&game, &mut self.bytes)
                .with_context(|| format!("game {} cannot be kept", self.amount.games))?;
            for amount in [&mut self.amount, &mut self.unwritten] {
                amount.games += 1;
                amount.positions += game.moves.len() as u64;
            }
        }
        Ok(())
    }

    /// The games that are not on disk yet, and how many they are.
    pub fn unwritten(&mut self) -> (Vec<u8>, Amount) {
        (std::mem::take(&mut self.bytes), std::mem::take(&mut self.unwritten))
    }
}
