//! The limits of a search, and the deadlines that follow from them.

use std::time::Duration;

/// The limits of one search. Every limit that is given holds; the first one reached ends the
/// search. With none at all the search runs until it is stopped or reaches the deepest ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The game clock of the side to move.
    pub clock: Option<GameClock>,
    /// Time for this move alone.
    pub move_time: Option<Duration>,
    /// Nodes; the search stops at exactly this many. With too few for a first iteration it names a
    /// legal move all the same.
    pub nodes: Option<u64>,
    /// Nodes after which no further iteration is begun. So every search ends with a complete iteration,
    /// unless another limit interrupts it; the usual limit where games are played to learn from.
    pub soft_nodes: Option<u64>,
    /// Nominal depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// Moves to a mate: the search ends once it has found one that is no longer.
    pub mate: Option<u32>,
    /// Time kept back from every deadline for work outside the search.
    pub overhead: Duration,
}

/// The clock of the side to move when its search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// Time left on the clock.
    pub remaining: Duration,
    /// Time added after the move.
    pub increment: Duration,
    /// Moves until the next time period, where the control has periods.
    pub moves_to_go: Option<u32>,
}

/// When a search should end of itself, and when it must; measured from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// After this no further iteration is begun. On a game clock it is stretched while the best
    /// move is in doubt and shortened once it is settled, up to the hard one.
    pub soft: Duration,
    /// At this the search is interrupted.
    pub hard: Duration,
}

/// Moves a game without periods is assumed to last from any point on.
const ASSUMED_MOVES_TO_GO: u32 = 28;
/// The hard deadline as a multiple of the soft one, while the clock allows it.
const HARD_FACTOR: u32 = 3;

impl Limits {
    /// A search to this nominal depth.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A search of this many nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// The deadlines of a search under these limits; `None` when time does not limit it.
    ///
    /// On a game clock the soft deadline is an even share of the time left plus most of the
    /// increment; the hard deadline a few times that, but never more than half of the time left (or
    /// all of it but the overhead on the last move of a period), so that no one move brings the
    /// clock so low that a busy machine decides the game.
    #[must_use]
    pub fn deadlines(&self) -> Option<Deadlines> {
        let by_clock = self.clock.map(|clock| clock.deadlines(self.overhead));
        let by_move = self.move_time.map(|time| {
            let time = time.saturating_sub(self.overhead);
            Deadlines { soft: time, hard: time }
        });
        match (by_clock, by_move) {
            (Some(a), Some(b)) => {
                Some(Deadlines { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) })
            }
            (one, other) => one.or(other),
        }
    }
}

impl GameClock {
    fn deadlines(self, overhead: Duration) -> Deadlines {
        let available = self.remaining.saturating_sub(overhead);
        let moves = self.moves_to_go.unwrap_or(ASSUMED_MOVES_TO_GO).clamp(1, ASSUMED_MOVES_TO_GO);
        let cap = if self.moves_to_go == Some(1) { available } else { available / 2 };
        let soft = (available / moves + self.increment * 3 / 4).min(cap);
        Deadlines { soft, hard: (soft * HARD_FACTOR).min(cap) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_clock(remaining_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> Deadlines {
        let clock = GameClock {
            remaining: Duration::from_millis(remaining_ms),
            increment: Duration::from_millis(increment_ms),
            moves_to_go,
        };
        let limits =
            Limits { clock: Some(clock), overhead: Duration::from_millis(1), ..Limits::default() };
        limits.deadlines().unwrap()
    }

    #[test]
    fn deadlines_never_exceed_the_clock() {
        for remaining in [0, 1, 2, 10, 100, 10_000, 300_000] {
            for increment in [0, 1, 100, 10_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(400)] {
                    let deadlines = on_clock(remaining, increment, moves_to_go);
                    let left = Duration::from_millis(remaining.saturating_sub(1));
                    assert!(deadlines.soft <= deadlines.hard);
                    assert!(deadlines.hard <= left, "{remaining}+{increment} {moves_to_go:?}");
                }
            }
        }
    }

    #[test]
    fn the_last_move_of_a_period_may_use_what_is_left() {
        assert_eq!(on_clock(1001, 0, Some(1)).soft, Duration::from_secs(1));
    }

    #[test]
    fn nodes_and_depth_set_no_deadline() {
        assert_eq!(Limits::nodes(5).deadlines(), None);
        assert_eq!(Limits::depth(5).deadlines(), None);
    }
}
