//! Makes a book of Chess960 start positions, as an EPD on standard output.
//!
//! Some of the 960 positions, Black's pieces opposite to White's, in a random order; each bears its
//! number in the usual scheme, in which 518 is the position of chess. The same seed gives the same
//! book. So were made the lines of `openings/chess960.epd`:
//!
//! ```sh
//! cargo run -p arena --example chess960_book -- 100 1 > openings/chess960.epd
//! ```
#![expect(clippy::print_stdout, reason = "its output is the book")]

use anyhow::{Context as _, ensure};
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha12Rng;

/// All start positions.
const POSITIONS: usize = 960;
/// The files of two knights among the five that bishops and queen leave free.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    ensure!(arguments.len() == 2, "give the number of openings and the seed");
    let openings: usize = arguments[0].parse().context("the number of openings")?;
    ensure!(openings <= POSITIONS, "there are only {POSITIONS} positions");
    ensure!(back_rank(518) == "RNBQKBNR", "the numbering does not know the position of chess");
    let mut numbers: Vec<usize> = (0..POSITIONS).collect();
    numbers.shuffle(&mut ChaCha12Rng::seed_from_u64(arguments[1].parse().context("the seed")?));
    for number in numbers.into_iter().take(openings) {
        let white = back_rank(number);
        let black = white.to_lowercase();
        println!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - id \"Chess960 {number}\";");
    }
    Ok(())
}

/// White's pieces, from the a-file on, in the position of this number from 0.
///
/// Scharnagl's scheme: the number's digits in the bases 4, 4, 6 and 10 place the bishop on light
/// squares, that on dark ones, the queen and the knights; rook, king and rook fill the rest.
fn back_rank(number: usize) -> String {
    let mut rank = [' '; 8];
    let (number, light) = (number / 4, number % 4);
    let (number, dark) = (number / 4, number % 4);
    let (knights, queen) = (number / 6, number % 6);
    rank[2 * light + 1] = 'B';
    rank[2 * dark] = 'B';
    let free = |rank: &[char; 8], nth| (0..8).filter(|&file| rank[file] == ' ').nth(nth);
    let mut place = |nth: usize, piece: char| {
        if let Some(file) = free(&rank, nth) {
            rank[file] = piece;
        }
    };
    place(queen, 'Q');
    let (first, second) = KNIGHTS[knights];
    // One file fewer is free for the second knight.
    place(first, 'N');
    place(second - 1, 'N');
    "RKR".chars().for_each(|piece| place(0, piece));
    rank.iter().collect()
}
