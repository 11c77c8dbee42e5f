//! Counts the games of PGN files: `cargo run -p ziggurat-pgn --example count FILE..` prints a line
//! for each, of games, of results of White, Black, draws and none, of plies, and of unreadable
//! parts.

#![allow(clippy::disallowed_methods)]
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::fs::File;
use std::io;

use pgn::{Fault, MoveError, Reader, Token, settle};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, KnownOutcome, Outcome, Position, Setup};

/// The counts of a file.
#[derive(Default)]
struct Counts {
    games: u64,
    /// Won by White, won by Black, drawn, without a result.
    results: [u64; 4],
    plies: u64,
    faults: Vec<Fault>,
    illegal: Vec<u64>,
}

fn position(fen: &str) -> Option<Chess> {
    let setup: Setup = fen.parse::<Fen>().ok()?.into_setup();
    let mode = CastlingMode::detect(&setup);
    setup.position(mode).ok()
}

fn count(source: impl io::Read) -> io::Result<Counts> {
    let mut counts = Counts::default();
    let mut reader = Reader::new(source);
    let (mut result, mut board) = (None, None);
    while let Some((line, token)) = reader.next()? {
        match token {
            Token::Begin => (result, board) = (None, Some(Chess::default())),
            Token::Tag { name, value } if name == "Result" => result = Some(value.into_owned()),
            Token::Tag { name, value } if name == "FEN" => board = position(&value),
            Token::Tag { .. } | Token::Comment(_) => {}
            Token::Move(written) => {
                let Some(before) = board.take() else { continue };
                board = match written.to_move(&before) {
                    Ok(m) => before.play(m).ok(),
                    Err(MoveError::Null) => before.swap_turn().ok(),
                    Err(_) => None,
                };
                counts.plies += u64::from(board.is_some());
                if board.is_none() {
                    counts.illegal.push(line);
                }
            }
            Token::End(marker) => {
                counts.games += 1;
                counts.results[match settle(result.as_deref(), marker).outcome {
                    Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => 0,
                    Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => 1,
                    Outcome::Known(KnownOutcome::Draw) => 2,
                    Outcome::Unknown => 3,
                }] += 1;
            }
            Token::Fault(fault) => {
                // The unreadable text may be a move: the moves after it have no position.
                board = None;
                counts.faults.push(fault);
            }
        }
    }
    Ok(counts)
}

fn main() -> io::Result<()> {
    for path in std::env::args().skip(1) {
        let Counts { games, results, plies, faults, illegal } = count(File::open(&path)?)?;
        let [white, black, draws, none] = results;
        let lost = faults.len() + illegal.len();
        println!("{path}\t{games}\t{white}\t{black}\t{draws}\t{none}\t{plies}\t{lost}");
        faults.iter().for_each(|fault| eprintln!("{path}: {fault}"));
        illegal.iter().for_each(|line| eprintln!("{path}: line {line}: a move that is not legal"));
    }
    Ok(())
}
