//! Writing games, by the crate `viriformat`.

use std::io::{self, Write};

use shakmaty::fen::Fen;
use shakmaty::{Color, EnPassantMode, KnownOutcome, Move, Position, Role, Square};
use viriformat::chess::board::{Board, DrawType, GameOutcome, WinType};
use viriformat::chess::chessmove::{Move as PackedMove, MoveFlags};
use viriformat::chess::piece::PieceType;
use viriformat::chess::types::Square as PackedSquare;
use viriformat::dataformat::Game;

use crate::game::ScoredGame;
use crate::packed_board::MOST_HALFMOVES;

/// Why a game cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The start position is not one of standard chess.
    #[error("the position {fen} cannot be packed: {problem}")]
    Position {
        /// The position.
        fen: String,
        /// Why not.
        problem: String,
    },
}

/// Writes a game.
///
/// # Errors
/// When the output fails, or the game begins at a position of Chess960.
pub fn write(game: &ScoredGame, output: &mut impl Write) -> Result<(), WriteError> {
    let fen = Fen::from_position(&game.start, EnPassantMode::Legal).to_string();
    let error = |problem| WriteError::Position { fen: fen.clone(), problem };
    if game.start.castles().mode().is_chess960() {
        return Err(error("it is one of Chess960".to_owned()));
    }
    if game.start.halfmoves() > MOST_HALFMOVES {
        return Err(error("its game is over".to_owned()));
    }
    let mut board = Board::new();
    board.set_from_fen(&fen, false).map_err(|problem| error(problem.to_string()))?;
    let mut packed = Game::new(&board);
    // Of how a game ended only its result is kept.
    packed.set_outcome(match game.outcome {
        KnownOutcome::Decisive { winner: Color::White } => GameOutcome::WhiteWin(WinType::Mate),
        KnownOutcome::Decisive { winner: Color::Black } => GameOutcome::BlackWin(WinType::Mate),
        KnownOutcome::Draw => GameOutcome::Draw(DrawType::Adjudication),
    });
    for &(m, score) in &game.moves {
        packed.add_move(packed_move(m), score);
    }
    packed.serialise_into(output)?;
    Ok(())
}

/// A move of standard chess in 16 bits; castling is the king taking its rook.
pub(crate) fn packed_move(m: Move) -> PackedMove {
    match m {
        Move::EnPassant { from, to } => {
            PackedMove::new_with_flags(square(from), square(to), MoveFlags::EnPassant)
        }
        Move::Castle { king, rook } => {
            PackedMove::new_with_flags(square(king), square(rook), MoveFlags::Castle)
        }
        Move::Normal { from, to, promotion: Some(role), .. } => {
            let role = match role {
                Role::Knight => PieceType::Knight,
                Role::Bishop => PieceType::Bishop,
                Role::Rook => PieceType::Rook,
                _ => PieceType::Queen,
            };
            PackedMove::new_with_promo(square(from), square(to), role)
        }
        Move::Normal { from, to, .. } => PackedMove::new(square(from), square(to)),
        Move::Put { .. } => unreachable!("no piece is dropped in chess"),
    }
}

fn square(square: Square) -> PackedSquare {
    PackedSquare::new_clamped(u8::from(square))
}
