//! A game as a line of moves, and the scores of its moves.

use engine::Score;
use serde::{Serialize, Serializer};
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

/// A score as engines write it: `+0.35`, `-M3`; nothing where there is none.
#[must_use]
pub(in crate::report) fn score_text(score: Option<Score>) -> String {
    score.map_or_else(String::new, |score| score.to_string())
}

/// A score as UCI has it: `{"cp": 35}` in centipawns, `{"mate": -3}` in moves, or `null`.
///
/// # Errors
/// Those of the serializer.
pub(in crate::report) fn serialize_score<S: Serializer>(
    score: &Option<Score>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    #[serde(rename_all = "lowercase")]
    enum Uci {
        Cp(i32),
        Mate(i32),
    }
    let uci = score.map(|score| match score.mate_in() {
        Some(moves) => Uci::Mate(moves),
        None => Uci::Cp(score.centipawns()),
    });
    uci.serialize(serializer)
}
