//! Positions and moves in fastchess's notation.

use crate::language::command::Notation;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position, Role};

/// The first four fields of a FEN; in Chess960 castling rights are files of rooks.
pub(super) fn fen_fields(position: &Chess) -> String {
    let board = position.board();
    let turn = position.turn().char();
    let square = position.ep_square(EnPassantMode::Legal);
    let en_passant = square.map_or("-".to_owned(), |square| square.to_string());
    format!("{board} {turn} {} {en_passant}", castling_rights(position))
}

/// The whole FEN.
pub(super) fn fen(position: &Chess) -> String {
    format!("{} {} {}", fen_fields(position), position.halfmoves(), position.fullmoves())
}

fn castling_rights(position: &Chess) -> String {
    let castles = position.castles();
    let mut rights = String::new();
    for color in Color::ALL {
        for side in [shakmaty::CastlingSide::KingSide, shakmaty::CastlingSide::QueenSide] {
            let Some(rook) = castles.rook(color, side) else { continue };
            let letter = match castles.mode() {
                CastlingMode::Standard => {
                    if side.is_king_side() {
                        'k'
                    } else {
                        'q'
                    }
                }
                CastlingMode::Chess960 => rook.file().char(),
            };
            rights.push(color.fold_wb(letter.to_ascii_uppercase(), letter));
        }
    }
    if rights.is_empty() { "-".to_owned() } else { rights }
}

/// A legal move in this notation.
pub(super) fn written(position: &Chess, m: Move, notation: Notation) -> String {
    match notation {
        Notation::San => SanPlus::from_move(position.clone(), m).to_string(),
        Notation::Lan => lan(position, m),
        Notation::Uci => m.to_uci(position.castles().mode()).to_string(),
    }
}

/// `Ng1-f3` without the hyphen, `e4xd5`, `e7e8=Q+`.
fn lan(position: &Chess, m: Move) -> String {
    let san = SanPlus::from_move(position.clone(), m);
    let suffix = san.suffix.map_or_else(String::new, |suffix| suffix.to_string());
    let Some(from) = m.from().filter(|_| !m.is_castle()) else { return san.to_string() };
    let piece = match m.role() {
        Role::Pawn => String::new(),
        role => role.upper_char().to_string(),
    };
    let capture = if m.is_capture() { "x" } else { "" };
    let promotion =
        m.promotion().map_or_else(String::new, |role| format!("={}", role.upper_char()));
    format!("{piece}{from}{capture}{}{promotion}{suffix}", m.to())
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::fen::Fen;

    fn position(text: &str, mode: CastlingMode) -> Chess {
        text.parse::<Fen>().unwrap().into_position(mode).unwrap()
    }

    #[test]
    fn castling_rights_are_files_in_chess960() {
        let text = "4k2r/8/8/8/8/8/8/R3K2R w KQk - 3 7";
        assert_eq!(fen(&position(text, CastlingMode::Standard)), text);
        assert_eq!(
            fen(&position(text, CastlingMode::Chess960)),
            "4k2r/8/8/8/8/8/8/R3K2R w HAh - 3 7"
        );
    }

    #[test]
    fn moves_are_written_in_three_ways() {
        let position = position("3rk3/2P5/8/8/8/8/8/4K2R w K - 0 1", CastlingMode::Standard);
        let texts = |uci: &str| {
            let m = uci.parse::<shakmaty::uci::UciMove>().unwrap().to_move(&position).unwrap();
            [Notation::San, Notation::Lan, Notation::Uci]
                .map(|notation| written(&position, m, notation))
        };
        assert_eq!(texts("c7d8q"), ["cxd8=Q+", "c7xd8=Q+", "c7d8q"]);
        assert_eq!(texts("e1g1"), ["O-O", "O-O", "e1g1"]);
        assert_eq!(texts("h1h8"), ["Rh8+", "Rh1h8+", "h1h8"]);
    }
}
