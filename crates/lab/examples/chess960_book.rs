//! Makes a book of Chess960 start positions, as an EPD on standard output.
//!
//! Some of the 960 positions, Black's pieces opposite to White's, in a random order; each bears its
//! number in the usual scheme, in which 518 is the position of chess. The same seed gives the same
//! book. This command made the lines of `openings/chess960.epd`:
//!
//! ```sh
//! cargo run -p ziggurat-lab --example chess960_book -- 100 1 > openings/chess960.epd
//! ```
#![expect(clippy::print_stdout, reason = "its output is the book")]

use anyhow::{Context as _, ensure};
use lab::book::start_positions::{START_POSITIONS, back_rank};
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha12Rng;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    ensure!(arguments.len() == 2, "give the number of openings and the seed");
    let openings: usize = arguments[0].parse().context("the number of openings")?;
    let mut numbers: Vec<u32> = (0..START_POSITIONS).collect();
    ensure!(openings <= numbers.len(), "there are only {START_POSITIONS} positions");
    numbers.shuffle(&mut ChaCha12Rng::seed_from_u64(arguments[1].parse().context("the seed")?));
    for number in numbers.into_iter().take(openings) {
        let white = back_rank(number);
        let black = white.to_lowercase();
        println!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - id \"Chess960 {number}\";");
    }
    Ok(())
}
