//! Transposition table: results of earlier searches of a position.

mod two_deep;

use crate::position::packed_move::PackedMove;
use crate::score::Score;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
    /// The true score is this.
    Exact,
}

/// An entry: the facts that an earlier search found of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) best: PackedMove,
    pub(crate) score: i32,
    pub(crate) static_eval: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl Entry {
    /// The score, if it decides a search of this depth and window.
    pub(crate) fn cutoff(&self, depth: i32, alpha: i32, beta: i32) -> Option<i32> {
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        };
        (self.depth >= depth && decides).then_some(self.score)
    }
}

/// An entry as stored, in 16 bytes.
///
/// The lower 16 bits of the position's key give way to the number of the game the entry belongs
/// to. An entry of another game never matches and counts as empty, so that forgetting a whole
/// table costs nothing and still leaves it as if new.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
struct Slot {
    key_and_game: u64,
    best: PackedMove,
    score: i16,
    static_eval: i16,
    depth: u8,
    /// Bound in the lower two bits, the number of the search above.
    bound_and_search: u8,
}

/// Plies by which a stored search has to be deeper, to stay when its position is stored again.
const DEEPER: i32 = 3;

const SLOTS: usize = 4;

/// Slots that share a cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
struct Bucket([Slot; SLOTS]);

/// Searches are numbered in six bits.
const SEARCH_MASK: u8 = 0x3f;

/// The table, for one engine.
#[derive(Clone, Debug)]
pub(crate) struct TranspositionTable {
    buckets: Box<[Bucket]>,
    game: u16,
    search: u8,
    /// Scores decide nothing: for tests of exact values, into which transpositions bring values of
    /// more depth and of other paths.
    #[cfg(test)]
    pub(crate) only_orders: bool,
}

impl TranspositionTable {
    /// A table of this many mebibytes, at least one.
    pub(crate) fn new(mebibytes: usize) -> TranspositionTable {
        let buckets = mebibytes.max(1) * (1 << 20) / size_of::<Bucket>();
        let buckets = in_huge_pages(buckets).into_boxed_slice();
        TranspositionTable {
            buckets,
            game: 1,
            search: 0,
            #[cfg(test)]
            only_orders: false,
        }
    }

    /// Forgets everything.
    pub(crate) fn new_game(&mut self) {
        self.search = 0;
        self.game = self.game.wrapping_add(1);
        if self.game == 0 {
            // The numbers are used up: entries of old games would come back to life.
            self.buckets.fill(Bucket::default());
            self.game = 1;
        }
    }

    /// Lets entries of earlier searches be replaced before those of the next one.
    pub(crate) fn new_search(&mut self) {
        self.search = (self.search + 1) & SEARCH_MASK;
    }

    /// The position's entry, its mate scores counted from this ply.
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let wanted = self.key_and_game(key);
        let slot = self.bucket(key).iter().find(|slot| slot.key_and_game == wanted)?;
        let depth = i32::from(slot.depth);
        #[cfg(test)]
        let depth = if self.only_orders { -1 } else { depth };
        Some(Entry {
            best: slot.best,
            score: from_stored(slot.score, ply),
            static_eval: i32::from(slot.static_eval),
            depth,
            bound: match slot.bound_and_search & 3 {
                0 => Bound::Lower,
                1 => Bound::Upper,
                _ => Bound::Exact,
            },
        })
    }

    /// Stores an entry, its mate scores counted from this ply: in the position's own slot (unless
    /// that knows more), else in an empty one, else in that of the shallowest and oldest entry.
    #[inline(always)]
    pub(crate) fn store(&mut self, key: u64, ply: usize, entry: Entry) {
        let (game, search) = (self.game, self.search);
        let key_and_game = self.key_and_game(key);
        let Some(slot) = self
            .bucket_mut(key)
            .iter_mut()
            .min_by_key(|slot| slot.worth(key_and_game, game, search))
        else {
            return;
        };
        let same_position = slot.key_and_game == key_and_game;
        if same_position && entry.bound != Bound::Exact && slot.outlives(entry.depth, search) {
            return;
        }
        let best =
            if entry.best == PackedMove::NONE && same_position { slot.best } else { entry.best };
        *slot = Slot::new(key_and_game, search, ply, Entry { best, ..entry });
    }

    /// How full the table is, in thousandths: of a sample of slots, those of this game.
    pub(crate) fn permille_used(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let used = slots.filter(|slot| slot.belongs_to(self.game)).count();
        (used * 1000 / (sample.len() * SLOTS)) as u32
    }

    /// Asks the processor to fetch the position's bucket ahead of the probe.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        system::memory::prefetch(&self.buckets[self.index(key)]);
    }

    fn key_and_game(&self, key: u64) -> u64 {
        key & !0xffff | u64::from(self.game)
    }

    /// The upper bits of the key choose the bucket.
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    fn bucket(&self, key: u64) -> &[Slot; SLOTS] {
        &self.buckets[self.index(key)].0
    }

    fn bucket_mut(&mut self, key: u64) -> &mut [Slot; SLOTS] {
        let index = self.index(key);
        &mut self.buckets[index].0
    }
}

/// This many empty buckets, in huge pages where the system has them: a probe then seldom waits for the
/// address of its page besides the bucket.
fn in_huge_pages(count: usize) -> Vec<Bucket> {
    let mut buckets: Vec<Bucket> = Vec::with_capacity(count);
    system::memory::advise_huge_pages(buckets.spare_capacity_mut());
    buckets.resize(count, Bucket::default());
    buckets
}

impl Slot {
    #[inline(always)]
    fn new(key_and_game: u64, search: u8, ply: usize, entry: Entry) -> Slot {
        Slot {
            key_and_game,
            best: entry.best,
            score: to_stored(entry.score, ply),
            static_eval: entry.static_eval as i16,
            depth: entry.depth.clamp(0, 255) as u8,
            bound_and_search: search << 2 | entry.bound as u8,
        }
    }

    fn belongs_to(&self, game: u16) -> bool {
        self.key_and_game as u16 == game
    }

    /// Whether this entry is of the present search, and so much deeper that it stays.
    fn outlives(&self, depth: i32, search: u8) -> bool {
        self.bound_and_search >> 2 == search && depth + DEEPER < i32::from(self.depth)
    }

    /// How much would be lost by writing an entry with this key here.
    fn worth(&self, key_and_game: u64, game: u16, search: u8) -> i32 {
        if self.key_and_game == key_and_game {
            return -1000;
        }
        if !self.belongs_to(game) {
            return -999;
        }
        let age = i32::from(search.wrapping_sub(self.bound_and_search >> 2) & SEARCH_MASK);
        i32::from(self.depth) - 4 * age
    }
}

/// Mate scores are stored as the distance from the position itself, not from the root.
fn to_stored(score: i32, ply: usize) -> i16 {
    let ply = ply as i32;
    let stored = match score {
        Score::MATE_BOUND.. => score + ply,
        _ if score <= -Score::MATE_BOUND => score - ply,
        _ => score,
    };
    stored as i16
}

fn from_stored(stored: i16, ply: usize) -> i32 {
    let (score, ply) = (i32::from(stored), ply as i32);
    match score {
        Score::MATE_BOUND.. => score - ply,
        _ if score <= -Score::MATE_BOUND => score + ply,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: i32, depth: i32) -> Entry {
        Entry { best: PackedMove(7), score, static_eval: -5, depth, bound: Bound::Exact }
    }

    #[test]
    fn a_slot_is_sixteen_bytes_and_a_bucket_a_cache_line() {
        assert_eq!(size_of::<Slot>(), 16);
        assert_eq!(size_of::<Bucket>(), 64);
    }

    #[test]
    fn what_is_stored_comes_back() {
        let mut table = TranspositionTable::new(1);
        table.store(0x1234_5678_9abc_def0, 0, entry(-77, 9));
        assert_eq!(table.probe(0x1234_5678_9abc_def0, 0), Some(entry(-77, 9)));
        assert_eq!(table.probe(0x1234_5678_9abd_def0, 0), None);
    }

    #[test]
    fn mates_are_counted_from_where_they_are_probed() {
        let mut table = TranspositionTable::new(1);
        table.store(1 << 40, 3, entry(Score::MATE - 5, 9));
        assert_eq!(table.probe(1 << 40, 1).unwrap().score, Score::MATE - 3);
        table.store(1 << 40, 3, entry(-Score::MATE + 5, 9));
        assert_eq!(table.probe(1 << 40, 1).unwrap().score, -Score::MATE + 3);
    }

    #[test]
    fn a_new_game_begins_with_an_empty_table_even_after_all_game_numbers_are_used() {
        let mut table = TranspositionTable::new(1);
        let key = 0xabcd_ef01_2345_6789;
        for _ in 0..70_000 {
            assert_eq!(table.probe(key, 0), None);
            table.store(key, 0, entry(1, 1));
            table.new_game();
        }
    }

    #[test]
    fn deep_and_recent_entries_outlive_shallow_and_old_ones() {
        let mut table = TranspositionTable::new(1);
        // Keys that differ only in bits that do not choose the bucket.
        let key = |i: u64| i << 16;
        table.store(key(0), 0, entry(0, 20));
        for i in 1..100 {
            table.store(key(i), 0, entry(0, 3));
        }
        assert!(table.probe(key(0), 0).is_some());
        assert!(table.probe(key(99), 0).is_some());
        for search in 0..8 {
            table.new_search();
            table.store(key(200 + search), 0, entry(0, 1));
        }
        assert!(table.probe(key(0), 0).is_none());
    }
}
