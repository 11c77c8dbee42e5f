//! An opening as it travels in a ticket.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{EnPassantMode, Position};

use super::protocol::OpeningMessage;
use arena::chess::fen;
use arena::chess::openings::Opening;

/// Plies of an opening at most, as of a book's.
const PLIES: usize = 1000;

/// The opening of this index as a message.
pub(super) fn message(index: usize, opening: &Opening) -> OpeningMessage {
    let mode = opening.castling_mode();
    let moves = opening.moves.iter().map(|m| m.to_uci(mode).to_string());
    OpeningMessage {
        index,
        fen: Fen::from_position(&opening.start, EnPassantMode::Legal).to_string(),
        moves: moves.collect::<Vec<String>>().join(" "),
        eco: opening.eco.clone(),
        name: opening.name.clone(),
    }
}

/// The opening of a message.
///
/// # Errors
/// The problem, in a sentence.
pub(super) fn opening(message: &OpeningMessage) -> Result<Opening, String> {
    let unusable =
        |problem: String| format!("the opening {} cannot be used: {problem}", message.fen);
    let start = fen::position(&message.fen).map_err(unusable)?;
    let (eco, name) = (message.eco.clone(), message.name.clone());
    let mut opening = Opening { eco, name, ..Opening::new(start, 0) };
    for text in message.moves.split_whitespace().take(PLIES) {
        let m: Result<UciMove, _> = text.parse();
        let m = m.ok().and_then(|m| m.to_move(&opening.position).ok());
        let m = m.filter(|m| opening.position.is_legal(*m));
        opening.push(m.ok_or_else(|| unusable(format!("{text} is no legal move")))?);
    }
    Ok(opening)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_read_back_castling_of_both_kinds_of_chess_included() {
        let message_of = |fen: &str, moves: &str| OpeningMessage {
            index: 4,
            fen: fen.to_owned(),
            moves: moves.to_owned(),
            eco: Some("C50".to_owned()),
            name: None,
        };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for sent in [
            message_of(start, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1"),
            message_of("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "e1g1"),
            message_of("4k3/8/8/8/8/8/8/4K3 b - - 3 9", ""),
        ] {
            let read = opening(&sent).unwrap();
            let again = opening(&message(4, &read)).unwrap();
            assert_eq!((&read.position, &read.moves), (&again.position, &again.moves));
            assert_eq!(message(4, &read).moves, sent.moves);
            assert_eq!(again.eco.as_deref(), Some("C50"));
        }
        assert!(opening(&message_of(start, "e2e5")).unwrap_err().contains("e2e5 is no legal move"));
        assert!(opening(&message_of("8/8/8/8/8/8/8/8 w - - 0 1", "")).is_err());
    }
}
