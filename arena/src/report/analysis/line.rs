//! A game as a line of moves: what several sections need to know of a ply.

use shakmaty::fen::Epd;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, EnPassantMode, Move, Position};

use crate::journal::JournalGame;

/// Number of the move, as PGN counts it, that the game's record number `ply` belongs to.
pub(super) fn move_number(game: &JournalGame, ply: usize) -> u32 {
    let start = &game.opening.start;
    let plies = game.opening.moves.len() + ply + usize::from(start.turn().is_black());
    start.fullmoves().get() + u32::try_from(plies / 2).unwrap_or(u32::MAX)
}

/// The position before the game's record number `ply`.
pub(super) fn position_before(game: &JournalGame, ply: usize) -> Chess {
    let mut position = game.opening.start.clone();
    let book = game.opening.moves.iter().copied();
    let played = game.record.moves.iter().take(ply).map(|record| record.played);
    book.chain(played).for_each(|m| position.play_unchecked(m));
    position
}

/// The first four fields of a FEN.
pub(super) fn epd(position: &Chess) -> String {
    Epd::from_position(position, EnPassantMode::Legal).to_string()
}

/// A move in standard algebraic notation.
pub(super) fn san(position: &Chess, m: Move) -> String {
    SanPlus::from_move(position.clone(), m).to_string()
}

/// Moves from a position in standard algebraic notation, with numbers: `1. e4 e5 2. Nf3`.
pub(super) fn notation(start: &Chess, moves: &[Move]) -> String {
    let mut position = start.clone();
    let mut text = String::new();
    for (i, &m) in moves.iter().enumerate() {
        if i > 0 {
            text.push(' ');
        }
        if position.turn().is_white() {
            text.push_str(&format!("{}. ", position.fullmoves()));
        } else if i == 0 {
            text.push_str(&format!("{}... ", position.fullmoves()));
        }
        text.push_str(&SanPlus::from_move_and_play_unchecked(&mut position, m).to_string());
    }
    text
}
