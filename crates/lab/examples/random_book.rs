//! Makes a book of short random openings, as an EPD on standard output.
//!
//! Eight random plies from the start position; kept where neither side is in check, no other line
//! reaches the same position, and a short search sees less than half a pawn. The same seed gives
//! the same book as long as the engine is the same. This command made the lines of
//! `openings/random-1000.epd`:
//!
//! ```sh
//! cargo run --release -p ziggurat-lab --example random_book -- 1000 1 > openings/random-1000.epd
//! ```
#![expect(clippy::print_stdout, reason = "its output is the book")]

use std::collections::HashSet;

use anyhow::{Context as _, ensure};
use engine::{Engine, Limits, Setup, Stop};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use shakmaty::fen::Epd;
use shakmaty::{Chess, EnPassantMode, Position as _};

/// Half-moves of a line.
const PLIES: usize = 8;
/// The largest evaluation kept, for either side, in centipawns.
const BALANCED: i32 = 50;
/// Nodes of the search that evaluates a line.
const NODES: u64 = 20_000;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    ensure!(arguments.len() == 2, "give the number of openings and the seed");
    let openings: usize = arguments[0].parse().context("the number of openings")?;
    let mut rng = ChaCha8Rng::seed_from_u64(arguments[1].parse().context("the seed")?);
    let setup = Setup::preset("default").context("the default preset")?;
    let mut engine = Engine::new(setup, 16);
    let mut seen = HashSet::new();
    while seen.len() < openings {
        let Some(position) = random_line(&mut rng) else { continue };
        let epd = Epd::from_position(&position, EnPassantMode::Legal).to_string();
        if !seen.contains(&epd) && is_balanced(&mut engine, &position) {
            println!("{epd}");
            seen.insert(epd);
        }
    }
    Ok(())
}

/// The position after random moves, unless the game is over or the side to move is in check.
fn random_line(rng: &mut ChaCha8Rng) -> Option<Chess> {
    let mut position = Chess::default();
    for _ in 0..PLIES {
        let moves = position.legal_moves();
        let choice = rng.next_u32() as usize % moves.len().max(1);
        position.play_unchecked(*moves.get(choice)?);
    }
    (!position.is_check() && !position.is_game_over()).then_some(position)
}

fn is_balanced(engine: &mut Engine, position: &Chess) -> bool {
    engine.new_game();
    let position = engine::Position::new(position);
    let report = engine.search(&position, &Limits::nodes(NODES), &Stop::new());
    report.score.0.abs() < BALANCED
}
