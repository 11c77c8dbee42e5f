//! A game as the journal stores it.

use std::sync::Arc;

use crate::chess::openings::Opening;
use crate::chess::record::GameRecord;
use crate::storage::facts::MatchFacts;

/// One game of a journal.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalGame {
    /// The game.
    pub record: GameRecord,
    /// The facts of the match, from the game's tags or from those of the game to which they refer.
    pub facts: Arc<MatchFacts>,
    /// The date (UTC), as PGN writes it.
    pub date: String,
    /// The opening it was played from.
    pub opening: Opening,
}

impl JournalGame {
    /// The facts, to be changed for this game alone.
    pub fn facts_mut(&mut self) -> &mut MatchFacts {
        Arc::make_mut(&mut self.facts)
    }
}
