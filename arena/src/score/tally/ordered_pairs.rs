//! Complete pairs, handed on in the order of the schedule, and those among them that repeat an earlier one.
//!
//! Without a clock, searches that do not vary play the same games from the same opening. A pair that repeats an
//! earlier one move for move says nothing new, and is left out. That engines are so is told from their moves:
//! at the first pair of the schedule whose opening was played before. If its games are those of the earlier
//! pair, every pair is left out that repeats an earlier one of its opening; if not, an engine varies, and all
//! pairs count. This is decided once, and in the order of the schedule, so that a sequential test never
//! has to take a pair back.

use std::collections::BTreeMap;

/// The two games of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedPair {
    /// The first contender's half points.
    pub half_points: [u8; 2],
    /// Index of the opening in the book.
    pub opening: usize,
    /// Tells the moves and results of both games from others.
    pub moves: u64,
}

/// Whether pairs of an opening that was played before repeat games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repetition {
    /// It does not matter: by the match's settings its games vary, or every game counts.
    #[default]
    NotSought,
    /// No pair of the schedule has come to an opening that was played before.
    Unknown,
    /// The first such pair repeated the games of the earlier one.
    Repeats,
    /// The first such pair had other games than the earlier one.
    Varies {
        /// The pair, from 0.
        pair: u32,
        /// The earlier one.
        earlier: u32,
    },
}

/// A pair that is next in the order of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Released {
    /// The first contender's half points.
    pub half_points: [u8; 2],
    /// Whether it repeats an earlier one, and is left out.
    pub is_repeat: bool,
}

/// The effect of a complete pair.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Pairs that count from now on: the pair, or none, or all that were left out.
    pub counted: Vec<PlayedPair>,
    /// The pairs that are next in the order of the schedule, which may be none or several.
    pub released: Vec<Released>,
}

/// Puts pairs in the order of the schedule, and leaves those out that repeat others.
///
/// Short games come in first. A sequential method that sees pairs as they finish sees too many
/// short ones early on, and errs; it has to see them in the order of the schedule. A pair that
/// finished before an earlier one is held back until that one is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderedPairs {
    /// The first pair missing.
    next: u32,
    /// Pairs after it.
    held_back: BTreeMap<u32, PlayedPair>,
    repetition: Repetition,
    /// By opening and moves, the first complete pair of the schedule that played them.
    first: BTreeMap<(usize, u64), u32>,
    /// Complete pairs that are left out, by their number.
    left_out: BTreeMap<u32, PlayedPair>,
}

impl OrderedPairs {
    /// No pairs yet of a match; whether repeated games are sought in it.
    #[must_use]
    pub fn new(seeks_repeats: bool) -> OrderedPairs {
        let repetition = if seeks_repeats { Repetition::Unknown } else { Repetition::NotSought };
        OrderedPairs { repetition, ..OrderedPairs::default() }
    }

    /// Counts pair number `number` of the schedule. A pair is to be added once.
    pub fn add(&mut self, number: u32, pair: PlayedPair) -> Change {
        let mut change = Change::default();
        if self.note_moves(number, pair) {
            change.counted.push(pair);
        }
        self.held_back.insert(number, pair);
        while let Some(pair) = self.held_back.remove(&self.next) {
            let is_repeat = self.judge(self.next, &pair, &mut change.counted);
            self.next += 1;
            change.released.push(Released { half_points: pair.half_points, is_repeat });
        }
        change
    }

    /// Whether repeated games are looked for, and not yet known to vary.
    fn is_sought(&self) -> bool {
        matches!(self.repetition, Repetition::Unknown | Repetition::Repeats)
    }

    /// Notes the moves of a pair; says whether it counts. Of several pairs with the same moves all but the
    /// first of the schedule are left out, in whichever order they finish.
    fn note_moves(&mut self, number: u32, pair: PlayedPair) -> bool {
        if !self.is_sought() {
            return true;
        }
        let played = (pair.opening, pair.moves);
        let Some(earlier) = self.first.get_mut(&played) else {
            self.first.insert(played, number);
            return true;
        };
        self.left_out.insert(number.max(*earlier), pair);
        *earlier = number.min(*earlier);
        false
    }

    /// Whether a pair repeats an earlier one, now that all before it are there. At the first pair of an opening
    /// that was played before it is decided whether engines vary; those left out so far then count.
    fn judge(&mut self, number: u32, pair: &PlayedPair, counted: &mut Vec<PlayedPair>) -> bool {
        if !self.is_sought() {
            return false;
        }
        let of_opening = self.first.range((pair.opening, 0)..=(pair.opening, u64::MAX));
        let earliest = of_opening.map(|(_, number)| *number).min();
        let is_repeat = self.left_out.contains_key(&number);
        if let (Repetition::Unknown, Some(earlier)) =
            (self.repetition, earliest.filter(|earlier| *earlier < number))
        {
            self.repetition = match is_repeat {
                true => Repetition::Repeats,
                false => Repetition::Varies { pair: number, earlier },
            };
            if !is_repeat {
                counted.extend(std::mem::take(&mut self.left_out).into_values());
                self.first.clear();
            }
        }
        is_repeat
    }

    /// Whether pairs of an opening that was played before repeat games.
    #[must_use]
    pub fn repetition(&self) -> Repetition {
        self.repetition
    }

    /// Whether a complete pair is left out, because it repeats an earlier one.
    #[must_use]
    pub fn is_left_out(&self, pair: u32) -> bool {
        self.left_out.contains_key(&pair)
    }

    /// How many complete pairs are left out.
    #[must_use]
    pub fn repeated(&self) -> u64 {
        self.left_out.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pair(half_points: [u8; 2], opening: usize, moves: u64) -> PlayedPair {
        PlayedPair { half_points, opening, moves }
    }

    #[test]
    fn the_prefix_ends_at_the_first_missing_pair() {
        let mut ordered = OrderedPairs::default();
        let mut prefix = 0;
        for (number, expected_prefix) in [(2, 0), (0, 1), (4, 1), (1, 3), (3, 5), (6, 5)] {
            let change = ordered.add(number, pair([2, 2], 0, 0));
            assert_eq!(change.counted.len(), 1);
            prefix += change.released.len();
            assert_eq!(prefix, expected_prefix, "after pair {number}");
        }
    }

    #[test]
    fn pairs_are_handed_on_in_their_order_whatever_order_they_finish_in() {
        let results: Vec<[u8; 2]> = (0..60_u8).map(|i| [i % 3, i / 3 % 3]).collect();
        for step in [1, 37, 59] {
            let mut ordered = OrderedPairs::default();
            let order = (0..60).map(|i| i * step % 60);
            let released: Vec<[u8; 2]> = order
                .flat_map(|i| ordered.add(i, pair(results[i as usize], 0, 0)).released)
                .map(|released| released.half_points)
                .collect();
            assert_eq!(released, results, "in steps of {step}");
        }
    }

    /// The pairs of a schedule that goes round three openings, with the moves of each.
    fn round_three(moves: &[u64]) -> Vec<PlayedPair> {
        let pairs = moves.iter().enumerate();
        pairs.map(|(i, &moves)| pair([moves as u8 % 3, 1], i % 3, moves)).collect()
    }

    /// The effect of pairs that finished in this order: those left out, and those that sequential methods saw.
    fn added(pairs: &[PlayedPair], order: &[u32]) -> (OrderedPairs, Change) {
        let (mut ordered, mut all) = (OrderedPairs::new(true), Change::default());
        for &number in order {
            let Change { counted, released } = ordered.add(number, pairs[number as usize]);
            all.counted.extend(counted);
            all.released.extend(released);
        }
        (ordered, all)
    }

    fn left_out(moves: &[u64]) -> (Vec<u32>, Repetition) {
        let numbers: Vec<u32> = (0..moves.len() as u32).collect();
        let (ordered, _) = added(&round_three(moves), &numbers);
        (ordered.left_out.keys().copied().collect(), ordered.repetition())
    }

    #[test]
    fn a_pair_is_left_out_if_its_games_are_those_of_an_earlier_one() {
        assert_eq!(left_out(&[1, 2, 3]), (vec![], Repetition::Unknown));
        assert_eq!(left_out(&[1, 2, 3, 1, 2, 3]), (vec![3, 4, 5], Repetition::Repeats));
        // One that differs after the decision counts, and those that repeat it do not.
        assert_eq!(
            left_out(&[1, 2, 3, 1, 9, 3, 1, 9, 3]),
            (vec![3, 5, 6, 7, 8], Repetition::Repeats)
        );
        // The same moves from another opening are no repetition.
        assert_eq!(left_out(&[1, 1, 1]), (vec![], Repetition::Unknown));
    }

    #[test]
    fn where_the_first_differs_all_count() {
        let varies = Repetition::Varies { pair: 3, earlier: 0 };
        assert_eq!(left_out(&[1, 2, 3, 9, 2, 3]), (vec![], varies));
        // Pairs that were left out before it was known count then.
        let pairs = round_three(&[1, 2, 3, 9, 2, 3]);
        let (mut ordered, all) = added(&pairs, &[1, 4, 2, 0, 5]);
        assert_eq!((ordered.repeated(), all.counted.len()), (2, 3));
        let change = ordered.add(3, pairs[3]);
        assert_eq!((change.counted.len(), change.released.len()), (3, 3));
        assert!(change.released.iter().all(|released| !released.is_repeat));
        assert_eq!(ordered.repeated(), 0);
    }

    #[test]
    fn nothing_is_left_out_where_repeats_are_not_sought() {
        let mut ordered = OrderedPairs::default();
        let counted = |number| ordered.add(number, pair([1, 1], 0, 1)).counted.len();
        assert_eq!((0..6).map(counted).sum::<usize>(), 6);
        assert_eq!(ordered.repeated(), 0);
        assert_eq!(ordered.repetition(), Repetition::NotSought);
    }

    proptest! {
        #[test]
        fn the_order_in_which_pairs_finish_does_not_matter(
            moves in prop::collection::vec(0u64..3, 1..24),
            order in Just((0..24u32).collect::<Vec<u32>>()).prop_shuffle(),
        ) {
            let pairs = round_three(&moves);
            let count = pairs.len() as u32;
            let in_order: Vec<u32> = (0..count).collect();
            let order: Vec<u32> = order.into_iter().filter(|&number| number < count).collect();
            let (ordered, Change { counted, released }) = added(&pairs, &order);
            let (expected, seen) = added(&pairs, &in_order);
            prop_assert_eq!(counted.len(), seen.counted.len());
            prop_assert_eq!(ordered.repetition(), expected.repetition());
            prop_assert_eq!(&ordered.left_out.keys().collect::<Vec<_>>(), &expected.left_out.keys().collect::<Vec<_>>());
            // A sequential method sees the same, and takes nothing back.
            prop_assert_eq!(&released, &seen.released);
            let fresh = released.iter().filter(|released| !released.is_repeat).count();
            prop_assert_eq!(fresh, counted.len());
        }
    }
}
