//! Debug commands: the board, its evaluation, and move counts.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::Instant;

use engine::{Evaluation, Evaluator, Position, Stop};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, File, Position as _, Rank, Square};

use super::{info, output};

/// The board as white sees it, and its FEN.
pub(crate) fn display(chess: &Chess) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let _ = write!(text, "{} ", rank.char());
        for file in File::ALL {
            let piece = chess.board().piece_at(Square::from_coords(file, rank));
            let _ = write!(text, " {}", piece.map_or('.', |piece| piece.char()));
        }
        text.push('\n');
    }
    text.push_str("   a b c d e f g h\n\n");
    let _ = write!(text, "Fen: {}", Fen::from_position(chess, EnPassantMode::Legal));
    text
}

/// The static evaluation from white's point of view.
pub(crate) fn evaluation(evaluation: &Evaluation, position: &Position, turn: Color) -> String {
    let value = Evaluator::new(evaluation).evaluate(position);
    format!("Evaluation: {} (white's side, static)", turn.fold_wb(value, -value))
}

/// Counts the move sequences of this length, by first move; the last line has the sum. Breaks when
/// stopped.
pub(crate) fn perft(
    position: &Position,
    depth: u32,
    castling: CastlingMode,
    stop: &Stop,
) -> ControlFlow<(), String> {
    let start = Instant::now();
    let mut total = 0;
    for m in position.legal_moves() {
        let mut child = position.clone();
        child.play(m);
        let count = sequences(&child, depth - 1, stop)?;
        output::send(&format!("{}: {count}", m.to_uci(castling)));
        total += count;
    }
    ControlFlow::Continue(format!("{total} nodes {} nps", info::speed(total, start.elapsed())))
}

fn sequences(position: &Position, depth: u32, stop: &Stop) -> ControlFlow<(), u64> {
    /// Depth of a count that takes a fraction of a second, and is not interrupted.
    const SHORT: u32 = 4;
    if stop.is_raised() {
        return ControlFlow::Break(());
    }
    if depth <= SHORT {
        return ControlFlow::Continue(position.perft(depth));
    }
    let mut count = 0;
    for m in position.legal_moves() {
        let mut child = position.clone();
        child.play(m);
        count += sequences(&child, depth - 1, stop)?;
    }
    ControlFlow::Continue(count)
}
