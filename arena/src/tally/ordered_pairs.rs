//! Complete pairs, with the part of the schedule that is complete from its beginning kept apart.

use std::collections::BTreeMap;

use crate::stats::Pentanomial;

/// Counts of pairs by contiguous stretches of the schedule.
///
/// Short games come in first. A sequential method that sees pairs as they finish sees too many
/// short ones early on, and errs; it has to see them in the order of the schedule. Only counts
/// are kept, so a stretch costs the same at any length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderedPairs {
    /// Stretches by their first pair; between two of them at least one pair is missing.
    stretches: BTreeMap<u32, Stretch>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    /// The pair after the last one.
    end: u32,
    pairs: Pentanomial,
}

impl OrderedPairs {
    /// Counts pair number `pair` of the schedule, from the half points of its two games. A pair is
    /// to be added once.
    pub fn add(&mut self, pair: u32, one: u8, other: u8) {
        let mut stretch = Stretch { end: pair + 1, pairs: Pentanomial::default() };
        stretch.pairs.add_pair(one, other);
        if let Some(after) = self.stretches.remove(&stretch.end) {
            stretch.end = after.end;
            stretch.pairs += after.pairs;
        }
        match self.stretches.range_mut(..pair).next_back() {
            Some((_, before)) if before.end == pair => {
                before.end = stretch.end;
                before.pairs += stretch.pairs;
            }
            _ => {
                self.stretches.insert(pair, stretch);
            }
        }
    }

    /// The pairs before the first one missing.
    #[must_use]
    pub fn prefix(&self) -> Pentanomial {
        self.stretches.get(&0).map_or_else(Pentanomial::default, |stretch| stretch.pairs)
    }

    /// All pairs.
    #[must_use]
    pub fn all(&self) -> Pentanomial {
        let mut all = Pentanomial::default();
        for stretch in self.stretches.values() {
            all += stretch.pairs;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_ends_at_the_first_missing_pair() {
        let mut ordered = OrderedPairs::default();
        for (pair, expected_prefix) in [(2, 0), (0, 1), (4, 1), (1, 3), (3, 5), (6, 5)] {
            ordered.add(pair, 2, 2);
            assert_eq!(ordered.prefix().ww, expected_prefix, "after pair {pair}");
        }
        assert_eq!(ordered.all().ww, 6);
        assert_eq!(ordered.stretches.len(), 2);
    }
}
