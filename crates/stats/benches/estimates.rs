//! The cost of the statistics of a running match: every estimate anew, and the anytime-valid
//! interval, after each pair of a simulated match.
//!
//!     cargo bench -p ziggurat-stats

#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use stats::anytime::{Anytime, Method};
use stats::{CONFIDENCE, Estimates, Pentanomial};

const PAIRS: u32 = 1000;

fn main() {
    let mut random = ChaCha12Rng::seed_from_u64(1);
    let mut pairs = Pentanomial::default();
    let mut anytime = Anytime::new(Method::tuned_for(PAIRS), CONFIDENCE);
    let (mut estimates, mut intervals) = (Vec::new(), Vec::new());
    for _ in 0..PAIRS {
        let [one, other]: [u8; 2] = [random.random_range(0..3), random.random_range(0..3)];
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
