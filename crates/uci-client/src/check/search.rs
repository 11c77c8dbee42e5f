//! A search: its question, and its answer as it comes.

use std::time::{Duration, Instant};

use shakmaty::Move;
use shakmaty::uci::UciMove;

use super::place::Place;
use crate::protocol::{Reply, SearchInfo};

/// The number of lines of a search that are kept: an endless one must not fill the memory.
const LINES: usize = 20_000;

/// A search: the question, and what has come so far.
pub(super) struct Search {
    pub(super) place: Place,
    pub(super) go: String,
    pub(super) begun: Instant,
    pub(super) info: SearchInfo,
    /// The text after each `info`.
    pub(super) infos: Vec<String>,
    /// The text after `bestmove`, once it has come.
    pub(super) best: Option<String>,
    /// From `go` to the last answer, a move or `readyok`.
    pub(super) time: Duration,
    /// Whether `readyok` has arrived.
    pub(super) is_ready: bool,
    /// Whether it needed a `stop`.
    pub(super) was_stopped: bool,
}

impl Search {
    /// The question `go`, put now.
    pub(super) fn begin(place: Place, go: &str, begun: Instant) -> Search {
        Search {
            place,
            go: go.to_owned(),
            begun,
            info: SearchInfo::default(),
            infos: Vec::new(),
            best: None,
            time: Duration::ZERO,
            is_ready: false,
            was_stopped: false,
        }
    }

    pub(super) fn has_answered(&self) -> bool {
        self.best.is_some()
    }

    /// The move as it was written; empty if none was named.
    pub(super) fn text(&self) -> &str {
        self.best.iter().flat_map(|best| best.split_ascii_whitespace()).next().unwrap_or_default()
    }

    /// The move, if it is legal.
    pub(super) fn played(&self) -> Option<Move> {
        self.text().parse::<UciMove>().ok()?.to_move(&self.place.position).ok()
    }

    /// From this point in time to the last answer, a move or `readyok`.
    pub(super) fn answered_after(&self, asked: Instant) -> Duration {
        (self.begun + self.time).saturating_duration_since(asked)
    }

    /// Takes in a line.
    pub(super) fn note(&mut self, line: &[u8]) {
        match Reply::of(line) {
            Reply::Info(line) => {
                self.info.note(line);
                if self.infos.len() < LINES {
                    self.infos.push(String::from_utf8_lossy(line).into_owned());
                }
            }
            Reply::BestMove(_) => {
                let rest = line.strip_prefix(b"bestmove").unwrap_or_default();
                self.best = Some(String::from_utf8_lossy(rest).trim().to_owned());
            }
            Reply::ReadyOk => self.is_ready = true,
            Reply::Other => {}
        }
    }
}
