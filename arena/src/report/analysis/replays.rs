//! The games of a match, packed for a page that shows them on a board.

use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position};

use super::pack::pack;
use crate::chess::record::Contender;
use crate::score::tally::TerminationKind;
use crate::storage::facts::ContenderFacts;
use crate::storage::journal::JournalGame;

/// Bytes of packed moves that a report carries; those beyond are in the journal alone.
const ROOM: usize = 1_500_000;

/// The games of a match.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Replays {
    /// The players.
    pub players: Vec<Player>,
    /// All games, in the order of the schedule.
    pub rows: Vec<Replay>,
    /// Games whose moves are left out for want of room: the last ones of the schedule.
    pub without_moves: u64,
}

/// Someone who plays.
#[derive(Clone, Debug, Serialize)]
pub struct Player {
    /// Name.
    pub name: String,
    /// The text of PGN's `TimeControl` tag.
    pub time_control: String,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum GameEnd {
    /// As this program ends games.
    Known(TerminationKind),
    /// By the `Termination` tag of another runner.
    Tag(String),
}

impl GameEnd {
    /// The name in a report.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            GameEnd::Known(kind) => kind.name(),
            GameEnd::Tag(words) => words,
        }
    }
}

/// One game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Replay {
    /// Its number, from 1.
    pub game: u32,
    /// White, as an index of the players.
    pub white: usize,
    /// Black.
    pub black: usize,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// How it ended.
    pub end: GameEnd,
    /// Details of a forfeit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incident: Option<String>,
    /// Number of the opening in the book, from 1.
    pub opening: u64,
    /// Code of the opening in the Encyclopaedia of Chess Openings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eco: Option<String>,
    /// Name of the opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The position it begins with, unless it is that of chess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Whether the castling rights of that position make it a game of Chess960.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub chess960: bool,
    /// Moves of the opening, in plies.
    pub book: usize,
    /// Plies of the contenders, without the opening's.
    pub plies: usize,
    /// Microseconds of a unit of the thinking times.
    pub unit: u64,
    /// The moves: see [`super::pack`]. Empty where there was no room.
    pub moves: String,
}

impl Replay {
    /// A game with its moves.
    pub fn with_moves(game: &JournalGame) -> Replay {
        let (moves, unit) = packed(game);
        Replay { moves, unit, ..Replay::of(game) }
    }

    /// A game without its moves.
    pub(crate) fn of(game: &JournalGame) -> Replay {
        let (spec, opening) = (&game.record.spec, &game.opening);
        let players = game.facts.players();
        let (white, black) = match spec.white {
            Contender::First => (players[0], players[1]),
            Contender::Second => (players[1], players[0]),
        };
        let start = &opening.start;
        Replay {
            game: spec.game + 1,
            white,
            black,
            result: crate::storage::journal::result(game.record.outcome),
            end: GameEnd::Known(game.record.termination.into()),
            incident: game.record.incident.clone(),
            opening: spec.opening as u64 + 1,
            eco: opening.eco.clone(),
            name: opening.name.clone(),
            start: start_of(start),
            chess960: start.castles().mode().is_chess960(),
            book: opening.moves.len(),
            plies: game.record.moves.len(),
            unit: 1,
            moves: String::new(),
        }
    }
}

/// The moves of a game as few letters, and the unit of their times.
fn packed(game: &JournalGame) -> (String, u64) {
    pack(&game.opening.start, &game.opening.moves, &game.record.moves)
}

/// The position a game begins with, unless it is that of chess.
pub(in crate::report) fn start_of(start: &Chess) -> Option<String> {
    (*start != Chess::default())
        .then(|| Fen::from_position(start, EnPassantMode::Legal).to_string())
}

/// Games by number, with the moves of as many as there is room for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Collection {
    rows: BTreeMap<u32, Replay>,
    /// The moves' bytes.
    bytes: usize,
    /// The first game whose moves were left out.
    full_at: Option<u32>,
}

impl Collection {
    pub(crate) fn add(&mut self, game: &JournalGame) {
        self.add_replay(Replay::of(game), || packed(game));
    }

    /// Takes a game without its moves, which are packed if there is room for them.
    pub(in crate::report) fn add_replay(
        &mut self,
        mut replay: Replay,
        packed: impl FnOnce() -> (String, u64),
    ) {
        let number = replay.game;
        if self.full_at.is_none_or(|full_at| number < full_at) {
            (replay.moves, replay.unit) = packed();
            self.bytes += replay.moves.len();
        }
        self.rows.insert(number, replay);
        while self.bytes > ROOM {
            let before = ..self.full_at.unwrap_or(u32::MAX);
            let Some((&last, replay)) = self.rows.range_mut(before).next_back() else { break };
            self.bytes -= std::mem::take(&mut replay.moves).len();
            self.full_at = Some(last);
        }
    }

    /// The games of these players, which are those of a journal.
    pub(crate) fn replays(&self, players: &BTreeMap<usize, ContenderFacts>) -> Replays {
        let last = players.keys().next_back().map_or(0, |last| last + 1);
        let player = |index: usize| {
            let facts = players.get(&index);
            Player {
                name: facts.map_or_else(String::new, |facts| facts.name.clone()),
                time_control: facts
                    .map_or_else(String::new, |facts| facts.limits.pgn_time_control()),
            }
        };
        self.replays_of((0..last).map(player).collect())
    }

    /// The games of these players.
    pub(in crate::report) fn replays_of(&self, players: Vec<Player>) -> Replays {
        let without = |full_at| self.rows.range(full_at..).count() as u64;
        Replays {
            players,
            rows: self.rows.values().cloned().collect(),
            without_moves: self.full_at.map_or(0, without),
        }
    }
}
