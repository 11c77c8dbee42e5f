//! The time that the machine took from a game's players, and the rule by which it voids a game.

use std::time::Duration;

use crate::chess::record::GameRecord;

/// A game is void once the machine has taken more than this share of the time of either side. A search that gets a fifth
/// less time loses 20 to 30 Elo; with more it is a game of another time control.
pub(crate) const VOID_PERCENT: u32 = 20;
/// The machine is busy when it takes more than this share of a thread's time. In games with more, no fault is evidence.
pub(crate) const BUSY_PERCENT: u32 = 5;
/// A game is not void after fewer moves of a side, which are too short for a share. No time is asked for: a side uses more
/// of it where it stands badly, and the rule must not look at that.
const LEAST_MOVES: u32 = 4;

/// The times of one side in one game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MachineTime {
    /// The time on the wall clock.
    pub(crate) elapsed: Duration,
    /// The part of it that the machine took.
    pub(crate) stolen: Duration,
    /// How many moves.
    pub(crate) moves: u32,
}

impl MachineTime {
    /// Adds a move.
    pub(crate) fn add(&mut self, elapsed: Duration, stolen: Duration) {
        self.elapsed += elapsed;
        self.stolen += stolen;
        self.moves += 1;
    }

    /// Whether the machine took more than this share.
    pub(crate) fn exceeds(&self, percent: u32) -> bool {
        self.stolen * 100 > self.elapsed * percent
    }

    /// Whether the game is void.
    pub(crate) fn is_void(&self) -> bool {
        self.moves >= LEAST_MOVES && self.exceeds(VOID_PERCENT)
    }
}

/// Whether the machine took more than this share of the time of either side.
pub(crate) fn took_from(record: &GameRecord, percent: u32) -> bool {
    let mut sides = record.stolen.map(|stolen| MachineTime { elapsed: stolen, stolen, moves: 0 });
    for (side, played) in record.moves_by_side() {
        sides[side].elapsed += played.time;
    }
    sides.into_iter().any(|side| side.exceeds(percent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_void_beyond_a_fifth_after_some_moves() {
        let is_void = |elapsed, stolen, moves| {
            let [elapsed, stolen] = [elapsed, stolen].map(Duration::from_millis);
            MachineTime { elapsed, stolen, moves }.is_void()
        };
        assert!(is_void(500, 101, 4) && !is_void(500, 100, 4));
        assert!(!is_void(500, 500, 3), "the first moves");
        assert!(!is_void(0, 0, 9));
    }
}
