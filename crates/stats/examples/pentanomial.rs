//! The estimates of five counts of pairs: `cargo run -p ziggurat-stats --example pentanomial -- LL LD DD+WL WD WW`.

#![expect(clippy::print_stdout, reason = "it prints the estimates")]

use stats::calculator::{Counts, PairCounts, calculate};
use stats::sprt::{Model, Sprt};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let text = if given.is_empty() { "45,228,420,247,60".to_owned() } else { given.join(",") };
    let pairs: PairCounts = text.parse()?;
    let test = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Normalized)?;
    let counts = Counts { pairs: Some(pairs), games: None };
    println!("{}", calculate(counts, Some(test))?.text());
    Ok(())
}
