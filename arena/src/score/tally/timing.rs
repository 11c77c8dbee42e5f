//! How the runner's clock and the engines' own accounts of their time agree.

use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::time::Duration;

use crate::chess::record::Lateness;

/// Microseconds of one step of a [`ClockDifferences`].
const STEP: i64 = 10;

/// One contender's time beyond its sums.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// Time by the runner's clock less time by the engine's own account, move by move.
    pub all: ClockDifferences,
    /// The same by table.
    pub by_table: BTreeMap<u32, ClockDifferences>,
    /// Moves that would have lost without a margin.
    pub late: Lateness,
    /// Time that the machine took, which was not charged.
    pub stolen: Duration,
}

impl Timing {
    /// Counts a move that was played at this table.
    pub(super) fn add(&mut self, table: Option<u32>, ours: Duration, theirs: Duration) {
        let micros = |time: Duration| i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
        let difference = micros(ours).saturating_sub(micros(theirs));
        self.all.add(difference);
        if let Some(table) = table {
            self.by_table.entry(table).or_default().add(difference);
        }
    }

    /// Counts the late moves of a game.
    pub(super) fn add_late(&mut self, late: Lateness) {
        self.late.moves += late.moves;
        self.late.most = self.late.most.max(late.most);
    }
}

/// The same of both.
impl AddAssign<&Timing> for Timing {
    fn add_assign(&mut self, other: &Timing) {
        let Timing { all, by_table, late, stolen } = other;
        self.all += all;
        for (&table, differences) in by_table {
            *self.by_table.entry(table).or_default() += differences;
        }
        self.add_late(*late);
        self.stolen += *stolen;
    }
}

/// Counts of differences in microseconds, in steps of ten. Memory grows with the steps that occur.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClockDifferences {
    counts: BTreeMap<i64, u64>,
    /// How many there are.
    pub total: u64,
    /// The largest, in microseconds.
    pub largest: Option<i64>,
}

impl ClockDifferences {
    fn add(&mut self, micros: i64) {
        *self.counts.entry(micros.div_euclid(STEP)).or_default() += 1;
        self.total += 1;
        self.largest = self.largest.max(Some(micros));
    }

    /// The difference that this many per cent do not exceed (nearest rank), in microseconds, to the
    /// upper end of its step; never more than the largest.
    #[must_use]
    pub fn percentile(&self, percent: u64) -> Option<i64> {
        let rank = (self.total * percent).div_ceil(100).max(1);
        let mut seen = 0;
        let step = self.counts.iter().find(|(_, count)| {
            seen += **count;
            seen >= rank
        });
        step.map(|(step, _)| step * STEP + STEP - 1).min(self.largest)
    }
}

/// The differences of both.
impl AddAssign<&ClockDifferences> for ClockDifferences {
    fn add_assign(&mut self, other: &ClockDifferences) {
        for (&step, &count) in &other.counts {
            *self.counts.entry(step).or_default() += count;
        }
        self.total += other.total;
        self.largest = self.largest.max(other.largest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_sorted_list() {
        let mut differences = ClockDifferences::default();
        assert_eq!((differences.percentile(50), differences.largest), (None, None));
        (1..=100).rev().for_each(|number| differences.add(number * 100));
        assert_eq!(differences.total, 100);
        assert_eq!(differences.percentile(50), Some(5_009));
        assert_eq!(differences.percentile(99), Some(9_909));
        assert_eq!(differences.percentile(100), Some(10_000));
        differences.add(-25);
        assert_eq!(differences.percentile(0), Some(-21));
        assert_eq!(differences.largest, Some(10_000));
    }

    #[test]
    fn tables_are_told_apart() {
        let mut timing = Timing::default();
        let millis = Duration::from_millis;
        timing.add(Some(1), millis(12), millis(11));
        timing.add(Some(2), millis(15), millis(11));
        timing.add(None, millis(10), millis(11));
        assert_eq!(timing.all.total, 3);
        assert_eq!(timing.by_table[&1].largest, Some(1_000));
        assert_eq!(timing.by_table[&2].largest, Some(4_000));
    }
    #[test]
    fn a_sum_is_what_counting_everything_in_one_place_gives() {
        let millis = Duration::from_millis;
        let moves = [(Some(1), 12, 11), (Some(2), 15, 11), (Some(1), 10, 11), (None, 14, 11)];
        let count = |moves: &[(Option<u32>, u64, u64)], late| {
            let mut timing = Timing { stolen: millis(1), ..Timing::default() };
            for &(table, ours, theirs) in moves {
                timing.add(table, millis(ours), millis(theirs));
            }
            timing.add_late(Lateness { moves: 1, most: millis(late) });
            timing
        };
        let mut sum = count(&moves[..1], 2);
        sum += &count(&moves[1..], 7);
        let late = Lateness { moves: 2, most: millis(7) };
        assert_eq!(sum, Timing { late, stolen: millis(2), ..count(&moves, 7) });
    }
}
