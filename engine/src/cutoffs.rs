//! How well a search orders its moves: the share of its cutoffs that the first move brings.

use crate::engine::{self, Engine};
use crate::limits::Limits;
use crate::options::SearchOptions;
use crate::position::Position;
use crate::search::trace::cutoffs::Cutoffs;
use crate::stop::Stop;

impl Engine {
    /// The cutoffs of the search that [`Engine::search`] would do now. The engine itself stays as it is.
    #[must_use]
    pub fn cutoffs(&self, position: &Position, limits: &Limits) -> Cutoffs {
        let mut searcher = self.searcher.watched_by(Cutoffs::default());
        let options = SearchOptions::default();
        engine::search(&mut searcher, position, limits, &Stop::new(), &options, &mut |_| {});
        searcher.trace
    }
}
