//! The estimates of five counts of pairs: `cargo run -p ziggurat-stats --example pentanomial -- LL LD DD+WL WD WW`.

#![expect(clippy::print_stdout, reason = "it prints the estimates")]

use stats::pair_counts::PairCounts;
use stats::sprt::{Model, Sprt};
use stats::{Estimates, words};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let text = if given.is_empty() { "45,228,420,247,60".to_owned() } else { given.join(",") };
    let pairs = text.parse::<PairCounts>()?.taking_middle_for_drawn();
    let test = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Normalized)?;
    let counts = pairs.into();
    let estimates = Estimates::of(&counts, pairs.games());
    let elo = words::elo_with_interval(estimates.elo.0, estimates.likelihood_elo());
    let llr = words::decimal(test.log_likelihood_ratio(&counts), 2);
    println!("Elo {elo}; SPRT {}: LLR {llr}", test.bounds());
    Ok(())
}
