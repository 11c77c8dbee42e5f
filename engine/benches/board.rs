//! The board under the search against shakmaty's own position, on the same positions.
//!
//! `cargo bench -p ziggurat-engine --bench board` prints nanoseconds for each operation, the median of five
//! rounds, and how many times as fast ours is. Playing a move includes the key, which the search
//! needs; ours also updates the evaluation and finds the checkers.
#![expect(clippy::print_stdout, reason = "a bench prints its result")]

use std::hint::black_box;
use std::time::Instant;

use engine::Position;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position as _};

const ROUNDS: usize = 5;
const GAMES: usize = 60;
const PLIES: usize = 100;

fn main() {
    let positions = playouts();
    println!("{} positions of random games; nanoseconds each", positions.len());
    println!("{:<28}{:>10}{:>8}{:>8}", "", "shakmaty", "ours", "ratio");
    let pairs = |operation: fn(&(Chess, Position)) -> u64| median_nanos(&positions, operation);
    let row = |name, theirs: f64, ours: f64| {
        println!("{name:<28}{theirs:>10.1}{ours:>8.1}{:>8.2}", theirs / ours);
    };
    row(
        "all legal moves",
        pairs(|(chess, _)| chess.legal_moves().len() as u64),
        pairs(|(_, ours)| ours.legal_moves().len() as u64),
    );
    row(
        "captures and promotions",
        pairs(|(chess, _)| chess.capture_moves().len() as u64),
        pairs(|(_, ours)| ours.tactical_moves().len() as u64),
    );
    let moves: u64 = positions.iter().map(|(chess, _)| chess.legal_moves().len() as u64).sum();
    let per_move = positions.len() as f64 / moves as f64;
    row(
        "generate and play one move",
        pairs(|(chess, _)| play_all(chess)) * per_move,
        pairs(|(_, ours)| ours.perft(1)) * per_move,
    );
}

/// The positions of random games, reproducible.
fn playouts() -> Vec<(Chess, Position)> {
    let mut number: u64 = 1;
    let mut positions = Vec::new();
    for _ in 0..GAMES {
        let mut chess = Chess::default();
        for _ in 0..PLIES {
            let moves = chess.legal_moves();
            if moves.is_empty() {
                break;
            }
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            chess.play_unchecked(moves[(number >> 33) as usize % moves.len()]);
            positions.push((chess.clone(), Position::new(&chess)));
        }
    }
    positions
}

/// Plays every legal move and computes the key after it, as a search would.
fn play_all(chess: &Chess) -> u64 {
    let after = chess.legal_moves().into_iter().map(|m| {
        let mut next = chess.clone();
        next.play_unchecked(m);
        black_box(next.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal));
        1
    });
    after.sum()
}

fn median_nanos(positions: &[(Chess, Position)], operation: fn(&(Chess, Position)) -> u64) -> f64 {
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let begun = Instant::now();
            black_box(positions.iter().map(operation).sum::<u64>());
            begun.elapsed().as_secs_f64() * 1e9 / positions.len() as f64
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    rounds[ROUNDS / 2]
}
