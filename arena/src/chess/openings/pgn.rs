//! PGN books: one game an opening.

use pgn::{Fault, FaultKind, Reader, Token, WrittenMove};
use shakmaty::{Chess, Position};

use super::Opening;
use super::line_error::LineError;
use crate::chess::fen;

/// Hands each game's place and opening over, cut to this many plies; all of the book is checked.
pub(super) fn each(
    bytes: &[u8],
    plies: Option<usize>,
    mut take: impl FnMut(usize, Opening) -> Result<(), LineError>,
) -> Result<(), LineError> {
    let mut reader = Reader::new(bytes);
    let (mut game, mut at) = (0, 0);
    let mut opening = Opening::new(Chess::default(), 1);
    while let Some((line, token)) = reader.next().map_err(|error| LineError::new(1, error))? {
        let line = number(line);
        let taken = match token {
            Token::Begin => {
                opening = Opening::new(Chess::default(), line);
                (game, at) = (game + 1, number(reader.offset()));
                Ok(())
            }
            Token::Tag { name, value } => take_tag(&mut opening, &name, value.into()),
            Token::Move(written) => take_move(&mut opening, written),
            Token::End(_) => {
                cut(&mut opening, plies);
                take(at, opening.clone())?;
                Ok(())
            }
            Token::Fault(fault) => return Err(refusal(&fault, game)),
            Token::Comment(_) => Ok(()),
        };
        taken.map_err(|problem| LineError::new(line, format_args!("game {game}: {problem}")))?;
    }
    Ok(())
}

fn number(line: u64) -> usize {
    usize::try_from(line).unwrap_or(usize::MAX)
}

/// A fault as the reason why a book is refused.
fn refusal(fault: &Fault, game: usize) -> LineError {
    match fault.kind {
        FaultKind::Text | FaultKind::StrayResult => LineError::new(number(fault.line), &fault.kind),
        _ => LineError::new(number(fault.line), format_args!("game {game}: {}", fault.kind)),
    }
}

fn take_tag(opening: &mut Opening, name: &str, value: String) -> Result<(), String> {
    match name {
        "FEN" => {
            let start = fen::position(&value)
                .map_err(|problem| format!("FEN tag {:?}: {problem}", fen::shown(&value)))?;
            (opening.position, opening.start) = (start.clone(), start);
        }
        "ECO" => opening.eco = Some(value).filter(|eco| eco != "?"),
        "Opening" => opening.name = Some(value).filter(|name| name != "?"),
        _ => {}
    }
    Ok(())
}

fn take_move(opening: &mut Opening, written: WrittenMove) -> Result<(), String> {
    match written.to_move(&opening.position) {
        Ok(m) => {
            opening.push(m);
            Ok(())
        }
        Err(problem) => {
            let number = opening.position.fullmoves();
            let dots = opening.position.turn().fold_wb(".", "...");
            Err(format!("{number}{dots} {written} {problem}"))
        }
    }
}

/// Takes out the moves beyond this many plies.
fn cut(opening: &mut Opening, plies: Option<usize>) {
    if let Some(plies) = plies.filter(|&plies| plies < opening.moves.len()) {
        let moves = std::mem::take(&mut opening.moves);
        opening.position = opening.start.clone();
        moves.into_iter().take(plies).for_each(|m| opening.push(m));
    }
}
