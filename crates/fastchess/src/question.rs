//! The commands that ask an engine for a move, in fastchess's order of words.

use std::fmt::Write as _;

use crate::language::engine_arguments::Limit;
use engine::GameClock;
use shakmaty::{Chess, Position};

use super::text::fen;
use arena::player::MoveRequest;

/// The start position of a game, as sent to engines.
pub(super) fn start(position: &Chess) -> String {
    if *position == Chess::default() {
        "startpos".to_owned()
    } else {
        format!("fen {}", fen(position))
    }
}

/// The line of the position after these moves of a game that began from `start`.
pub(super) fn position(start: &str, moves: &[String]) -> String {
    let word = if moves.is_empty() { "" } else { " moves " };
    format!("position {start}{word}{}\n", moves.join(" "))
}

/// The line that asks for a move.
pub(super) fn go(limit: Limit, request: &MoveRequest<'_>) -> String {
    let mut text = "go".to_owned();
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
        let sides = if request.position.turn().is_white() { sides } else { [sides[1], sides[0]] };
        let told = |time: fn(&GameClock) -> std::time::Duration| {
            sides.map(|clock| clock.map(|clock| time(&clock).as_millis()))
        };
        let [white, black] = told(|clock| clock.remaining);
        let [white_increment, black_increment] = told(|clock| clock.increment);
        for (name, number) in [("wtime", white), ("btime", black)] {
            number.into_iter().for_each(|number| word(name, number));
        }
        for (name, number) in [("winc", white_increment), ("binc", black_increment)] {
            number.filter(|number| *number > 0).into_iter().for_each(|number| word(name, number));
        }
        own.moves_to_go.into_iter().for_each(|moves| word("movestogo", u128::from(moves)));
    }
    text + "\n"
}
