//! The ranges of a file's whole numbers, for the checks and for the reference.

use std::ops::RangeInclusive;

use engine::Score;

use crate::chess::adjudication::TablebaseRule;

pub use crate::chess::limits::DEPTH;

/// Games of a match, or of each pairing of a tournament.
pub const GAMES: RangeInclusive<i64> = 2..=1_000_000;
/// Seeds.
pub const SEED: RangeInclusive<i64> = 0..=i64::MAX;
/// Games in a row that are lost by faults; 0 for any number.
pub(crate) const FAULTS_IN_A_ROW: RangeInclusive<i64> = 0..=1_000_000;
/// Games or searches at a time.
pub const CONCURRENCY: RangeInclusive<i64> = 1..=1024;
/// Sizes of a hash table, in MiB.
pub const HASH: RangeInclusive<i64> = 1..=65_536;
/// Nodes a move.
pub const NODES: RangeInclusive<i64> = 1..=1_000_000_000_000_000;
/// Plies of an opening.
pub(crate) const PLIES: RangeInclusive<i64> = 1..=1_000;
/// Openings of a book; its length is checked beside.
pub(crate) const START: RangeInclusive<i64> = 1..=i64::MAX;
/// Moves of a rule of adjudication.
pub(crate) const MOVES: RangeInclusive<i64> = 1..=5_000;
/// Scores that count as level, in centipawns.
pub(crate) const DRAW_SCORE: RangeInclusive<i64> = 0..=Score::MATE_BOUND as i64 - 1;
/// Scores that count as lost, in centipawns.
pub(crate) const RESIGN_SCORE: RangeInclusive<i64> = 1..=Score::MATE_BOUND as i64 - 1;
/// Pieces of an endgame table.
pub(crate) const PIECES: RangeInclusive<i64> = 3..=TablebaseRule::MOST_PIECES as i64;
/// Steps of a tuned fraction from one whole number to the next.
pub const SCALE: RangeInclusive<i64> = 2..=1_000_000;
/// Iterations of a tuning.
pub const ITERATIONS: RangeInclusive<i64> = 1..=1_000_000;
/// Pairs of games of an iteration.
pub const PAIRS: RangeInclusive<i64> = 1..=1_000;
/// Turns of a measured cost.
pub(crate) const TURNS: RangeInclusive<i64> = 1..=1_000_000;
/// Positions of a match that are judged.
pub(crate) const EXPLAINED: RangeInclusive<i64> = 1..=1_000_000;
/// Positions of a suite that are searched.
pub const SAMPLE: RangeInclusive<i64> = 1..=1_000_000;
