//! The figures of a running match, for a progress bar.

use super::estimates::CONFIDENCE;
use super::words;
use crate::stats::elo::elo;
use crate::stats::{Interval, Ledger, confidence_sequence, ratios};
use crate::tally::Tally;

/// Score, winning percentage, and Elo with the interval that holds however often one looks:
/// `109.5 - 86.5 | 55.9 % | Elo 41.0 [-10.2, 92.4]`.
///
/// The estimate is that of all games; the interval that of the pairs in schedule order.
#[must_use]
pub fn progress(tally: &Tally) -> String {
    let games = tally.games();
    if games.games() == 0 {
        return "no games yet".to_owned();
    }
    let estimate = ratios::score(games).map(elo);
    let ends = sequence(tally);
    format!(
        "{} | {} | Elo {}",
        words::points(games),
        words::winning_percentage(games),
        words::elo_with_interval(estimate, ends)
    )
}

fn sequence(tally: &Tally) -> Interval {
    confidence_sequence::interval(&Ledger::from(tally.prefix()), CONFIDENCE).elo()
}
