//! The record of a game: plain data from which journal, tally and report are made.

use std::time::Duration;

use engine::{Counters, Score};
use shakmaty::{Chess, Color, KnownOutcome, Move, Position};
use stats::Wdl;

/// One of the two sides of a match. All results are given from the first contender's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Contender {
    /// The contender named first in the match file.
    First,
    /// The contender named second.
    Second,
}

impl Contender {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Contender {
        match self {
            Contender::First => Contender::Second,
            Contender::Second => Contender::First,
        }
    }
}

/// One game of the schedule: everything that decides how it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameSpec {
    /// Number of the game in the match, from 0. Games `2p` and `2p + 1` are pair `p`.
    pub game: u32,
    /// Index of the opening in the book.
    pub opening: usize,
    /// The contender with White: the first in even games, the second in odd ones.
    pub white: Contender,
}

impl GameSpec {
    /// The game of this number, from 0, which begins from this opening of the book.
    #[must_use]
    pub fn new(game: u32, opening: usize) -> GameSpec {
        let white = if game.is_multiple_of(2) { Contender::First } else { Contender::Second };
        GameSpec { game, opening, white }
    }

    /// The seed of a player of the game: the game's and the side's own.
    #[must_use]
    pub fn seed(&self, color: Color) -> u64 {
        2 * u64::from(self.game) + color as u64
    }

    /// The game and the side that a seed is of.
    #[must_use]
    pub fn of_seed(seed: u64) -> (u32, Color) {
        let game = u32::try_from(seed / 2).unwrap_or(u32::MAX);
        (game, Color::from_white(seed % 2 == Color::White as u64))
    }

    /// Number of the game's pair, from 0.
    #[must_use]
    pub fn pair(&self) -> u32 {
        self.game / 2
    }

    /// The contender with this colour.
    #[must_use]
    pub fn player(&self, color: Color) -> Contender {
        color.fold_wb(self.white, self.white.other())
    }
}

/// The mover's report about one move, and the move's cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveRecord {
    /// The move.
    pub played: Move,
    /// The mover's score, from its own point of view, if it gave one.
    pub score: Option<Score>,
    /// Nominal depth, in plies.
    pub depth: u32,
    /// Deepest ply.
    pub selective_depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Thinking time as charged to the clock.
    pub time: Duration,
    /// Thinking time by the engine's own account; kept where time limits a program.
    pub reported_time: Option<Duration>,
}

impl MoveRecord {
    /// One of its depths, unless the engine told none, which is written as 0. A search with nodes may have ended before its
    /// first depth: its 0 is a depth.
    pub(crate) fn told(&self, plies: u32) -> Option<u32> {
        (plies > 0 || self.nodes > 0).then_some(plies)
    }
}

/// Why a game ended. `Color` fields name the side at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The position occurred three times.
    ThreefoldRepetition,
    /// A hundred plies without capture or pawn move.
    FiftyMoves,
    /// Neither side can mate.
    InsufficientMaterial,
    /// This side overstepped its time; a draw if the opponent could not have mated.
    TimeForfeit(Color),
    /// This side's engine failed: it panicked, crashed or hung.
    Abandoned(Color),
    /// This side's engine gave no legal move.
    IllegalMove(Color),
    /// The endgame tables have the position as lost for this side.
    TablebaseLoss(Color),
    /// The endgame tables have the position as drawn.
    TablebaseDraw,
    /// Both scores were near zero for long enough.
    DrawAdjudication,
    /// This side's score was hopeless for long enough.
    ResignAdjudication(Color),
    /// The match's move limit was reached; a draw.
    MoveLimit,
    /// The machine took too much of a side's time; never counted, and its pair is played again.
    Void,
}

impl Termination {
    /// The contender that lost by a fault of its own program rather than at chess.
    #[must_use]
    pub fn fault(self) -> Option<Color> {
        match self {
            Termination::TimeForfeit(side)
            | Termination::Abandoned(side)
            | Termination::IllegalMove(side) => Some(side),
            _ => None,
        }
    }

    /// The winner of a game that ends in this way in this position.
    #[must_use]
    pub fn outcome(self, position: &Chess) -> KnownOutcome {
        let loser = match self {
            Termination::Checkmate => position.turn(),
            // Article 6.9 of the FIDE laws: a fallen flag draws if the opponent cannot mate by any
            // series of legal moves.
            Termination::TimeForfeit(side) if position.has_insufficient_material(!side) => {
                return KnownOutcome::Draw;
            }
            Termination::TimeForfeit(side)
            | Termination::Abandoned(side)
            | Termination::IllegalMove(side)
            | Termination::TablebaseLoss(side)
            | Termination::ResignAdjudication(side) => side,
            Termination::Stalemate
            | Termination::ThreefoldRepetition
            | Termination::FiftyMoves
            | Termination::InsufficientMaterial
            | Termination::TablebaseDraw
            | Termination::DrawAdjudication
            | Termination::MoveLimit
            | Termination::Void => return KnownOutcome::Draw,
        };
        KnownOutcome::Decisive { winner: !loser }
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// The game's place in the schedule.
    pub spec: GameSpec,
    /// The side to move after the opening, which played the first of the moves.
    pub first_mover: Color,
    /// The moves the contenders played, after the opening's.
    pub moves: Vec<MoveRecord>,
    /// Why it ended.
    pub termination: Termination,
    /// Further details of a forfeit: a move's lateness, or an engine's panic message.
    pub incident: Option<String>,
    /// The outcome; follows from the termination and the final position.
    pub outcome: KnownOutcome,
    /// The work of each contender's techniques in this game, indexed by colour.
    pub counters: shakmaty::ByColor<Counters>,
    /// The largest overrun of a soft and of a hard deadline by each colour's engine.
    pub overruns: shakmaty::ByColor<Overruns>,
    /// The time that the machine took from each colour's player, which was not charged to its clock; whole milliseconds.
    pub stolen: shakmaty::ByColor<Duration>,
    /// The earlier attempts at its pair.
    pub replays: Replays,
    /// The lateness of each colour's moves, which would have lost without a margin.
    pub late: shakmaty::ByColor<Lateness>,
    /// The game thread that played it, from 1; kept where time limits a program.
    pub thread: Option<u32>,
    /// The worker that played it, if the match was played by workers.
    pub worker: Option<WorkerFacts>,
}

impl GameRecord {
    /// The moves with the side that played each.
    pub fn moves_by_side(&self) -> impl Iterator<Item = (Color, &MoveRecord)> {
        let sides = [self.first_mover, !self.first_mover];
        sides.into_iter().cycle().zip(&self.moves)
    }
}

/// Attempts at a pair that ended because the machine took too much of a side's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replays {
    /// How many.
    pub attempts: u32,
    /// The results of their completed games, from the first contender's view.
    pub dropped: Wdl,
}

/// The worker that played a game, as recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkerFacts {
    /// Its name.
    pub name: String,
    /// The factor by which the worker's clocks were multiplied; 1 for unchanged clocks.
    pub time_scale: f64,
}

/// Moves that took longer than there was time, whether or not a margin forgave them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lateness {
    /// The number of late moves.
    pub moves: u32,
    /// By how much at most.
    pub most: Duration,
}

impl Lateness {
    /// Counts a move that was late by this time.
    pub fn add(&mut self, by: Duration) {
        self.moves += 1;
        self.most = self.most.max(by);
    }
}

/// By how much an engine's searches exceeded the deadlines it had set itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overruns {
    /// Beyond the soft deadline; part of the plan, up to the hard one.
    pub soft: Duration,
    /// Beyond the hard deadline; never planned.
    pub hard: Duration,
}

impl Overruns {
    /// The larger of each.
    #[must_use]
    pub fn max(self, other: Overruns) -> Overruns {
        Overruns { soft: self.soft.max(other.soft), hard: self.hard.max(other.hard) }
    }
}
