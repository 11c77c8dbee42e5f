//! Who chooses moves.

mod in_process;
mod panic;
mod scripted;

use engine::{Counters, Deadlines, Limits, Score};
use shakmaty::{Chess, Move};

pub use in_process::{InProcess, signature};
pub(crate) use panic::catch_panic;
pub use panic::install_hook;
pub use scripted::{Reply, Scripted};

/// What a player is asked: a move in the position that these moves lead to.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The position the game began from, before the opening's moves.
    pub start: &'a Chess,
    /// All moves since, the opening's included. Within a game it only ever grows.
    pub moves: &'a [Move],
    /// What the player may spend on its move.
    pub limits: Limits,
}

/// A player's answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thought {
    /// The move; `None` when the player names none.
    pub best_move: Option<Move>,
    /// Its score, from its own point of view, where it gives one.
    pub score: Option<Score>,
    /// Nominal depth, in plies.
    pub depth: u32,
    /// Deepest ply.
    pub selective_depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// The deadlines it set itself, where it tells.
    pub deadlines: Option<Deadlines>,
    /// What its techniques did.
    pub counters: Counters,
}

/// A player has failed and is not to be used again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PlayerFailure(pub String);

/// Chooses moves for one side of one game at a time. A player may also panic: that is a failure
/// like any other.
#[expect(async_fn_in_trait, reason = "a player stays on its table's thread, so need not be Send")]
pub trait Player {
    /// Gets ready for a new game and forgets the last one.
    ///
    /// # Errors
    /// When the player has failed.
    async fn new_game(&mut self) -> Result<(), PlayerFailure>;

    /// Chooses a move.
    ///
    /// # Errors
    /// When the player has failed.
    async fn think(&mut self, turn: &Turn<'_>) -> Result<Thought, PlayerFailure>;
}
