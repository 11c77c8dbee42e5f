//! What an engine is asked: the game so far, and what it may spend.

use shakmaty::{CastlingMode, Chess, Move, Position};

use super::protocol::{write_go, write_moves, write_position};
use crate::player::MoveRequest;

/// The lines of a question, built up move by move.
#[derive(Debug)]
pub(super) struct Question {
    /// Whether the history begins anew with every move that cannot be taken back.
    trims: bool,
    /// `position`, then, from `go_at` on, `go`.
    text: Vec<u8>,
    go_at: usize,
    /// Moves of the game that are in it, or were.
    seen: usize,
    /// Whether `position` has moves.
    has_moves: bool,
    /// The position after the moves seen; kept where the history is trimmed.
    board: Chess,
}

impl Question {
    pub(super) fn new(trims: bool) -> Question {
        Question {
            trims,
            text: Vec::with_capacity(4096),
            go_at: 0,
            seen: 0,
            has_moves: false,
            board: Chess::default(),
        }
    }

    /// Forgets the game.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.go_at = 0;
        self.seen = 0;
    }

    /// Both lines, as they are written; empty before the first question of a game.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Puts the next question of the game.
    pub(super) fn put(&mut self, request: &MoveRequest<'_>) {
        if self.text.is_empty() {
            write_position(&mut self.text, request.start);
            self.board = request.start.clone();
            self.has_moves = false;
        } else {
            self.text.truncate(self.go_at);
        }
        let mode = request.start.castles().mode();
        let new = &request.moves[self.seen..];
        if self.trims {
            new.iter().for_each(|&m| self.write_trimmed(m, mode));
        } else {
            write_moves(&mut self.text, new, mode, !self.has_moves);
            self.has_moves |= !new.is_empty();
        }
        self.seen = request.moves.len();
        self.go_at = self.text.len();
        self.text.push(b'\n');
        let side = request.position.turn();
        write_go(&mut self.text, side, &request.limits, request.opponent_clock.as_ref());
    }

    /// Appends a move to a history that begins before the last move that cannot be taken back. That
    /// move stays: there are engines that fail on a position without one.
    fn write_trimmed(&mut self, m: Move, mode: CastlingMode) {
        if m.is_zeroing() {
            self.text.clear();
            write_position(&mut self.text, &self.board);
            self.has_moves = false;
        }
        write_moves(&mut self.text, &[m], mode, !self.has_moves);
        self.has_moves = true;
        self.board.play_unchecked(m);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Limits;
    use shakmaty::uci::UciMove;

    /// The questions before each of these moves, on one line each.
    fn questions(trims: bool, moves: &str) -> Vec<String> {
        let start = Chess::default();
        let (mut position, mut played) = (start.clone(), Vec::new());
        let mut question = Question::new(trims);
        let mut texts = Vec::new();
        for text in moves.split(' ') {
            let request = MoveRequest {
                start: &start,
                moves: &played,
                position: &position,
                limits: Limits::depth(1),
                opponent_clock: None,
                flag: None,
            };
            question.put(&request);
            texts.push(String::from_utf8(question.text().to_vec()).unwrap().replace('\n', "|"));
            let m = text.parse::<UciMove>().unwrap().to_move(&position).unwrap();
            position.play_unchecked(m);
            played.push(m);
        }
        texts
    }

    #[test]
    fn a_history_grows() {
        assert_eq!(
            questions(false, "e2e4 g8f6 g1f3"),
            [
                "position startpos|go depth 1|",
                "position startpos moves e2e4|go depth 1|",
                "position startpos moves e2e4 g8f6|go depth 1|",
            ]
        );
    }

    #[test]
    fn a_trimmed_history_begins_with_the_last_move_that_cannot_be_taken_back() {
        let texts = questions(true, "g1f3 e7e5 f3g1 g8f6");
        assert_eq!(texts[1], "position startpos moves g1f3|go depth 1|");
        let after_f3 = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1";
        assert_eq!(texts[2], format!("position fen {after_f3} moves e7e5|go depth 1|"));
        assert_eq!(texts[3], format!("position fen {after_f3} moves e7e5 f3g1|go depth 1|"));
    }
}
