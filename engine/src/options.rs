//! The options of a search beyond its limits, and its progress while it runs.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use shakmaty::Move;

use crate::score::Score;
use crate::tree::transposition_table::{Bound, TranspositionTable};

/// How a position is searched, limits aside. The default is for games: the best of all
/// moves, from now on.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// When the search's time began.
    pub started: Instant,
    /// On the opponent's time: no time limit holds before this is hit.
    pub ponder: Option<Ponder>,
    /// The moves to choose from; empty for all. Moves that are not legal do not count.
    pub root_moves: Vec<Move>,
    /// How many of the best moves get a line of play each; at least 1.
    pub lines: usize,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions { started: Instant::now(), ponder: None, root_moves: Vec::new(), lines: 1 }
    }
}

/// Tells a search on the opponent's time that its own time has begun; clones tell the same search.
#[derive(Clone, Debug, Default)]
pub struct Ponder(Arc<OnceLock<Instant>>);

impl Ponder {
    /// For a search that waits for its time to begin.
    #[must_use]
    pub fn new() -> Ponder {
        Ponder::default()
    }

    /// The opponent made the expected move at this moment: time counts from there. Later hits
    /// change nothing.
    pub fn hit(&self, at: Instant) {
        let _ = self.0.set(at);
    }

    /// When the search's own time began, once it has.
    #[must_use]
    pub fn hit_at(&self) -> Option<Instant> {
        self.0.get().copied()
    }
}

/// The finding of a search under way: a line of an iteration that is complete, or a bound on it.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The line's rank by score, from 1.
    pub line: usize,
    /// Nominal depth of the iteration, in plies.
    pub depth: u32,
    /// The deepest ply visited so far, quiescence included.
    pub selective_depth: u32,
    /// The score, for the side to move.
    pub score: Score,
    /// The relation of the score to the true one: it failed out of its window unless it is exact.
    pub bound: Bound,
    /// Nodes visited so far.
    pub nodes: u64,
    /// Time since the search's time began.
    pub elapsed: Duration,
    /// The expected line of play.
    pub moves: &'a [Move],
    pub(crate) table: &'a TranspositionTable,
}

impl Progress<'_> {
    /// How full the transposition table is, in thousandths, from a sample.
    #[must_use]
    pub fn hash_permille(&self) -> u32 {
        self.table.permille_used()
    }
}
