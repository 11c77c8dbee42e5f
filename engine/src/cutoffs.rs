//! How well a search orders its moves: the share of its cutoffs that the first move brings.

use std::ops::AddAssign;

use crate::engine::{self, Engine};
use crate::limits::Limits;
use crate::options::SearchOptions;
use crate::position::Position;
use crate::search::trace::cutoff_counter::CutoffCounter;
use crate::stop::Stop;

/// Nodes above quiescence that a move refutes: its score reaches beta.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cutoffs {
    /// All of them.
    pub all: u64,
    /// Those that the first move refutes.
    pub by_first_move: u64,
}

impl Cutoffs {
    /// The share that the first move refutes, from 0 to 1; no number where there is no cutoff. Björnsson and others
    /// ("Searching with Uncertainty Cut-offs") count more than 0.9 in a program with good move ordering.
    #[must_use]
    pub fn share_of_first_moves(self) -> f64 {
        self.by_first_move as f64 / self.all as f64
    }
}

impl AddAssign for Cutoffs {
    fn add_assign(&mut self, other: Cutoffs) {
        self.all += other.all;
        self.by_first_move += other.by_first_move;
    }
}

impl Engine {
    /// The cutoffs of the search that [`Engine::search`] would do now. The engine itself stays as it is.
    #[must_use]
    pub fn cutoffs(&self, position: &Position, limits: &Limits) -> Cutoffs {
        let mut searcher = self.searcher.watched_by(CutoffCounter::default());
        let options = SearchOptions::default();
        engine::search(&mut searcher, position, limits, &Stop::new(), &options, &mut |_| {});
        searcher.trace.0
    }
}
