//! Two places for a position instead of a bucket; see [`crate::techniques::two_deep_table`].

use super::{Entry, SLOTS, Slot, TranspositionTable};
use crate::position::packed_move::PackedMove;

/// Slots of a position.
const PLACES: usize = 2;

impl TranspositionTable {
    /// Stores an entry, its mate scores counted from this ply: in the first of the position's two places if that is
    /// free, holds the same position, or gives way at its depth; else in the second. An entry that gives way moves to
    /// the second place where `shifts` is set. Returns whether it was the first place.
    ///
    /// A table is either written by this or by [`TranspositionTable::store`].
    pub(crate) fn store_in_pair(
        &mut self,
        key: u64,
        ply: usize,
        entry: Entry,
        shifts: bool,
        gives_way: impl FnOnce(i32) -> bool,
    ) -> bool {
        let (game, search) = (self.game, self.search);
        let key_and_game = self.key_and_game(key);
        let [first, second] = self.pair_mut(key);
        let is_same = |slot: &Slot| slot.key_and_game == key_and_game;
        let known = [*first, *second].into_iter().find(is_same);
        let best = match entry.best {
            PackedMove::NONE => known.map_or(PackedMove::NONE, |slot| slot.best),
            best => best,
        };
        let slot = Slot::new(key_and_game, search, ply, Entry { best, ..entry });
        let is_free = is_same(first) || !first.belongs_to(game);
        if is_free {
            *first = slot;
        } else if gives_way(i32::from(first.depth)) {
            if shifts || is_same(second) {
                *second = *first;
            }
            *first = slot;
        } else {
            *second = slot;
            return false;
        }
        true
    }

    /// The position's two places: a half of its bucket, chosen by the lowest bit of the key that is stored.
    fn pair_mut(&mut self, key: u64) -> &mut [Slot; PLACES] {
        let half = (key >> 16) as usize % (SLOTS / PLACES);
        let (pairs, _) = self.bucket_mut(key).as_chunks_mut::<PLACES>();
        &mut pairs[half]
    }
}

#[cfg(test)]
mod tests {
    use super::super::Bound;
    use super::*;

    fn entry(depth: i32) -> Entry {
        Entry { best: PackedMove(7), score: 0, static_eval: 0, depth, bound: Bound::Exact }
    }

    /// A key of the pair that all of these share.
    fn key(i: u64) -> u64 {
        i << 17
    }

    /// Stores entries of these depths, a position each, and returns the depths that are found again.
    fn found(depths: &[i32], shifts: bool) -> Vec<i32> {
        let mut table = TranspositionTable::new(1);
        for (i, depth) in depths.iter().copied().enumerate() {
            table.store_in_pair(key(i as u64), 0, entry(depth), shifts, |first| depth >= first);
        }
        let depths = (0..depths.len()).filter_map(|i| table.probe(key(i as u64), 0));
        depths.map(|entry| entry.depth).collect()
    }

    #[test]
    fn the_deepest_and_the_newest_are_found_again() {
        assert_eq!(found(&[9, 3, 4, 2], true), [9, 2]);
        assert_eq!(found(&[3, 9], true), [3, 9]);
        assert_eq!(found(&[3, 2, 9], true), [3, 9], "the one that gave way drives out the newest");
    }

    #[test]
    fn without_shifting_the_entry_that_gave_way_is_forgotten() {
        assert_eq!(found(&[3, 9], false), [9]);
        assert_eq!(found(&[3, 2, 9], false), [2, 9]);
    }

    #[test]
    fn a_position_is_in_one_place_and_keeps_its_move() {
        let mut table = TranspositionTable::new(1);
        let store = |table: &mut TranspositionTable, i, depth, best| {
            let entry = Entry { best, ..entry(depth) };
            table.store_in_pair(key(i), 0, entry, false, |first| depth >= first)
        };
        assert!(store(&mut table, 0, 5, PackedMove(7)));
        assert!(!store(&mut table, 1, 3, PackedMove(8)));
        assert!(store(&mut table, 0, 4, PackedMove::NONE), "its own place, if less deep");
        let now = table.probe(key(0), 0).unwrap();
        assert_eq!((now.depth, now.best), (4, PackedMove(7)));
        // The second position takes the first place, and is not found in its old one.
        assert!(store(&mut table, 1, 6, PackedMove::NONE));
        let now = table.probe(key(1), 0).unwrap();
        assert_eq!((now.depth, now.best), (6, PackedMove(8)));
        assert_eq!(table.probe(key(0), 0).unwrap().depth, 4);
    }

    #[test]
    fn entries_of_another_game_count_as_none() {
        let mut table = TranspositionTable::new(1);
        table.store_in_pair(key(0), 0, entry(20), true, |_| true);
        table.new_game();
        assert!(table.store_in_pair(key(1), 0, entry(1), true, |_| false));
        assert_eq!(table.probe(key(0), 0), None);
    }
}
