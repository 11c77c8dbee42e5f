//! The share of cutoffs by the first move, for every preset: how well each search orders its moves.
//!
//! ```sh
//! cargo run --release -p ziggurat-engine --example cutoffs -- arena/suites/self-play.epd 8
//! ```
#![allow(clippy::disallowed_methods)]
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use engine::{Cutoffs, Engine, Limits, PRESETS, Position, Stop};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), Some(depth)) = (arguments.next(), arguments.next()) else {
        return Err("usage: cutoffs FILE.epd DEPTH".into());
    };
    let limits = Limits::depth(depth.parse()?);
    let positions = std::fs::read_to_string(file)?
        .lines()
        .map(|line| position(line).map_err(|error| format!("{line}: {error}").into()))
        .collect::<Result<Vec<Position>, Box<dyn Error>>>()?;
    println!("{} positions, depth {depth}\n\npreset, cutoffs, by the first move", positions.len());
    for preset in PRESETS {
        let mut cutoffs = Cutoffs::default();
        for position in &positions {
            cutoffs +=
                Engine::new(preset.setup(), 16).search(position, &limits, &Stop::new()).cutoffs;
        }
        let percent = 100.0 * cutoffs.share_of_first_moves();
        println!("{}, {}, {percent:.1} %", preset.name, cutoffs.all);
    }
    Ok(())
}

/// The position of a line of EPD: its first four fields.
fn position(line: &str) -> Result<Position, Box<dyn Error>> {
    let fields: Vec<&str> = line.split_whitespace().take(4).collect();
    let fen: Fen = format!("{} 0 1", fields.join(" ")).parse()?;
    Ok(Position::new(&fen.into_position::<Chess>(CastlingMode::Standard)?))
}
