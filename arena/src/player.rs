//! The `Player` trait: chooses the moves of a game.

mod factory;
pub mod faults;
mod in_process;
mod panic;
mod scripted;
pub mod uci;

use std::sync::Arc;
use std::time::Duration;

use engine::{Counters, Deadlines, GameClock, Limits, Score, Stop};
use shakmaty::{Chess, Move};
use uci_client::Identity;

use crate::config::{ContenderSettings, EngineSettings, Match};
use crate::player::faults::Evidence;

pub(crate) use factory::Absent;
pub use factory::{factory, factory_with};
pub use in_process::{InProcess, search_signature};
pub use panic::install_hook;
pub use panic::{catch_panic, message as panic_message};
pub use scripted::{Reply, Scripted};

/// A number that changes when an engine does: the nodes of a fixed set of searches of the engine in
/// this process, or the beginning of the digest of a program's file (0 before it was identified).
#[must_use]
pub fn signature(contender: &ContenderSettings) -> u64 {
    match &contender.engine {
        EngineSettings::InProcess(settings) => search_signature(settings.setup()),
        EngineSettings::Own(own) => own.signature(),
        EngineSettings::Uci(program) => program.identity.as_ref().map_or(0, Identity::signature),
    }
}

/// The signature of each contender of a match, in its order.
#[must_use]
pub fn signatures(settings: &Match) -> Vec<u64> {
    settings.contenders.iter().map(signature).collect()
}

/// A request for a move in the position that these moves lead to.
#[derive(Clone, Copy, Debug)]
pub struct MoveRequest<'a> {
    /// The position the game began from, before the opening's moves.
    pub start: &'a Chess,
    /// All moves since, the opening's included. Within a game it only ever grows.
    pub moves: &'a [Move],
    /// The position on the board.
    pub position: &'a Chess,
    /// The limits of the move.
    pub limits: Limits,
    /// The opponent's clock, if it has one.
    pub opponent_clock: Option<GameClock>,
    /// After this time, the margin included, the move loses; `None` without a time limit.
    pub flag: Option<Duration>,
}

/// A player's answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchResult {
    /// The move; `None` when the player names none.
    pub best_move: Option<Move>,
    /// Its score, from its own point of view, if it gives one.
    pub score: Option<Score>,
    /// Nominal depth, in plies.
    pub depth: u32,
    /// Deepest ply.
    pub selective_depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// The deadlines it set itself, if it reports them.
    pub deadlines: Option<Deadlines>,
    /// Whether it announces a mate that is believed, so that it has won.
    pub is_won: bool,
    /// The work of its techniques.
    pub counters: Counters,
    /// The time to charge, where the player can measure it better than the runner, which measures
    /// round [`Player::think`]: a program's, from just before `go` is written to the arrival of its
    /// answer. An engine of the caller's leaves it `None`.
    pub time: Option<Duration>,
    /// The time it took by the engine's own account, if it gives one.
    pub reported_time: Option<Duration>,
    /// Time that the machine took from it, in this move or in earlier ones of the game: it was ready and did not run. It is
    /// not charged to its clock.
    pub stolen: Duration,
}

/// A player has failed to answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct PlayerFailure {
    /// The kind of failure.
    pub fault: Fault,
    /// Further details; may be empty.
    pub reason: String,
}

/// Ways to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It broke down in this process. The player must not be used again.
    Broken,
    /// Its program has ended or has closed its pipes.
    Disconnected,
    /// Its program does not answer.
    Stalled,
    /// It was given up after this time, far beyond the fall of its flag.
    Overtime(Duration),
    /// It named no move, or an illegal one.
    IllegalMove,
}

impl PlayerFailure {
    /// A player that broke down.
    #[must_use]
    pub fn broken(reason: impl Into<String>) -> PlayerFailure {
        PlayerFailure { fault: Fault::Broken, reason: reason.into() }
    }
}

/// Chooses moves for one side of one game at a time. A player may also panic: that is a failure
/// like any other.
pub trait Player {
    /// Gets ready for a new game and forgets the last one. The seed is the game's and the side's
    /// own: the player draws all its randomness from it.
    ///
    /// # Errors
    /// The player has failed.
    fn new_game(&mut self, seed: u64) -> Result<(), PlayerFailure>;

    /// Chooses a move.
    ///
    /// # Errors
    /// When the player has failed.
    fn think(&mut self, request: &MoveRequest<'_>) -> Result<SearchResult, PlayerFailure>;

    /// Notifies it that its move was played, in a game with a clock: it must now come to rest, so
    /// that it does not work on its opponent's time. Does not wait; a failure shows at the next
    /// request.
    fn begin_to_rest(&mut self) {}

    /// Tells it the position of its next request, before its clock starts. Does not wait; a failure
    /// shows at the request.
    fn get_ready(&mut self, request: &MoveRequest<'_>) {
        let _ = request;
    }

    /// Waits until it is at rest. A failure shows when it is asked again.
    fn come_to_rest(&mut self) {}

    /// Says that its move was played and which position it led to; its clocks are those after the move. It
    /// may think on its opponent's time until it is asked again. A failure shows then.
    fn ponder(&mut self, request: &MoveRequest<'_>) {
        let _ = request;
    }

    /// The evidence of the fault that has just lost it a game, if there is any.
    fn evidence(&mut self) -> Option<Evidence> {
        None
    }

    /// Why nobody may go on with this match, in a sentence, where something is wrong that is no player's fault. The
    /// player has raised the match's flag then.
    fn obstacle(&self) -> Option<String> {
        None
    }
}

/// Makes the player of a contender that ends its searches when the flag is raised.
pub type MakePlayer = Arc<dyn Fn(&ContenderSettings, Stop) -> Box<dyn Player> + Send + Sync>;
