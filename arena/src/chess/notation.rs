//! Moves and positions as text.

use engine::Score;
use shakmaty::fen::Epd;
use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::{Chess, EnPassantMode, Move, Position};

/// The first four fields of a FEN.
pub fn epd(position: &Chess) -> String {
    Epd::from_position(position, EnPassantMode::Legal).to_string()
}

/// A legal move in standard algebraic notation.
pub fn san(position: &Chess, m: Move) -> String {
    san_and_play(&mut position.clone(), m).to_string()
}

/// Plays a legal move; says it in standard algebraic notation. Only a check can be mate, so that few positions are
/// looked at more closely.
pub(crate) fn san_and_play(position: &mut Chess, m: Move) -> SanPlus {
    let san = San::from_move(position, m);
    position.play_unchecked(m);
    let suffix = position.is_check().then(|| match position.legal_moves().is_empty() {
        true => Suffix::Checkmate,
        false => Suffix::Check,
    });
    SanPlus { san, suffix }
}

/// Moves from a position in standard algebraic notation, with numbers: `1. e4 e5 2. Nf3`.
pub fn line(start: &Chess, moves: &[Move]) -> String {
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
        text.push_str(&san_and_play(&mut position, m).to_string());
    }
    text
}

/// A score as match runners write it into comments: pawns with two decimals, or `M` and the plies to mate,
/// with a sign unless it is 0.
pub(crate) fn score(text: &str) -> Option<Score> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let magnitude = match text.strip_prefix('M') {
        Some(plies) => Score::mate_in_plies(plies.parse().ok()?).0,
        None => {
            let (pawns, cents) = text.split_once('.')?;
            let pawns: i32 = pawns.parse().ok()?;
            pawns.checked_mul(100)?.checked_add(cents.parse().ok().filter(|_| cents.len() == 2)?)?
        }
    };
    Some(Score(sign * magnitude))
}
