//! A game as a line of moves: what several sections need to know of a ply.

use shakmaty::{Chess, Position};

pub(super) use crate::chess::notation::{epd, line as notation, san};
use crate::storage::journal::JournalGame;

/// Number of the move, as PGN counts it, that the game's record number `ply` belongs to.
#[must_use]
pub fn move_number(game: &JournalGame, ply: usize) -> u32 {
    let start = &game.opening.start;
    let plies = game.opening.moves.len() + ply + usize::from(start.turn().is_black());
    start.fullmoves().get() + u32::try_from(plies / 2).unwrap_or(u32::MAX)
}

/// The position before the game's record number `ply`.
#[must_use]
pub fn position_before(game: &JournalGame, ply: usize) -> Chess {
    let mut position = game.opening.start.clone();
    let book = game.opening.moves.iter().copied();
    let played = game.record.moves.iter().take(ply).map(|record| record.played);
    book.chain(played).for_each(|m| position.play_unchecked(m));
    position
}
