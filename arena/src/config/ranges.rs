//! The whole numbers of a file, each with the range in which it is read.

use engine::Score;

use super::values::Whole;
use crate::chess::adjudication::TablebaseRule;
use crate::chess::limits::DEPTH;

/// Seeds.
pub type Seed = Whole<u64, 0, { i64::MAX }>;
/// Games in a row that are lost by faults; 0 for any number.
pub type FaultsInARow = Whole<u32, 0, 1_000_000>;
/// Games or searches at a time.
pub type Concurrency = Whole<usize, 1, 1024>;
/// Sizes of a hash table, in MiB.
pub type HashSize = Whole<usize, 1, 65_536>;
/// Nodes a move.
pub type Nodes = Whole<u64, 1, 1_000_000_000_000_000>;
/// Depths of a search, in plies.
pub type Depth = Whole<u32, { *DEPTH.start() }, { *DEPTH.end() }>;
/// Plies of an opening.
pub(crate) type Plies = Whole<usize, 1, 1_000>;
/// Openings of a book; its length is checked beside.
pub(crate) type Start = Whole<usize, 1, { i64::MAX }>;
/// Moves of a rule of adjudication.
pub(crate) type Moves = Whole<u32, 1, 5_000>;
/// Scores that count as level, in centipawns.
pub(crate) type DrawScore = Whole<i32, 0, { Score::MATE_BOUND as i64 - 1 }>;
/// Scores that count as lost, in centipawns.
pub(crate) type ResignScore = Whole<i32, 1, { Score::MATE_BOUND as i64 - 1 }>;
/// Pieces of an endgame table.
pub(crate) type Pieces = Whole<usize, 3, { TablebaseRule::MOST_PIECES as i64 }>;
/// Steps of a tuned fraction from one whole number to the next.
pub type Scale = Whole<u32, 2, 1_000_000>;
/// Iterations of a tuning.
pub type Iterations = Whole<u32, 1, 1_000_000>;
/// Pairs of games of an iteration.
pub type Pairs = Whole<u32, 1, 1_000>;
/// Games that an account is given.
pub type AccountGames = Whole<u32, 8, 1_000_000>;
/// Positions of a match that both contenders search.
pub type JudgedPositions = Whole<u32, 1, 1_000_000>;
/// Positions of a suite that are searched.
pub type Sample = Whole<usize, 1, 1_000_000>;
