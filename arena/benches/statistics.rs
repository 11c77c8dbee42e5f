//! The cost of the statistics of a running match: a whole report, computed anew after each finished
//! pair of a journal.
//!
//!     cargo bench -p ziggurat-arena --bench statistics -- matches/results/smoke/games.pgn

#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]

use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use arena::report::{Summary, progress};
use arena::score::tally::Tally;
use arena::storage::journal::JournalReader;

fn main() -> anyhow::Result<()> {
    let journal = std::env::args().skip(1).map(PathBuf::from).find(|path| path.is_file());
    let Some(journal) = journal else {
        println!("name a journal: cargo bench -p ziggurat-arena --bench statistics -- games.pgn");
        return Ok(());
    };
    let mut reader = JournalReader::open(&journal)?;
    let mut tally = Tally::default();
    let (mut reports, mut lines) = (Vec::new(), Vec::new());
    while let Some(game) = reader.next_game().context("reading the journal")? {
        let pairs = tally.pairs().pairs();
        tally.add(&game.record);
        if tally.pairs().pairs() > pairs {
            reports.push(timed(|| Summary::of(&game.facts, &tally)));
            lines.push(timed(|| progress(["a", "b"], &tally).concat()));
        }
    }
    for (name, times) in [("whole report", &mut reports), ("progress line", &mut lines)] {
        times.sort();
        let (median, most) = (times.get(times.len() / 2), times.last());
        let micros = |time: Option<&Duration>| time.map_or(0, Duration::as_micros);
        println!(
            "{name:<14} {} pairs: median {} us, most {} us",
            times.len(),
            micros(median),
            micros(most)
        );
    }
    Ok(())
}

fn timed<T>(compute: impl FnOnce() -> T) -> Duration {
    let begun = Instant::now();
    black_box(compute());
    begun.elapsed()
}
