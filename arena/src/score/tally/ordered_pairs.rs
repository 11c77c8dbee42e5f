//! Complete pairs, handed on in the order of the schedule.

use std::collections::BTreeMap;

use stats::Pentanomial;

/// Counts of pairs: of all, and of those before the first one missing.
///
/// Short games come in first. A sequential method that sees pairs as they finish sees too many
/// short ones early on, and errs; it has to see them in the order of the schedule. A pair that
/// finished before an earlier one is held back until that one is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderedPairs {
    all: Pentanomial,
    prefix: Pentanomial,
    /// The first pair missing.
    next: u32,
    /// Pairs after it, as half points of their games.
    held_back: BTreeMap<u32, [u8; 2]>,
}

impl OrderedPairs {
    /// Counts pair number `pair` of the schedule, from the half points of its two games. A pair is
    /// to be added once. Returns the pairs that are next in the order of the schedule, which may be
    /// none or several.
    pub fn add(&mut self, pair: u32, half_points: [u8; 2]) -> Vec<[u8; 2]> {
        self.all.add_pair(half_points[0], half_points[1]);
        self.held_back.insert(pair, half_points);
        let mut released = Vec::new();
        while let Some(half_points) = self.held_back.remove(&self.next) {
            self.next += 1;
            self.prefix.add_pair(half_points[0], half_points[1]);
            released.push(half_points);
        }
        released
    }

    /// The pairs before the first one missing.
    #[must_use]
    pub fn prefix(&self) -> Pentanomial {
        self.prefix
    }

    /// All pairs.
    #[must_use]
    pub fn all(&self) -> Pentanomial {
        self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_ends_at_the_first_missing_pair() {
        let mut ordered = OrderedPairs::default();
        for (pair, expected_prefix) in [(2, 0), (0, 1), (4, 1), (1, 3), (3, 5), (6, 5)] {
            ordered.add(pair, [2, 2]);
            assert_eq!(ordered.prefix().ww, expected_prefix, "after pair {pair}");
        }
        assert_eq!(ordered.all().ww, 6);
    }

    #[test]
    fn pairs_are_handed_on_in_their_order_whatever_order_they_finish_in() {
        let results: Vec<[u8; 2]> = (0..60_u8).map(|i| [i % 3, i / 3 % 3]).collect();
        for step in [1, 37, 59] {
            let mut ordered = OrderedPairs::default();
            let order = (0..60).map(|i| i * step % 60);
            let released: Vec<[u8; 2]> =
                order.flat_map(|pair| ordered.add(pair, results[pair as usize])).collect();
            assert_eq!(released, results, "in steps of {step}");
        }
    }
}
