//! Notes on a game besides its moves, for its file and for the output.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use jiff::Zoned;
use shakmaty::ByColor;

use super::dates::now;
use uci_client::Score;

use super::info::{Info, Said};

/// The notes on a game.
#[derive(Clone, Debug)]
pub(super) struct GameNotes {
    pub(super) begun: Zoned,
    pub(super) clock: Instant,
    /// Every move that was named, including one that was not made: late, or illegal.
    pub(super) moves: Vec<MoveNotes>,
    pub(super) players: ByColor<PlayerNotes>,
}

/// The notes on a player.
#[derive(Clone, Debug, Default)]
pub(super) struct PlayerNotes {
    pub(super) name: String,
    /// The name and the author that the engine gives.
    pub(super) id_name: String,
    pub(super) id_author: String,
    /// Its options `Threads` and `Hash`.
    pub(super) threads: Option<String>,
    pub(super) hash: Option<String>,
}

/// The notes on a move.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveNotes {
    pub(super) text: String,
    pub(super) legal: bool,
    pub(super) elapsed: Duration,
    /// Milliseconds that the engine does not account for.
    pub(super) latency: i64,
    pub(super) score: Option<Score>,
    pub(super) depth: i64,
    pub(super) seldepth: i64,
    pub(super) nodes: u64,
    pub(super) nps: u64,
    pub(super) hashfull: i64,
    pub(super) tbhits: u64,
    /// Empty if the file does not include it.
    pub(super) pv: String,
    /// Lines that an expression of `match_line` has found.
    pub(super) lines: Vec<String>,
    /// The line of the score, if that is a mate.
    pub(super) mate_line: String,
}

impl MoveNotes {
    /// Takes in the line with the score; the variation only if the file includes it.
    pub(super) fn take(&mut self, info: &Info<'_>, line: &str, keeps_pv: bool) {
        let told = &info.line;
        self.score = info.score;
        self.depth = told.depth.unwrap_or(0);
        self.seldepth = told.selective_depth.unwrap_or(0);
        self.nodes = told.nodes.unwrap_or(0);
        self.nps = told.nodes_per_second.unwrap_or(0);
        self.hashfull = told.hash_full.unwrap_or(0);
        self.tbhits = told.tablebase_hits.unwrap_or(0);
        if keeps_pv {
            self.pv = told.written_moves().collect::<Vec<_>>().join(" ");
        }
        if matches!(self.score, Some(Score::Mate(_))) {
            line.clone_into(&mut self.mate_line);
        }
    }

    /// Keeps the last line that each of the expressions finds.
    pub(super) fn keep_lines(&mut self, said: &Said, patterns: &[regress::Regex]) {
        let found = patterns
            .iter()
            .filter_map(|pattern| said.lines().rev().find(|line| pattern.find(line).is_some()));
        self.lines = found.map(str::to_owned).collect();
    }
}

/// The notes of all games in progress, by their numbers from 0.
#[derive(Debug, Default)]
pub(super) struct Notebook(Mutex<HashMap<u32, GameNotes>>);

impl Notebook {
    /// Applies a function to the notes of a game, which are created if they are missing.
    pub(super) fn with<T>(&self, game: u32, does: impl FnOnce(&mut GameNotes) -> T) -> T {
        let begin = || GameNotes {
            begun: now(),
            clock: Instant::now(),
            moves: Vec::with_capacity(200),
            players: ByColor::default(),
        };
        does(self.games().entry(game).or_insert_with(begin))
    }

    /// Takes the notes of a game out.
    pub(super) fn take(&self, game: u32) -> Option<GameNotes> {
        self.games().remove(&game)
    }

    fn games(&self) -> MutexGuard<'_, HashMap<u32, GameNotes>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
