//! The commands that ask an engine for a move, in fastchess's order of words.

use std::fmt::Write as _;

use crate::language::engine_arguments::Limit;
use engine::GameClock;
use shakmaty::{Chess, Position};

use super::text::fen;
use arena::player::MoveRequest;

/// `position` and `go`. Within a game moves are only added.
#[derive(Clone, Debug, Default)]
pub(super) struct Question {
    text: String,
    /// The beginning of `go`.
    go_at: usize,
    /// Moves that are in it.
    moves: usize,
}

/// The start position of a game, as sent to engines.
pub(super) fn start(position: &Chess) -> String {
    if *position == Chess::default() {
        "startpos".to_owned()
    } else {
        format!("fen {}", fen(position))
    }
}

impl Question {
    /// Puts the next question of a game that began from `start` and has had these moves.
    pub(super) fn put(
        &mut self,
        start: &str,
        moves: &[String],
        limit: Limit,
        request: &MoveRequest<'_>,
    ) {
        let prefix = format!("position {start}");
        if self.moves == 0 || self.moves > moves.len() || !self.text.starts_with(&prefix) {
            self.text = prefix;
            self.moves = 0;
        } else {
            self.text.truncate(self.go_at);
        }
        if self.moves == 0 && !moves.is_empty() {
            self.text.push_str(" moves");
        }
        for m in &moves[self.moves..] {
            self.text.push(' ');
            self.text.push_str(m);
        }
        self.moves = moves.len();
        self.go_at = self.text.len();
        self.text.push('\n');
        self.put_go(limit, request);
    }

    /// Forgets the game.
    pub(super) fn clear(&mut self) {
        self.moves = 0;
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The line of the position.
    pub(super) fn position(&self) -> &str {
        &self.text[..=self.go_at]
    }

    /// The line of `go`.
    pub(super) fn go(&self) -> &str {
        &self.text[self.go_at + 1..]
    }

    fn put_go(&mut self, limit: Limit, request: &MoveRequest<'_>) {
        self.text.push_str("go");
        let text = &mut self.text;
        let mut word = |name: &str, number: u128| {
            let _ = write!(text, " {name} {number}");
        };
        if limit.nodes > 0 {
            word("nodes", u128::from(limit.nodes));
        }
        if limit.plies > 0 {
            word("depth", u128::from(limit.plies));
        }
        if limit.tc.fixed_time > 0 {
            word("movetime", u128::from(limit.tc.fixed_time.unsigned_abs()));
        } else if let Some(own) = request.limits.clock {
            let sides = [Some(own), request.opponent_clock];
            let sides =
                if request.position.turn().is_white() { sides } else { [sides[1], sides[0]] };
            let told = |time: fn(&GameClock) -> std::time::Duration| {
                sides.map(|clock| clock.map(|clock| time(&clock).as_millis()))
            };
            let [white, black] = told(|clock| clock.remaining);
            let [white_increment, black_increment] = told(|clock| clock.increment);
            for (name, number) in [("wtime", white), ("btime", black)] {
                number.into_iter().for_each(|number| word(name, number));
            }
            for (name, number) in [("winc", white_increment), ("binc", black_increment)] {
                number
                    .filter(|number| *number > 0)
                    .into_iter()
                    .for_each(|number| word(name, number));
            }
            own.moves_to_go.into_iter().for_each(|moves| word("movestogo", u128::from(moves)));
        }
        self.text.push('\n');
    }
}
