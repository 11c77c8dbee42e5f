//! A game as the journal stores it.

use std::sync::Arc;

use shakmaty::{Chess, Move};

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
    /// The opening it was played from.
    pub opening: PlayedOpening,
}

impl JournalGame {
    /// The facts, to be changed for this game alone.
    pub fn facts_mut(&mut self) -> &mut MatchFacts {
        Arc::make_mut(&mut self.facts)
    }
}

/// The opening's description in a game's tags and comments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayedOpening {
    /// Code in the Encyclopaedia of Chess Openings.
    pub eco: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// The position before the moves of the book.
    pub start: Chess,
    /// The moves of the book that the game began with.
    pub moves: Vec<Move>,
}

impl From<PlayedOpening> for Opening {
    fn from(played: PlayedOpening) -> Opening {
        let PlayedOpening { eco, name, start, moves } = played;
        let mut opening = Opening { eco, name, ..Opening::new(start, 0) };
        moves.into_iter().for_each(|m| opening.push(m));
        opening
    }
}
