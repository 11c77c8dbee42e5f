//! Reads a FEN as a position of chess or Chess960.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Setup};

/// The position of a FEN, in the mode its castling rights need: Chess960 where a king or rook that
/// may castle stands elsewhere than in the initial position. Rights are written as in X-FEN (`KQkq`
/// are the outermost rooks) or Shredder-FEN (the rooks' files). It ends at a semicolon, as a line of an EPD file does.
///
/// # Errors
/// The text is not a FEN, or the position is legal in neither mode; the error says why.
pub fn position(fen: &str) -> Result<Chess, String> {
    let fen = fen.split(';').next().unwrap_or_default().trim_end();
    let fen = Fen::from_ascii(fen.as_bytes()).map_err(|error| error.to_string())?;
    let setup: Setup = fen.into_setup();
    let mode = CastlingMode::detect(&setup);
    setup.position(mode).map_err(|error| error.to_string())
}

/// Characters of a FEN that a message shows: enough for every position.
const SHOWN: usize = 100;

/// The beginning of a FEN, as a message about it shows it.
#[must_use]
pub fn shown(fen: &str) -> String {
    fen.chars().take(SHOWN).collect()
}

#[cfg(test)]
mod tests {
    use shakmaty::{EnPassantMode, Position};

    use super::*;

    fn mode(fen: &str) -> CastlingMode {
        position(fen).unwrap().castles().mode()
    }

    #[test]
    fn the_mode_is_what_the_castling_rights_need() {
        assert!(mode("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").is_standard());
        assert!(mode("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1").is_standard());
        assert!(mode("bqnb1rkr/8/8/8/8/8/8/BQ1BNRKR w - - 2 9").is_standard());
        assert!(mode("bqnb1rkr/8/8/8/8/8/8/BQ1BNRKR w HFhf - 2 9").is_chess960());
        assert!(mode("bqnb1rkr/8/8/8/8/8/8/BQ1BNRKR w KQkq - 2 9").is_chess960());
        assert!(mode("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1").is_chess960());
    }

    #[test]
    fn both_notations_name_the_same_rooks_and_read_back() {
        let [x_fen, shredder] = ["KQkq", "HFhf"]
            .map(|rights| position(&format!("bqnb1rkr/8/8/8/8/8/8/BQ1BNRKR w {rights} - 2 9")));
        assert_eq!(x_fen, shredder);
        // Only the inner of two rooks may castle.
        let inner = position("4k3/8/8/8/8/8/8/4K1RR w G - 0 1").unwrap();
        let again = Fen::from_position(&inner, EnPassantMode::Legal).to_string();
        assert_eq!(position(&again), Ok(inner));
    }

    #[test]
    fn a_fen_ends_at_a_semicolon() {
        let fen = "nrbknbrq/pppppppp/8/8/8/8/PPPPPPPP/NRBKNBRQ w GBgb - 0 1";
        assert_eq!(position(&format!("{fen} ;")), position(fen));
    }

    #[test]
    fn rights_without_a_rook_are_refused() {
        let error = position("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1").unwrap_err();
        assert_eq!(error, "illegal position: invalid castling rights");
    }
}
