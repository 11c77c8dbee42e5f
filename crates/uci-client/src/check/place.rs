//! Positions to search, and the lines that send them.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};

/// A position with the line that sends it.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// `position ..`, without a line break.
    pub(super) line: String,
    pub(super) position: Chess,
    /// The notation of castling in it.
    pub(super) mode: CastlingMode,
}

impl Place {
    /// The position after these moves from a FEN, or from the initial position if that is
    /// `startpos`. Unreadable text is ignored: the positions here are constants, and tested.
    pub(super) fn new(start: &str, moves: &str) -> Place {
        let (keyword, mut position) = match start.parse::<Fen>() {
            Err(_) => ("", Chess::default()),
            Ok(fen) => {
                let mode = CastlingMode::detect(fen.as_setup());
                ("fen ", fen.into_position(mode).unwrap_or_default())
            }
        };
        let mode = position.castles().mode();
        for word in moves.split_ascii_whitespace() {
            let played = word.parse::<UciMove>().ok().and_then(|m| m.to_move(&position).ok());
            played.into_iter().for_each(|m| position.play_unchecked(m));
        }
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {moves}") };
        Place { line: format!("position {keyword}{start}{moves}"), position, mode }
    }

    /// The same, spoken of as Chess960.
    pub(super) fn in_chess960(self) -> Place {
        Place { mode: CastlingMode::Chess960, ..self }
    }

    /// Plays the moves of a line.
    ///
    /// # Errors
    /// The first illegal move.
    pub(super) fn play(&self, line: &[&str]) -> Result<(), String> {
        let mut position = self.position.clone();
        for (index, word) in line.iter().enumerate() {
            let m = legal(&position, word, self.mode).ok_or_else(|| {
                let line = line[..=index].join(" ");
                format!("{word}, move {} of the line {line}, is illegal", index + 1)
            })?;
            position.play_unchecked(m);
        }
        Ok(())
    }

    /// Its line, as short as it can be shown.
    pub(super) fn brief(&self) -> String {
        const LONGEST: usize = 120;
        match self.line.char_indices().nth(LONGEST) {
            Some((at, _)) => format!("{} ..", &self.line[..at]),
            None => self.line.clone(),
        }
    }
}

/// The legal move of this text, written as it is written in this mode.
pub(super) fn legal(position: &Chess, text: &str, mode: CastlingMode) -> Option<shakmaty::Move> {
    let m = text.parse::<UciMove>().ok()?.to_move(position).ok()?;
    (m.to_uci(mode).to_string() == text).then_some(m)
}

/// The half-moves of the long game.
const LONG: usize = 320;

/// The moves of a game of [`LONG`] random moves: more than the buffers of careless engines hold.
pub(super) fn long_game() -> String {
    (0..).find_map(random_game).unwrap_or_default().join(" ")
}

/// A game of random moves, unless it ends early or a draw could be claimed.
fn random_game(seed: u64) -> Option<Vec<String>> {
    let mut position = Chess::default();
    let mut moves = Vec::new();
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    while moves.len() < LONG {
        let legal = position.legal_moves();
        // Knuth's multiplier for a linear congruential generator; its upper bits are the better.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let chosen = (state >> 33) % (legal.len().max(1) as u64);
        let m = *legal.get(usize::try_from(chosen).ok()?)?;
        moves.push(m.to_uci(CastlingMode::Standard).to_string());
        position.play_unchecked(m);
        if position.halfmoves() >= 100 || position.is_insufficient_material() {
            return None;
        }
    }
    (!position.is_game_over()).then_some(moves)
}

/// The initial position.
pub(super) const START: &str = "startpos";
/// Moves from there.
pub(super) const OPENING: &str = "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6";
/// The position known as Kiwipete, which has moves of every kind.
pub(super) const MIDDLE_GAME: &str =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// Black to move, with a clock of fifty moves nearly run down.
pub(super) const LATE: &str = "8/5k2/8/8/3R4/8/4K3/8 b - - 97 120";
/// The only moves are the four promotions on a8.
pub(super) const PROMOTION: &str = "8/P7/8/4k3/8/6q1/8/7K w - - 0 1";
/// Black to move; after `d7d5` the only move is `e5d6`.
pub(super) const EN_PASSANT: &str = "8/3p4/4k3/4P3/8/6q1/8/7K b - - 0 1";
/// The only move that mates is to castle.
pub(super) const CASTLING: &str = "4R3/8/8/8/8/5k1P/7P/4K2R w K - 0 1";
/// White castles, and Black, whose king stands a file further off, is not mated.
pub(super) const CASTLED: &str = "4R3/8/8/8/8/3k3P/7P/4K2R w K - 0 1";
/// The same with a king and a rook on unusual squares.
pub(super) const CASTLING_CHESS960: &str = "4R3/8/8/8/8/5k1P/7P/2K3R1 w G - 0 1";
/// White is mated.
pub(super) const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
/// Black is stalemated.
pub(super) const STALEMATED: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
/// There is one legal move.
pub(super) const FORCED: &str = "7k/8/8/8/8/8/6q1/7K w - - 0 1";
/// Two knights out and back, twice: the third time.
pub(super) const REPETITION: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";

#[cfg(test)]
mod tests {
    use super::*;

    fn legal_moves(place: &Place) -> Vec<String> {
        let moves = place.position.legal_moves();
        moves.iter().map(|m| m.to_uci(place.mode).to_string()).collect()
    }

    fn mates(place: &Place) -> Vec<String> {
        let mut moves = place.position.legal_moves();
        moves.retain(|m| place.position.clone().play(*m).unwrap().is_checkmate());
        moves.iter().map(|m| m.to_uci(place.mode).to_string()).collect()
    }

    #[test]
    fn the_positions_are_what_they_are_said_to_be() {
        assert_eq!(legal_moves(&Place::new(PROMOTION, "")).len(), 4);
        assert!(legal_moves(&Place::new(PROMOTION, "")).iter().all(|m| m.starts_with("a7a8")));
        assert_eq!(legal_moves(&Place::new(EN_PASSANT, "d7d5")), ["e5d6"]);
        assert_eq!(mates(&Place::new(CASTLING, "")), ["e1g1"]);
        assert_eq!(mates(&Place::new(CASTLING, "").in_chess960()), ["e1h1"]);
        assert_eq!(mates(&Place::new(CASTLING_CHESS960, "")), ["c1g1"]);
        assert!(Place::new(MATED, "").position.is_checkmate());
        assert!(Place::new(STALEMATED, "").position.is_stalemate());
        assert_eq!(legal_moves(&Place::new(FORCED, "")), ["h1g2"]);
        assert_eq!(Place::new("startpos", REPETITION).position.halfmoves(), 8);
        assert_eq!(Place::new(LATE, "").position.halfmoves(), 97);
        assert_eq!(legal_moves(&Place::new(MIDDLE_GAME, "")).len(), 48);
    }

    #[test]
    fn the_long_game_is_long_and_goes_on() {
        let place = Place::new("startpos", &long_game());
        assert_eq!(place.line.split(' ').count(), LONG + 3);
        assert!(!place.position.is_game_over());
    }

    #[test]
    fn the_first_illegal_move_of_a_line_is_named() {
        let place = Place::new("startpos", "");
        assert_eq!(place.play(&["e2e4", "e7e5"]), Ok(()));
        let illegal = place.play(&["e2e4", "e2e4"]).unwrap_err();
        assert_eq!(illegal, "e2e4, move 2 of the line e2e4 e2e4, is illegal");
    }

    #[test]
    fn castling_is_written_as_the_mode_wants_it() {
        let fen: shakmaty::fen::Fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
        let position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        let legal = |text, mode| legal(&position, text, mode).is_some();
        assert!(legal("e1g1", CastlingMode::Standard) && !legal("e1h1", CastlingMode::Standard));
        assert!(legal("e1h1", CastlingMode::Chess960) && !legal("e1g1", CastlingMode::Chess960));
    }
}
