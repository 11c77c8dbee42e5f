//! Nanoseconds of an evaluation: the classical one, and networks of several sizes.
//!
//! `cargo bench -p ziggurat-engine --bench evaluation` prints the median of 101 rounds. Positions are those of
//! random games: in their order, where each is a move from the last, and in another one, where hardly
//! anything is known of a position before it is evaluated. The networks' numbers are all zero, which
//! takes no less time than others.
#![expect(clippy::print_stdout, reason = "a bench prints its result")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use engine::{Evaluation, Evaluator, Network, Position};
use shakmaty::{Chess, Position as _};

const ROUNDS: usize = 101;
const GAMES: usize = 60;
const PLIES: usize = 100;

fn main() {
    let in_order = playouts();
    // A step that shares no factor with any number of positions there may be.
    let elsewhere: Vec<Position> =
        (0..in_order.len()).map(|i| in_order[i * 7919 % in_order.len()].clone()).collect();
    println!("{} positions of random games; nanoseconds each", in_order.len());
    println!("{:<28}{:>12}{:>12}", "", "in order", "elsewhere");
    let row = |name: &str, evaluation: &Evaluation| {
        let [next, far] =
            [&in_order, &elsewhere].map(|positions| median_nanos(positions, evaluation));
        println!("{name:<28}{next:>12.1}{far:>12.1}");
    };
    row("classical", &Evaluation::Classical);
    for (hidden, king_buckets) in
        [(32, 1), (64, 1), (128, 1), (128, 8), (256, 1), (512, 1), (1024, 1)]
    {
        let network = Network::read(&zeros(hidden, king_buckets)).expect("a network");
        let name = format!("network {hidden}, {king_buckets} king buckets");
        row(&name, &Evaluation::Network(Arc::new(network)));
    }
}

/// The file of a network of these sizes that has no other number than zero.
fn zeros(hidden: u32, king_buckets: u32) -> Vec<u8> {
    let output_buckets = 8;
    let mut bytes = b"ZIGGNET1".to_vec();
    for size in [hidden, king_buckets, output_buckets, 400] {
        bytes.extend(size.to_le_bytes());
    }
    bytes.extend((0..32).map(|square: u8| square % king_buckets as u8));
    let numbers = (768 * king_buckets + 1) * hidden + output_buckets * (2 * hidden + 1);
    bytes.resize(bytes.len() + 2 * numbers as usize, 0);
    bytes
}

/// The positions of random games, reproducible.
fn playouts() -> Vec<Position> {
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
            positions.push(Position::new(&chess));
        }
    }
    positions
}

fn median_nanos(positions: &[Position], evaluation: &Evaluation) -> f64 {
    let mut evaluator = Evaluator::new(evaluation);
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let begun = Instant::now();
            let sum: i64 =
                positions.iter().map(|position| i64::from(evaluator.evaluate(position).0)).sum();
            black_box(sum);
            begun.elapsed().as_secs_f64() * 1e9 / positions.len() as f64
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    rounds[ROUNDS / 2]
}
