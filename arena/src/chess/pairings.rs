//! Pairings of more than two contenders.

use std::ops::RangeInclusive;

use crate::chess::named::named;

/// The number of contenders of a match.
pub const CONTENDERS: RangeInclusive<usize> = 2..=64;

named! {
    /// The format that determines which contenders meet.
    #[derive(Default)]
    pub enum Format {
        /// Everyone meets everyone.
        #[default]
        RoundRobin = "round-robin",
        /// The first contender meets all others.
        Gauntlet = "gauntlet",
    }
}

impl Format {
    /// The pairings of this many contenders, by their numbers from 0, in the order of play. The
    /// contender with the smaller number comes first: results are given from its view. Two
    /// contenders have one pairing in any format.
    #[must_use]
    pub fn pairings(self, contenders: usize) -> Vec<[usize; 2]> {
        let firsts = match self {
            Format::RoundRobin => contenders,
            Format::Gauntlet => contenders.min(1),
        };
        (0..firsts)
            .flat_map(|first| (first + 1..contenders).map(move |second| [first, second]))
            .collect()
    }
}

/// The pairing of a pair of the schedule, and the pair's number in that pairing. The schedule goes
/// round the pairings, so that all advance evenly.
#[must_use]
pub fn place(pair: u32, pairings: usize) -> (usize, u32) {
    let pairings = u32::try_from(pairings.max(1)).unwrap_or(u32::MAX);
    ((pair % pairings) as usize, pair / pairings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_meets_everyone_once_or_the_first_meets_the_rest() {
        let all = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
        assert_eq!(Format::RoundRobin.pairings(4), all);
        assert_eq!(Format::Gauntlet.pairings(4), all[..3]);
        assert!(Format::ALL.iter().all(|format| format.pairings(2) == [[0, 1]]));
    }
}
