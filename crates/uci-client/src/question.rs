//! A question to an engine: the game so far, and the limits of the move.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};

use crate::go::Go;

/// The lines of a question, `position` and `go`, built up move by move.
#[derive(Debug, Default)]
pub struct Question {
    /// Whether the history restarts with every irreversible move.
    trims: bool,
    /// `position`, up to `go_at` as it grows; then `isready` if it is wanted, and `go`.
    text: Vec<u8>,
    go_at: usize,
    /// The start of the line of `go`.
    go_line: usize,
    /// Moves of the game that are in it, or were.
    seen: usize,
    /// Whether `position` has moves.
    has_moves: bool,
    /// The position after the moves seen; kept only if the history is trimmed.
    board: Chess,
}

impl Question {
    /// A question that sends the whole game each time.
    #[must_use]
    pub fn new() -> Question {
        Question { text: Vec::with_capacity(4096), ..Question::default() }
    }

    /// A question that sends only the last irreversible move and the moves after it.
    #[must_use]
    pub fn trimmed() -> Question {
        Question { trims: true, ..Question::new() }
    }

    /// Forgets the game.
    pub fn clear(&mut self) {
        self.text.clear();
        (self.go_at, self.go_line) = (0, 0);
        self.seen = 0;
    }

    /// All lines, as they are written; empty before the first question of a game.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The lines before `go`.
    #[must_use]
    pub fn preparation(&self) -> &[u8] {
        &self.text[..self.go_line]
    }

    /// The line of `go`.
    #[must_use]
    pub fn go(&self) -> &[u8] {
        &self.text[self.go_line..]
    }

    /// Writes the next question of a game: its start position, all moves since, and the limits of
    /// the search. Within a game the moves only ever grow; [`Question::clear`] begins another game.
    pub fn put(&mut self, start: &Chess, moves: &[Move], go: &Go) {
        self.put_expecting(start, moves, None, go);
    }

    /// The same with `isready` before `go`: an engine that has answered it has set up the position.
    pub fn put_in_two(&mut self, start: &Chess, moves: &[Move], go: &Go) {
        self.put_position(start, moves, None);
        self.text.extend_from_slice(b"isready\n");
        self.put_go(go);
    }

    /// The same with one more move, which is expected but may not come: the next question may omit
    /// it.
    pub fn put_expecting(
        &mut self,
        start: &Chess,
        moves: &[Move],
        expected: Option<Move>,
        go: &Go,
    ) {
        self.put_position(start, moves, expected);
        self.put_go(go);
    }

    fn put_go(&mut self, go: &Go) {
        self.go_line = self.text.len();
        go.write(&mut self.text);
    }

    fn put_position(&mut self, start: &Chess, moves: &[Move], expected: Option<Move>) {
        if self.text.is_empty() {
            write_position(&mut self.text, start);
            self.board = start.clone();
            self.has_moves = false;
        } else {
            self.text.truncate(self.go_at);
        }
        let mode = start.castles().mode();
        let new = moves.get(self.seen..).unwrap_or_default();
        if self.trims {
            new.iter().for_each(|&m| self.write_trimmed(m, mode));
        } else {
            write_moves(&mut self.text, new, mode, !self.has_moves);
            self.has_moves |= !new.is_empty();
        }
        self.seen = moves.len();
        self.go_at = self.text.len();
        if let Some(expected) = expected {
            write_moves(&mut self.text, &[expected], mode, !self.has_moves);
        }
        self.text.push(b'\n');
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

/// Writes `position` without moves, and without a line break.
fn write_position(out: &mut Vec<u8>, start: &Chess) {
    if *start == Chess::default() {
        out.extend_from_slice(b"position startpos");
    } else {
        let fen = Fen::from_position(start, EnPassantMode::Legal);
        out.extend_from_slice(format!("position fen {fen}").as_bytes());
    }
}

/// Appends more moves to a `position`; `first`: there are none yet. In Chess960 castling is written
/// as king takes rook.
fn write_moves(out: &mut Vec<u8>, moves: &[Move], mode: CastlingMode, first: bool) {
    if first && !moves.is_empty() {
        out.extend_from_slice(b" moves");
    }
    for &m in moves {
        out.push(b' ');
        UciMove::from_move(m, mode).append_ascii_to(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The questions before each of these moves, on one line each.
    fn questions(mut question: Question, moves: &str) -> Vec<String> {
        let start = Chess::default();
        let (mut position, mut played) = (start.clone(), Vec::new());
        let mut texts = Vec::new();
        for text in moves.split(' ') {
            question.put(&start, &played, &Go::depth(1));
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
            questions(Question::new(), "e2e4 g8f6 g1f3"),
            [
                "position startpos|go depth 1|",
                "position startpos moves e2e4|go depth 1|",
                "position startpos moves e2e4 g8f6|go depth 1|",
            ]
        );
    }

    #[test]
    fn an_expected_move_is_gone_from_the_next_question() {
        let start = Chess::default();
        let moves = ["e2e4", "e7e5"].map(|text| text.parse::<UciMove>().unwrap());
        let first = moves[0].to_move(&start).unwrap();
        let after = start.clone().play(first).unwrap();
        let expected = moves[1].to_move(&after).unwrap();
        for mut question in [Question::new(), Question::trimmed()] {
            let mut text = |moves: &[Move], expected, go: Go| {
                question.put_expecting(&start, moves, expected, &go);
                String::from_utf8(question.text().to_vec()).unwrap()
            };
            let ponder = Go { ponder: true, ..Go::depth(1) };
            let told = text(&[first], Some(expected), ponder);
            assert!(told.ends_with("moves e2e4 e7e5\ngo ponder depth 1\n"), "{told}");
            let told = text(&[first], None, Go::depth(1));
            assert!(told.ends_with("moves e2e4\ngo depth 1\n"), "{told}");
        }
    }

    #[test]
    fn a_trimmed_history_begins_with_the_last_move_that_cannot_be_taken_back() {
        let texts = questions(Question::trimmed(), "g1f3 e7e5 f3g1 g8f6");
        assert_eq!(texts[1], "position startpos moves g1f3|go depth 1|");
        let after_f3 = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1";
        assert_eq!(texts[2], format!("position fen {after_f3} moves e7e5|go depth 1|"));
        assert_eq!(texts[3], format!("position fen {after_f3} moves e7e5 f3g1|go depth 1|"));
    }
}
