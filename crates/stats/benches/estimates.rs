//! The cost of the statistics of a running match: every estimate anew, and the anytime-valid
//! interval, after each pair of a simulated match.
//!
//!     cargo bench -p ziggurat-stats

#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;
use stats::anytime::{Anytime, Method};
use stats::simulate::{Assumptions, Population};
use stats::{CONFIDENCE, Estimates, Pentanomial};

const PAIRS: u32 = 1000;

fn main() {
    let population = Population::new(&Assumptions {
        elo: 10.0,
        draw_ratio: 0.5,
        opening_bias: 100.0,
        opening_spread: 40.0,
        skill_spread: 0.0,
    });
    let mut random = ChaCha12Rng::seed_from_u64(1);
    let mut pairs = Pentanomial::default();
    let mut anytime = Anytime::new(Method::tuned_for(PAIRS), CONFIDENCE);
    let (mut estimates, mut intervals) = (Vec::new(), Vec::new());
    for opening in population.book(PAIRS as usize, &mut random) {
        let [one, other] = population.pair(opening, &mut random);
        pairs.add_pair(one, other);
        intervals.push(timed(|| {
            anytime.add([one, other]);
            anytime.ends()
        }));
        estimates.push(timed(|| Estimates::of(&pairs.into(), pairs.games())));
    }
    for (name, times) in [("all estimates", &mut estimates), ("anytime interval", &mut intervals)] {
        times.sort();
        let (median, most) = (times[times.len() / 2], times[times.len() - 1]);
        println!(
            "{name:<17} {PAIRS} pairs: median {} us, most {} us",
            median.as_micros(),
            most.as_micros()
        );
    }
}

fn timed<T>(compute: impl FnOnce() -> T) -> Duration {
    let begun = Instant::now();
    black_box(compute());
    begun.elapsed()
}
