//! The result of a search, and its cost.

use std::time::Duration;

use shakmaty::Move;

use crate::counters::Counters;
use crate::cutoffs::Cutoffs;
use crate::limits::Deadlines;
use crate::score::Score;

/// The outcome of one search.
#[derive(Clone, Debug)]
pub struct SearchReport {
    /// The move to play; `None` only when there is no legal move.
    pub best_move: Option<Move>,
    /// The score of the last completed iteration, or of the last root move that improved on it.
    pub score: Score,
    /// Nominal depth of the last completed iteration, in plies.
    pub depth: u32,
    /// The deepest ply visited, quiescence included.
    pub selective_depth: u32,
    /// Nodes visited, quiescence included.
    pub nodes: u64,
    /// Time from the begin of the search's time to the result.
    pub elapsed: Duration,
    /// The deadlines the search worked under, where time limited it.
    pub deadlines: Option<Deadlines>,
    /// The expected line of play, beginning with the best move.
    pub principal_variation: Vec<Move>,
    /// The counts of each technique.
    pub counters: Counters,
    /// The nodes above quiescence that moves refuted.
    pub cutoffs: Cutoffs,
}
